// What the gradients are called: the loss, the steps back, and a formula for each, in both conventions.
// The HTML never holds what a reader typed.
import { outputWidth, sizesOf, type State } from "../../rooms/state/index.js";
import { text } from "./dom.js";
import type { Gradient } from "./shown-matrices.js";
import { i, scaleText, T, w } from "./formula-parts.js";

const d = (letter: string): string => `d${i(letter)}`;
const fromLoss = (): string => `<small> ${text("from-loss")}</small>`;

/** Formula of a gradient as HTML. */
export function gradientCaption(state: State, name: Gradient): string {
  const transposed = state.convention === "columns";
  const h = state.heads > 1 ? `<sub>${state.head}</sub>` : "";
  const x = transposed ? "H" : "X";
  const o = contextLetter(state);
  const product = (left: string, right: string): string => (transposed ? `${right} ${left}` : `${left} ${right}`);
  switch (name) {
    case "dy":
      return d("Y") + fromLoss();
    case "dOutputWeight":
      return `d${w("O")} = ${transposed ? `${d("Y")} ${i(o)}${T}` : `${i(o)}${T} ${d("Y")}`}`;
    case "dOutput":
      return (
        d(o) +
        h +
        (state.output === null ? fromLoss() : ` = ${product(d("Y"), w(state.heads > 1 ? `O,${state.head}` : "O") + T)}`)
      );
    case "dWeights":
      return `${d("A")}${h} = ${product(d(o) + h, i("V") + h + T)}`;
    case "dv":
      return `${d("V")}${h} = ${transposed ? `${d(o)}${h} ${i("A")}${h}${T}` : `${i("A")}${h}${T} ${d(o)}${h}`}`;
    case "dScores": {
      const [a, da] = [`${i("A")}${h}`, `${d("A")}${h}`];
      const mean = `Σ<sub>${transposed ? "i" : "j"}</sub> ${a} ⊙ ${da}`;
      return `${d("E")}${h} = ${state.softmax ? `${a} ⊙ (${da} − ${mean})` : da}`;
    }
    case "dq":
      return `${d("Q")}${h} = ${product(d("E") + h, i("K") + h)}${scaleText(state)}`;
    case "dk": {
      const [q, de] = [`${i("Q")}${h}`, `${d("E")}${h}${T}`];
      return `${d("K")}${h} = ${product(de, q)}${scaleText(state)}`;
    }
    case "dQuery":
      return ofProjection("Q");
    case "dKey":
      return ofProjection("K");
    case "dValue":
      return ofProjection("V");
    case "dx":
      return `${d(x)} = ${ofTokens()}`;
  }

  function ofProjection(letter: string): string {
    const head = state.heads > 1 ? `<small> ${text("of-head", { head: state.head })}</small>` : "";
    return `d${w(letter)}${head} = ${transposed ? `${d(letter)}${h} ${i(x)}${T}` : `${i(x)}${T} ${d(letter)}${h}`}`;
  }

  /** What comes back by queries, keys and values. */
  function ofTokens(): string {
    if (!state.projected) return ["Q", "K", "V"].map(d).join(" + ");
    const each = state.heads > 1 ? "<sub>h</sub>" : "";
    const ways = ["Q", "K", "V"].map((letter) => product(d(letter) + each, w(letter) + T)).join(" + ");
    return state.heads > 1 ? `Σ<sub>h</sub> (${ways})` : ways;
  }
}

/** Source A calls the context vectors of its one head C. */
function contextLetter({ convention, heads, output }: State): string {
  return convention === "columns" && heads === 1 && output === null ? "C" : "O";
}

/** What the loss is made of. */
function outputLetter(state: State): string {
  return state.output === null ? contextLetter(state) : "Y";
}

/** "sum of O", "O[2, 1]": for files. */
export function lossName(state: State): string {
  const place = [state.followed + 1, state.lossNumber + 1];
  if (state.convention === "columns") place.reverse();
  return state.loss === "sum" ? `sum of ${outputLetter(state)}` : `${outputLetter(state)}[${place.join(", ")}]`;
}

/** The two losses on their buttons. */
export function lossChoices(state: State): { sum: string; one: string } {
  const o = i(outputLetter(state));
  return { sum: text("loss-sum", { o }), one: text("loss-one", { o }) };
}

/** Which loss it is, and what its gradient is; `.asked` waits for the followed token. */
export function lossText(state: State): string {
  const letter = outputLetter(state);
  const below = text("about-slopes", { a: i("A"), da: d("A") });
  const told = { o: i(letter), do: d(letter), below, number: state.lossNumber + 1 };
  if (state.loss === "sum") return text("about-loss-sum", told);
  return text("about-loss-one", told) + otherHead(state);
}

/** Without an output projection a number belongs to one head, and the others have no part in it. */
function otherHead(state: State): string {
  if (state.heads === 1 || state.output !== null) return "";
  const head = Math.floor((state.lossNumber * state.heads) / outputWidth(state));
  return head === state.head ? "" : ` ${text("other-head", { head, shown: state.head })}`;
}

export interface GradientTexts {
  readonly join: string;
  readonly mix: string;
  readonly normalise: string;
  readonly score: string;
  readonly project: string;
}

/** What each step does on the way back, in the words of the setting. */
export function gradientTexts(state: State): GradientTexts {
  const o = d(contextLetter(state));
  const transposed = state.convention === "columns" ? "-columns" : "";
  return {
    join: text("about-back-join", { w: w("O"), dy: d("Y") }),
    mix: text("about-back-mix", { do: o }),
    normalise: text(state.softmax ? `about-back-normalise${transposed}` : "about-back-no-softmax", { de: d("E") }),
    score: backScoreText(state),
    project: text(state.projected ? "about-back-project" : "about-back-plain"),
  };
}

function backScoreText(state: State): string {
  if (typeof state.scale === "number") return text("about-back-score-own");
  if (state.scale === "none") return text("about-back-score");
  const dim = state.scale === "sqrt-dk" ? sizesOf(state).dim : state.width;
  return text("about-back-score-divided", { dim });
}
