// What each matrix is called, in both conventions. The HTML never holds what a reader typed.
import { sizesOf, type State } from "../../rooms/state/index.js";
import { text } from "./dom.js";
import { gradientCaption } from "./gradient-captions.js";
import { isGradient, type Edited, type Shown } from "./shown-matrices.js";
import { i, scaleText, T, w } from "./formula-parts.js";

export type CaptionName = Shown | Edited;

const LETTERS = { q: "Q", k: "K", v: "V" } as const;

/** Formula of a matrix as HTML. */
export function captionOf(state: State, name: CaptionName): string {
  if (isGradient(name)) return gradientCaption(state, name);
  const transposed = state.convention === "columns";
  const h = state.heads > 1 ? `<sub>${state.head}</sub>` : "";
  const product = (left: string, right: string, afterLeft = "", afterRight = ""): string =>
    `${i(left)}${h}${afterLeft} ${i(right)}${h}${afterRight}`;
  switch (name) {
    case "x":
      return transposed ? i("H") : i("X");
    case "query":
      return w("Q") + head(state);
    case "key":
      return w("K") + head(state);
    case "value":
      return w("V") + head(state);
    case "outputWeight":
      return w("O");
    case "q":
    case "k":
    case "v": {
      const [letter, weight] = [`${i(LETTERS[name])}${h}`, w(LETTERS[name])];
      if (!state.projected) return `${letter} = ${transposed ? i("H") : i("X")}`;
      return transposed ? `${letter} = ${weight} ${i("H")}` : `${letter} = ${i("X")} ${weight}`;
    }
    case "scores":
      return `${i("E")}${h} = ${transposed ? product("K", "Q", T) : product("Q", "K", "", T)}${scaleText(state)}`;
    case "weights":
      return `${i("A")}${h} = ${state.softmax ? `softmax(${i("E")}${h})` : `${i("E")}${h}`}`;
    case "mixed": {
      const mixed = i(transposed && state.heads === 1 ? "C" : "O");
      return `${mixed}${h} = ${transposed ? product("V", "A") : product("A", "V")}`;
    }
    case "joined":
      return transposed ? `${i("O")} = [ ${headNames(state, "; ")} ]` : `${i("O")} = [ ${headNames(state, ", ")} ]`;
    case "output":
      return transposed ? `${i("Y")} = ${w("O")} ${i("O")}` : `${i("Y")} = ${i("O")} ${w("O")}`;
  }
}

function head({ heads, head: shown }: State): string {
  return heads > 1 ? `<small> ${text("of-head", { head: shown })}</small>` : "";
}

function headNames({ heads }: State, separator: string): string {
  return Array.from({ length: heads }, (_, at) => `${i("O")}<sub>${at}</sub>`).join(separator);
}

/** "Q = X W_Q": for files and for speech. */
export function plainCaption(state: State, name: CaptionName): string {
  const title = captionOf(state, name)
    .replace(/<sup>T<\/sup>/g, "ᵀ")
    .replace(/<sub>([\w,]+)<\/sub>/g, "_$1")
    .replace(/<[^>]*>/g, "");
  return title;
}

export interface StepTexts {
  readonly project: string;
  readonly score: string;
  readonly normalise: string;
  readonly mix: string;
}

/** What each step does, in the words of the setting. */
export function stepTexts(state: State): StepTexts {
  const transposed = state.convention === "columns";
  return {
    project: projectText(state, transposed),
    score: scoreText(state, transposed),
    normalise: normaliseText(state, transposed),
    mix: mixText(state, transposed),
  };
}

/** The end of a text's key where a token is a column. */
const ending = (transposed: boolean): string => (transposed ? "-columns" : "");

function projectText({ projected }: State, transposed: boolean): string {
  return text(`about-${projected ? "project" : "plain"}${ending(transposed)}`, { x: i(transposed ? "H" : "X") });
}

function scoreText(state: State, transposed: boolean): string {
  const formula = `${i("e")}<sub>ij</sub> = ${i("k")}<sub>i</sub>${T}${i("q")}<sub>j</sub>`;
  const axes = text(`axes${ending(transposed)}`, { formula, other: `${i("Q")}${T}${i("K")}` });
  const about = text("about-score", { score: scoreRule(state), axes });
  const hidden = [...(state.causal ? ["later-hidden"] : []), ...(state.ahead ? ["earlier-hidden"] : [])];
  return [about, ...hidden.map((key) => text(key))].join(" ");
}

/** How a dot product becomes a score. */
function scoreRule(state: State): string {
  const { dim } = sizesOf(state);
  if (typeof state.scale === "number") return text("score-own");
  if (state.scale === "none") return text("score-none");
  if (state.scale === "sqrt-dmodel") return text("score-dmodel", { dim: state.width });
  return text("score-dk", { dim });
}

function normaliseText({ softmax }: State, transposed: boolean): string {
  return text(`about-${softmax ? "normalise" : "no-softmax"}${ending(transposed)}`, {
    index: i(transposed ? "i" : "j"),
  });
}

function mixText({ softmax }: State, transposed: boolean): string {
  return text(`about-mix${softmax ? "" : "-no-softmax"}${ending(transposed)}`, { v: i("V") });
}
