// What each matrix is called, in both conventions. The HTML never holds what a reader typed.
import { sizesOf, type State } from "../state/index.js";
import { gradientCaption } from "./gradient-captions.js";
import { isGradient, type Edited, type Shown } from "./shown-matrices.js";
import { i, scaleText, T, w } from "./formula-parts.js";

export type CaptionName = Shown | Edited;

const LETTERS = { q: "Q", k: "K", v: "V" } as const;

/** Formula of a matrix as HTML. */
export function captionOf(state: State, name: CaptionName): string {
  if (isGradient(name)) return gradientCaption(state, name);
  const turned = state.convention === "columns";
  const h = state.heads > 1 ? `<sub>${state.head + 1}</sub>` : "";
  const product = (left: string, right: string, afterLeft = "", afterRight = ""): string =>
    `${i(left)}${h}${afterLeft} ${i(right)}${h}${afterRight}`;
  switch (name) {
    case "x":
      return turned ? i("H") : i("X");
    case "query":
      return w("q") + head(state);
    case "key":
      return w("k") + head(state);
    case "value":
      return w("v") + head(state);
    case "outputWeight":
      return w("o");
    case "q":
    case "k":
    case "v": {
      const letter = `${i(LETTERS[name])}${h}`;
      if (!state.projected) return `${letter} = ${turned ? i("H") : i("X")}`;
      return turned ? `${letter} = ${w(name)} ${i("H")}` : `${letter} = ${i("X")} ${w(name)}`;
    }
    case "scores":
      return `${i("E")}${h} = ${turned ? product("K", "Q", T) : product("Q", "K", "", T)}${scaleText(state)}`;
    case "weights":
      return `${i("A")}${h} = ${state.softmax ? `softmax(${i("E")}${h})` : `${i("E")}${h}`}`;
    case "mixed":
      return `${i(turned && state.heads === 1 ? "C" : "O")}${h} = ${turned ? product("V", "A") : product("A", "V")}`;
    case "joined":
      return turned ? `${i("O")} = [ ${headNames(state, "; ")} ]` : `${i("O")} = [ ${headNames(state, ", ")} ]`;
    case "output":
      return turned ? `${i("Y")} = ${w("o")} ${i("O")}` : `${i("Y")} = ${i("O")} ${w("o")}`;
  }
}

function head({ heads, head: shown }: State): string {
  return heads > 1 ? `<small> head ${shown + 1}</small>` : "";
}

function headNames({ heads }: State, separator: string): string {
  return Array.from({ length: heads }, (_, at) => `${i("O")}<sub>${at + 1}</sub>`).join(separator);
}

/** "Q = X W q": for files and for speech. */
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
  const turned = state.convention === "columns";
  return {
    project: projectText(state, turned),
    score: scoreText(state, turned),
    normalise: normaliseText(state, turned),
    mix: mixText(state, turned),
  };
}

function projectText({ projected }: State, turned: boolean): string {
  const token = turned ? "column" : "row";
  if (!projected)
    return (
      `Without weights each token’s ${token} of ${turned ? i("H") : i("X")} is its own <b>query</b>, ` +
      "<b>key</b> and <b>value</b>."
    );
  return (
    `Each token’s ${token} of ${turned ? i("H") : i("X")}, ${turned ? "under" : "times"} three weight ` +
    "matrices: its <b>query</b> says what it looks for, its <b>key</b> what it is found by, its <b>value</b> " +
    "what it hands on."
  );
}

function scoreText(state: State, turned: boolean): string {
  const { dim } = sizesOf(state);
  const why = {
    "sqrt-dk": `, divided by √${dim} because a key has ${dim === 1 ? "one number" : `${dim} numbers`}, is the score`,
    "sqrt-dmodel": `, divided by √${state.width} because a token has ${state.width} numbers, is the score`,
    none: " is the score, as it is",
  };
  const scale = typeof state.scale === "number" ? ", times a factor of your own, is the score" : why[state.scale];
  const axes = turned
    ? `${i("e")}<sub>ij</sub> = ${i("k")}<sub>i</sub>${T}${i("q")}<sub>j</sub>: the token that is asked stands ` +
      `down the side, the one that asks along the top. ${i("Q")}${T}${i("K")} holds the same numbers turned: ` +
      "each is the other’s transpose."
    : "Down the side stands the token that asks, along the top the one that is asked.";
  return (
    `Every query meets every key. Their dot product${scale}. ` +
    `${axes}${state.causal ? " Later tokens are hidden from earlier ones." : ""}`
  );
}

function normaliseText({ softmax }: State, turned: boolean): string {
  if (!softmax)
    return (
      "No softmax: the scores themselves are the weights. They may be negative, and " +
      `${turned ? "columns" : "rows"} do not sum to 1.`
    );
  const line = turned
    ? `each column: over the first index, ${i("i")}, which counts the keys`
    : `each row: over the second index, ${i("j")}, which counts the keys`;
  return (
    `Softmax runs along ${line}. Its weights lie between 0 and 1 and sum to 1: how a token shares out its ` +
    "attention."
  );
}

function mixText({ softmax }: State, turned: boolean): string {
  const [line, rows] = turned ? ["column", "columns"] : ["row", "rows"];
  return (
    `Each ${line} of weights mixes the ${rows} of ${i("V")} into one <b>context vector</b> per ` +
    `token${softmax ? "" : "; without softmax the mix is no average"}.`
  );
}
