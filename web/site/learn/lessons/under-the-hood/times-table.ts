import { digits } from "../../../../show/index.js";
import { byId, type Page } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import { rowOf, shareCell } from "../../training/cells.js";
import { DIM, fastestOf, PARTS, partsOf, type Part, type Times } from "./times.js";

/** A part below this share is lost in the clock's grain and in whatever else the machine does. */
const TELLABLE = 0.01;

export function showTimes<F extends Fields>(page: Page<F>, tokens: number, samples: readonly Times[]): void {
  const table = byId("times") as HTMLTableElement;
  const measured = samples.length > 0;
  const times = measured ? fastestOf(samples) : undefined;
  const parts = times && partsOf(times);
  const total = times?.keeping ?? 1;
  table.tBodies[0]!.replaceChildren(
    ...PARTS.map((part) => {
      const row = rowOf(page.text(`part-${part}`), workOf(page, part, tokens));
      const share = Math.max(0, (parts?.[part] ?? 0) / total);
      row.dataset["part"] = part;
      if (!measured) row.insertCell().textContent = page.text("none");
      else row.insertCell().textContent = share < TELLABLE ? page.text("too-small") : milliseconds(parts![part]);
      row.append(measured ? shareCell(share, `${digits(100 * share, 0)} %`) : rowOf("", page.text("none")).cells[1]!);
      return row;
    }),
  );
  table.tFoot!.replaceChildren(
    rowOf(page.text("all"), "", times === undefined ? page.text("none") : milliseconds(times.keeping), ""),
  );
  byId("bar").replaceChildren(
    ...PARTS.map((part) => {
      const piece = document.createElement("span");
      piece.className = part;
      piece.style.flexGrow = String(Math.max(0, (parts?.[part] ?? 0) / total));
      return piece;
    }),
  );
}

/** How much there is to do, counted from the shapes. */
function workOf<F extends Fields>(page: Page<F>, part: Part, tokens: number): string {
  const count = {
    projections: 3 * tokens * DIM * DIM,
    products: 2 * tokens * tokens * DIM,
    softmax: tokens * tokens,
    copies: 2 * tokens * DIM + 3 * DIM * DIM,
    keeping: tokens * tokens,
  }[part];
  const unit =
    part === "projections" || part === "products" ? "multiply-adds" : part === "softmax" ? "powers" : "numbers";
  return page.text(unit, { count: count >= 1e6 ? `${digits(count / 1e6, 1)} M` : `${digits(count / 1e3, 0)} k` });
}

function milliseconds(ms: number): string {
  return ms < 1 ? `${digits(1000 * ms, 0)} µs` : `${digits(ms, 2)} ms`;
}
