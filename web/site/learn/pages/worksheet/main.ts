// Worksheets to print, three tokens by hand, and their answer key. Both are drawn from one and the same computation.
import type { Heed } from "heed";
import { digits } from "../../../../show/index.js";
import { formula } from "../../frame/formula.js";
import { byId, Page } from "../../frame/page.js";
import { counted } from "../../frame/rows.js";
import { choice, flag, integer } from "../../frame/state.js";
import { DIM, isVisible, LEVELS, makeSheet, powers, type Sheet } from "./sheet.js";

const page = new Page({
  level: choice(...LEVELS),
  seed: integer(1, 1, 500),
  sheets: integer(1, 1, 8),
  blank: flag(true),
  key: flag(true),
});
page.bind("level");
page.bind("seed", { show: String });
page.bind("sheets", { show: String });
page.bind("blank");
page.bind("key");
byId("print").addEventListener("click", () => print());
void page.withCore((heed) => page.onChange(() => draw(heed)));

const NAMES = { X: "X", WQ: "W_Q", WK: "W_K", WV: "W_V", Q: "Q", K: "K", V: "V" } as const;

type Part = Node | string;

function draw(heed: Heed): void {
  const { level, seed, sheets, blank, key } = page.state;
  const made = Array.from({ length: sheets }, (_, index) => makeSheet(heed, seed + index, level));
  byId("papers").replaceChildren(
    ...(blank ? made.map((sheet) => paper(sheet, false)) : []),
    ...(key ? made.map((sheet) => paper(sheet, true)) : []),
  );
}

/** The sheet, or, with everything filled in, its key. */
function paper(sheet: Sheet, solved: boolean): HTMLElement {
  const article = tag("article", { class: `paper${solved ? " solved" : ""}`, "data-seed": String(sheet.seed) });
  const title = tag("h2", {});
  page.fill(title, solved ? "key-title" : "sheet-title", { seed: sheet.seed });
  article.append(title, solved ? text("key-note") : nameLine(), text(`task-${sheet.level}`), givenMatrices(sheet));
  const steps = tag("div", { class: "steps" });
  if (sheet.level === "projected")
    steps.append(
      step(
        "step-project",
        grids(
          [
            ["Q", sheet.q, 0],
            ["K", sheet.k, 0],
            ["V", sheet.v, 0],
          ],
          sheet,
          solved,
        ),
        {},
        "whole",
      ),
    );
  steps.append(
    step("step-score", grids([["S = QK^\\top", sheet.raw, 0]], sheet, solved)),
    step("step-scale", grids([["E = S / \\sqrt{d_k}", sheet.scores, 1]], sheet, solved), {
      dim: DIM,
      root: Math.sqrt(DIM),
    }),
    step(
      "step-exp",
      [...grids([["\\exp(E - \\max)", sheet.exponentials, 2]], sheet, solved), ...powerTables()],
      {},
      "whole",
    ),
    step("step-normalise", grids([["A", sheet.weights, 2]], sheet, solved)),
    step("step-mix", grids([["O = AV", sheet.output, 2]], sheet, solved)),
    step(
      "step-say",
      solved ? [text("most", { pairs: mostText(sheet) })] : [tag("p", { class: "blank-line" }, "\u00a0")],
      {},
      "whole",
    ),
  );
  article.append(steps);
  return article;
}

function nameLine(): HTMLElement {
  const element = tag("p", { class: "name-line" });
  page.fill(element, "name-line");
  return element;
}

function givenMatrices(sheet: Sheet): HTMLElement {
  const row = tag("div", { class: "grids given" });
  row.append(
    ...sheet.given.map(([name, rows]) =>
      grid(NAMES[name], rows, 0, { sheet, solved: true, tokens: !name.startsWith("W") }),
    ),
  );
  return row;
}

function step(
  key: string,
  parts: readonly Part[],
  parameters: Record<string, string | number> = {},
  width = "half",
): HTMLElement {
  const section = tag("section", { class: width });
  const body = tag("div", { class: "grids" });
  body.append(...parts);
  section.append(text(key, parameters), body);
  return section;
}

function grids(
  wanted: readonly (readonly [tex: string, rows: readonly (readonly number[])[], decimals: number])[],
  sheet: Sheet,
  solved: boolean,
): HTMLElement[] {
  return wanted.map(([tex, rows, decimals]) => grid(tex, rows, decimals, { sheet, solved, tokens: true }));
}

interface GridLook {
  readonly sheet: Sheet;
  readonly solved: boolean;
  /** Whether its rows are tokens. */
  readonly tokens: boolean;
}

/** A matrix as a table of boxes, filled or empty. Tokens along both sides where it is a token against a token. */
function grid(
  tex: string,
  rows: readonly (readonly number[])[],
  decimals: number,
  { sheet, solved, tokens }: GridLook,
): HTMLElement {
  const table = tag("table", { class: "grid-paper" });
  const caption = tag("caption", {});
  caption.innerHTML = formula(tex);
  const pairs = /^[SEA\\]/.test(tex);
  const names = words();
  const columns = pairs ? names : counted(rows[0]!.length);
  const head = tag("tr", {});
  head.append(tag("td", {}), ...columns.map((name) => tag("th", { scope: "col" }, name)));
  const body = rows.map((row, query) => {
    const cells = row.map((value, key) => {
      const hidden = pairs && !/^S/.test(tex) && !isVisible(sheet.level, query, key);
      return tag("td", hidden ? { class: "hidden-pair" } : {}, hidden ? "–" : solved ? digits(value, decimals) : "");
    });
    const line = tag("tr", {});
    line.append(tag("th", { scope: "row" }, tokens ? names[query]! : String(query + 1)), ...cells);
    return line;
  });
  const [thead, tbody] = [tag("thead", {}), tag("tbody", {})];
  thead.append(head);
  tbody.append(...body);
  table.append(caption, thead, tbody);
  if (solved) table.dataset.matrix = tex.replace(/[^A-Za-z]/g, "").slice(0, 3);
  return table;
}

/** The table of powers in two halves, which stand one below the other where it is narrow. */
function powerTables(): HTMLElement[] {
  const all = powers();
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)].map((part) => {
    const table = tag("table", { class: "powers" });
    const [x, value] = [tag("tr", {}), tag("tr", {})];
    x.append(
      tag("th", { scope: "row" }, "x"),
      ...part.map(([at]) => tag("td", {}, digits(at, Number.isInteger(at) ? 0 : 1))),
    );
    value.append(
      tag("th", { scope: "row" }, "exp x"),
      ...part.map(([, power]) => tag("td", {}, digits(power, power < 0.1 ? 3 : 2))),
    );
    const body = tag("tbody", {});
    body.append(x, value);
    table.append(body);
    return table;
  });
}

/** "the → cat, cat → slept, …" */
function mostText({ weights }: Sheet): string {
  return weights.map((row, query) => `${words()[query]} → ${words()[row.indexOf(Math.max(...row))]}`).join(", ");
}

function words(): string[] {
  return [page.text("word-1"), page.text("word-2"), page.text("word-3")];
}

function text(key: string, parameters: Record<string, string | number> = {}): HTMLElement {
  const element = tag("p", {});
  page.fill(element, key, parameters);
  return element;
}

function tag(name: string, attributes: Record<string, string>, text = ""): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== "") element.textContent = text;
  return element;
}
