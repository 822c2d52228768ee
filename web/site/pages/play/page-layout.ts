// Tells the style sheet the sizes of the matrices, by which it lays them out.
import { byId } from "../../kit/index.js";
import { WIDE } from "./page-matrix.js";
import { columnNames, sizesOf, tokensOf, type State } from "../../rooms/state/index.js";

/** How many columns of X, Q, K, V and O have room beside the scores. With more tokens, the scores need more room. */
const NARROW = { few: 14, some: 12, many: 0 } as const;

/** How many tokens and columns of a key and a value have room beside one another among the gradients. */
const NARROW_BACK = 13;

export function layOut(state: State): void {
  const words = tokensOf(state);
  const tokens = words.length;
  const { dim, valueDim } = sizesOf(state);
  const steps = byId("steps");
  const tell = (name: string, value: string): void => {
    // The browser would style all matrices again, even if the value is the same.
    if (steps.style.getPropertyValue(name) !== value) steps.style.setProperty(name, value);
  };
  const sizes = { tokens, width: state.width, dim, "value-dim": valueDim };
  for (const [name, size] of Object.entries(sizes)) tell(`--${name}`, String(size));
  const share = (columns: number, least: number): string => `minmax(${least}rem, ${columns}fr)`;
  tell("--project", [share(state.width + 1, 13), share(dim, 6.5), share(dim, 6.5), share(valueDim, 6.5)].join(" "));
  const across = state.width + 2 * dim + 2 * valueDim;
  const count = tokens <= 6 ? "few" : tokens <= 16 ? "some" : "many";
  // A desk has all four steps in one row. Where a link leaves some out, the others get their room.
  const isWhole = !(["project", "score", "normalise", "mix"] as const).some((part) => state.hidden.includes(part));
  steps.classList.toggle("broad", across > NARROW[count] || state.convention === "columns" || !isWhole);
  steps.classList.toggle("wide", Math.max(state.width, dim, valueDim) > WIDE);
  // Labels widen by four letters at once, so that most keys leave the layout as it is.
  const longest = 4 * Math.ceil(Math.max(...words.map(({ length }) => length)) / 4);
  // Where a desk has all matrices in one row, they have no room for longer labels.
  const label = `clamp(3.75rem, ${0.45 * longest + 0.75}rem, min(7rem, 20vw))`;
  tell("--label", steps.classList.contains("broad") ? label : "");
  layOutGradients(state, tokens + dim + valueDim);
  steps.classList.toggle("plain", !state.projected);
  document.body.dataset["tokens"] = count;
  document.body.toggleAttribute("data-named", columnNames(state, "x").length > 0);
  document.body.dataset["turn"] = state.convention;
}

/** With several heads or a factor the formulas are longer, too. */
function layOutGradients(state: State, across: number): void {
  const { classList } = byId("gradients");
  const headed = state.heads > 1;
  classList.toggle("headed", headed);
  classList.toggle("factored", typeof state.scale === "number");
  classList.toggle("broad", across > NARROW_BACK || state.convention === "columns" || headed);
}
