// The whole formula and its four steps in one figure. A part that is pointed at lights the matrices that it means.
import "./steps-figure.css";
import { byId, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { formula } from "../../kit/texts/index.js";
import { type Page } from "./page.js";

type MatrixOfPage = "query" | "key" | "value" | "scores" | "scaled" | "weights" | "output";

/** Where the matrices of a page are, as CSS selectors. What a page does not show is left out. */
export type Marks = Partial<Record<MatrixOfPage, string>>;

interface Part {
  /** What it lights on the page. */
  readonly matrices: readonly MatrixOfPage[];
  /** The other parts that belong to it. */
  readonly others: readonly string[];
}

/** The parts of the formula. */
const PIECES: Readonly<Record<string, Part>> = {
  softmax: { matrices: ["weights"], others: ["weigh"] },
  query: { matrices: ["query"], others: ["project", "score"] },
  key: { matrices: ["key"], others: ["project", "score"] },
  root: { matrices: ["scaled"], others: ["score"] },
  value: { matrices: ["value"], others: ["project", "mix"] },
};
/** The steps: each with its formulas. */
const STEPS: Readonly<Record<string, Part & { readonly tex: readonly string[] }>> = {
  project: {
    tex: ["Q = XW_Q", "K = XW_K", "V = XW_V"],
    matrices: ["query", "key", "value"],
    others: ["query", "key", "value"],
  },
  score: { tex: ["E = QK^\\top / \\sqrt{d_k}"], matrices: ["scores", "scaled"], others: ["query", "key", "root"] },
  weigh: { tex: ["A = \\softmax(E)"], matrices: ["weights"], others: ["softmax"] },
  mix: { tex: ["O = AV"], matrices: ["output"], others: ["value"] },
};
const PARTS: Readonly<Record<string, Part>> = { ...PIECES, ...STEPS };

/** Fills the section "whole". The page's text `whole` says what the formula has to do with the lesson. */
export function showSteps<F extends Fields>(page: Page<F>, marks: Marks): void {
  const host = byId("whole");
  const said = page.element("p", "frame.whole-hint", { class: "note", id: "part-said" });
  const title = page.element("h2", "frame.whole", { id: "whole-title" });
  host.replaceChildren(title, page.element("p", "whole", { class: "prose" }), wholeFormula(page), said, steps(page));
  const light = (name: string | undefined): void => lightPart(host, marks, name);
  const choose = (event: Event): void => {
    const name = partAt(event.target);
    if (name === undefined) return;
    light(name);
    page.fill(said, `frame.part-${name}`);
  };
  const leave = (): void => light(partAt(host.querySelector(":focus-visible")));
  host.addEventListener("pointerover", choose);
  host.addEventListener("focusin", choose);
  host.addEventListener("pointerleave", leave);
  host.addEventListener("focusout", () => light(undefined));
  host.addEventListener("click", (event) => showMatrixOf(marks, partAt(event.target)));
}

function partAt(target: EventTarget | null): string | undefined {
  return (target as Element | null)?.closest<HTMLElement>("[data-part]")?.dataset.part;
}

function wholeFormula<F extends Fields>(page: Page<F>): HTMLElement {
  const sign = (text: string): HTMLElement => make("span", { class: "sign", "aria-hidden": true }, text);
  const product = make("span", { class: "product" }, piece(page, "query", "Q"), piece(page, "key", "K^\\top"));
  const quotient = make("span", { class: "quotient" }, product, piece(page, "root", "\\sqrt{d_k}"));
  const group = make("div", { class: "whole-formula", role: "group", "data-t-label": "frame.whole" });
  group.setAttribute("aria-label", page.text("frame.whole"));
  group.append(piece(page, "softmax", "\\softmax"), sign("("), quotient, sign(")"), piece(page, "value", "V"));
  return group;
}

function piece<F extends Fields>(page: Page<F>, name: string, tex: string): HTMLElement {
  const label = `frame.name-${name}`;
  const attributes = { "data-part": name, "data-t-label": label, "aria-label": page.text(label) };
  const button = make("button", { type: "button", "aria-describedby": "part-said", ...attributes });
  button.innerHTML = formula(tex);
  return button;
}

function steps<F extends Fields>(page: Page<F>): HTMLElement {
  const items = Object.entries(STEPS).map(([name, { tex }]) => {
    const button = page.element("button", `frame.step-${name}`, { type: "button" });
    const shown = make("span", { class: "step-formula" });
    shown.innerHTML = tex.map((one) => formula(one)).join(" ");
    return make("li", { "data-part": name }, button, shown, page.element("p", `frame.part-${name}`));
  });
  return make("ol", { class: "four-steps" }, ...items);
}

function lightPart(host: HTMLElement, marks: Marks, name: string | undefined): void {
  const part = name === undefined ? undefined : PARTS[name];
  for (const element of host.querySelectorAll<HTMLElement>("[data-part]"))
    element.classList.toggle("lit", [name, ...(part?.others ?? [])].includes(element.dataset.part));
  for (const element of document.querySelectorAll(".part-lit")) element.classList.remove("part-lit");
  for (const element of part?.matrices.flatMap((matrix) => elementsOf(marks, matrix)) ?? [])
    element.classList.add("part-lit");
}

function elementsOf(marks: Marks, matrix: MatrixOfPage): Element[] {
  const selector = marks[matrix];
  return selector === undefined ? [] : [...document.querySelectorAll(selector)];
}

/** Scrolls to the first matrix that a part means. */
function showMatrixOf(marks: Marks, name: string | undefined): void {
  const found = PARTS[name ?? ""]?.matrices.flatMap((matrix) => elementsOf(marks, matrix)) ?? [];
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  found
    .find((element) => element.getClientRects().length > 0)
    ?.scrollIntoView({ block: "center", behavior: still ? "instant" : "smooth" });
}
