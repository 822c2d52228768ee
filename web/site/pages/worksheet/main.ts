// Worksheets to print, with three tokens to compute by hand, and their answer keys. One computation gives both.
import type { Heed } from "heed";
import { byId, choice, flag, integer } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import { counted, formula, Page } from "../../rooms/lesson/index.js";
import { MyPage } from "./my-page.js";
import { DIM, isVisible, LEVELS, makeSheet, OUTPUT_OFF, powers, WEIGHT_OFF, type Sheet } from "./sheet.js";

const page = new Page({
  /** Whether it shows sheets to compute by hand, or what the reader can hand in. */
  sheet: choice("hand", "mine"),
  level: choice(...LEVELS),
  seed: integer(1, 1, 500),
  sheets: integer(1, 1, 8),
  blank: flag(true),
  key: flag(true),
});
page.bind("sheet");
page.bind("level");
page.bind("seed", { show: String });
page.bind("sheets", { show: String });
page.bind("blank");
page.bind("key");
const printButton = byId<HTMLButtonElement>("print");
printButton.addEventListener("click", () => print());
new MyPage(page);
page.onChange(() => {
  const isMine = page.state.sheet === "mine";
  byId("mine").hidden = !isMine;
  byId("maker").hidden = byId("papers").hidden = isMine;
});
void page.withCore((heed) => page.onChange(() => draw(heed)));

const NAMES = { X: "X", WQ: "W_Q", WK: "W_K", WV: "W_V", Q: "Q", K: "K", V: "V" } as const;

function draw(heed: Heed): void {
  const { level, seed, sheets, blank, key } = page.state;
  printButton.disabled = !blank && !key;
  const made = Array.from({ length: sheets }, (_, index) => makeSheet(heed, seed + index, level));
  byId("papers").replaceChildren(
    ...(blank ? made.map((sheet) => paper(sheet, false)) : []),
    ...(key ? made.map((sheet) => paper(sheet, true)) : []),
  );
}

/** The sheet, or, if solved, its answer key. */
function paper(sheet: Sheet, solved: boolean): HTMLElement {
  const all = (...wanted: readonly Wanted[]): HTMLElement[] =>
    wanted.map(([tex, rows, decimals]) => grid(tex, rows, decimals, { sheet, solved, tokens: true }));
  const near = { less: digits(1 - WEIGHT_OFF, 2), more: digits(1 + WEIGHT_OFF, 2) };
  const steps = [
    ...(sheet.level === "projected"
      ? [wholeStep("step-project", ...all(["Q", sheet.q, 0], ["K", sheet.k, 0], ["V", sheet.v, 0]))]
      : []),
    halfStep(text("step-score"), ...all(["S = QK^\\top", sheet.raw, 0])),
    halfStep(text("step-scale", { dim: DIM, root: Math.sqrt(DIM) }), ...all(["E = S / \\sqrt{d_k}", sheet.scores, 1])),
    wholeStep("step-exp", ...all(["\\exp(E - \\max)", sheet.exponentials, 2]), ...powerTables()),
    halfStep(text(solved ? "step-normalised" : "step-normalise", near), ...all(["A", sheet.weights, 2])),
    halfStep(text("step-mix"), ...all(["O = AV", sheet.output, 2])),
    wholeStep(
      "step-say",
      solved ? text("most", { pairs: mostText(sheet) }) : make("p", { class: "blank-line" }, "\u00a0"),
    ),
  ];
  return make(
    "article",
    { class: `paper${solved ? " solved" : ""}`, "data-seed": sheet.seed, "data-level": sheet.level },
    page.element("h2", solved ? "key-title" : "sheet-title", {}, { seed: sheet.seed }),
    solved
      ? text("key-note", { weight: digits(WEIGHT_OFF, 2), output: digits(OUTPUT_OFF[sheet.level], 2) })
      : page.element("p", "name-line", { class: "name-line" }),
    text(`task-${sheet.level}`),
    givenMatrices(sheet),
    make("div", { class: "steps" }, ...steps),
  );
}

function givenMatrices(sheet: Sheet): HTMLElement {
  const grids = sheet.given.map(([name, rows]) =>
    grid(NAMES[name], rows, 0, { sheet, solved: true, tokens: !name.startsWith("W") }),
  );
  return make("div", { class: "grids given" }, ...grids);
}

/** A step as wide as the sheet. */
function wholeStep(key: string, ...parts: readonly HTMLElement[]): HTMLElement {
  return make("section", { class: "whole" }, text(key), make("div", { class: "grids" }, ...parts));
}

/** A step of half the width. */
function halfStep(task: HTMLElement, ...parts: readonly HTMLElement[]): HTMLElement {
  return make("section", { class: "half" }, task, make("div", { class: "grids" }, ...parts));
}

/** A matrix of the sheet: its name, its numbers, and their decimals. */
type Wanted = readonly [tex: string, rows: readonly (readonly number[])[], decimals: number];

interface GridLook {
  readonly sheet: Sheet;
  readonly solved: boolean;
  /** Whether the rows are tokens. */
  readonly tokens: boolean;
}

/** A matrix as a table of boxes, filled or empty. A matrix of token pairs has tokens along both sides. */
function grid(
  tex: string,
  rows: readonly (readonly number[])[],
  decimals: number,
  { sheet, solved, tokens }: GridLook,
): HTMLElement {
  const isOfPairs = /^[SEA\\]/.test(tex);
  const hides = (query: number, key: number): boolean =>
    isOfPairs && !tex.startsWith("S") && !isVisible(sheet.level, query, key);
  const names = words();
  const columns = isOfPairs ? names : counted(rows[0]!.length);
  const heads = columns.map((name) => make("th", { scope: "col" }, name));
  const body = rows.map((row, query) => {
    const cells = row.map((value, key) =>
      hides(query, key)
        ? make("td", { class: "hidden-pair" }, "–")
        : make("td", {}, solved ? digits(value, decimals) : ""),
    );
    return make("tr", {}, make("th", { scope: "row" }, tokens ? names[query]! : String(query + 1)), ...cells);
  });
  const caption = make("caption");
  caption.innerHTML = formula(tex);
  return make(
    "table",
    { class: "grid-paper", "data-matrix": solved ? tex.replace(/[^A-Za-z]/g, "").slice(0, 3) : undefined },
    caption,
    make("thead", {}, make("tr", {}, make("td"), ...heads)),
    make("tbody", {}, ...body),
  );
}

/** The table of powers in two halves. On a narrow screen one is below the other. */
function powerTables(): HTMLElement[] {
  const all = powers();
  const half = Math.ceil(all.length / 2);
  return [all.slice(0, half), all.slice(half)].map((part) => {
    const exponents = part.map(([at]) => make("td", {}, digits(at, Number.isInteger(at) ? 0 : 1)));
    const values = part.map(([, power]) => make("td", {}, digits(power, power < 0.1 ? 3 : 2)));
    const rows = [
      make("tr", {}, make("th", { scope: "row" }, "x"), ...exponents),
      make("tr", {}, make("th", { scope: "row" }, "exp x"), ...values),
    ];
    return make("table", { class: "powers" }, make("tbody", {}, ...rows));
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
  return page.element("p", key, {}, parameters);
}
