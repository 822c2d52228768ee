import { byId, type Fields } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { fillTable, percent, shareCell, tableRow, type Page } from "../../rooms/lesson/index.js";
import { DIM, fastestOf, PARTS, partsOf, type Part, type Times } from "./times.js";

/** A part below this share is too small for the clock, and for the other work of the machine. */
const TELLABLE = 0.01;

export function showTimes<F extends Fields>(page: Page<F>, tokens: number, samples: readonly Times[]): void {
  const times = samples.length > 0 ? fastestOf(samples) : undefined;
  const parts = times && partsOf(times);
  const shareOf = (part: Part): number => (times === undefined ? 0 : Math.max(0, parts![part] / times.keeping));
  const none = page.text("none");
  const rows = PARTS.map((part) => {
    const share = shareOf(part);
    const time = share < TELLABLE ? page.text("too-small") : milliseconds(parts![part]);
    const measured = times === undefined ? [none, none] : [time, shareCell(share, `${percent(share)} %`)];
    const row = tableRow(page.text(`part-${part}`), workOf(page, part, tokens), ...measured);
    row.dataset["part"] = part;
    return row;
  });
  const total = times === undefined ? none : milliseconds(times.keeping);
  fillTable("times", rows, [tableRow(page.text("all"), "", total, "")]);
  byId("bar").replaceChildren(
    ...PARTS.map((part) => {
      const piece = make("span", { class: part });
      piece.style.flexGrow = String(shareOf(part));
      return piece;
    }),
  );
}

/** The amount of work, counted from the shapes. */
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

export function milliseconds(ms: number): string {
  return ms < 1 ? `${digits(1000 * ms, 0)} µs` : `${digits(ms, 2)} ms`;
}
