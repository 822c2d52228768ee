// The sizes of the matrices, for the style sheet to lay them out by.
import { sizesOf, tokensOf, type State } from "../state/index.js";
import { byId } from "./dom.js";

/** Columns of X, Q, K, V and O that one strip has room for beside the scores; fewer where the digits of many scores need it. */
const NARROW = { few: 14, some: 12, many: 0 } as const;

/** Tokens and columns of a key and a value that the way back has room for beside one another. */
const NARROW_BACK = 13;

export function layOut(state: State): void {
  const tokens = tokensOf(state.text).length;
  const { dim, valueDim } = sizesOf(state);
  const strip = byId("strip");
  const sizes = { tokens, width: state.width, dim, "value-dim": valueDim };
  for (const [name, size] of Object.entries(sizes)) strip.style.setProperty(`--${name}`, String(size));
  const share = (columns: number, least: number): string => `minmax(${least}rem, ${columns}fr)`;
  strip.style.setProperty(
    "--project",
    [share(state.width + 1, 13), share(dim, 6.5), share(dim, 6.5), share(valueDim, 6.5)].join(" "),
  );
  const across = state.width + 2 * dim + 2 * valueDim;
  const count = tokens <= 8 ? "few" : tokens <= 16 ? "some" : "many";
  strip.classList.toggle("broad", across > NARROW[count] || state.convention === "columns");
  layOutGradients(state, tokens + dim + valueDim);
  strip.classList.toggle("plain", !state.projected);
  document.body.dataset["tokens"] = count;
  document.body.dataset["turn"] = state.convention;
}

/** Of several heads, and with a factor, the formulas are longer as well. */
function layOutGradients(state: State, across: number): void {
  const { classList } = byId("gradients");
  const headed = state.heads > 1;
  classList.toggle("headed", headed);
  classList.toggle("factored", typeof state.scale === "number");
  classList.toggle("broad", across > NARROW_BACK || state.convention === "columns" || headed);
}
