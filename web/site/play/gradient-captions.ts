// What the gradients are called: the loss, the steps back, and a formula for each, in both conventions.
// The HTML never holds what a reader typed.
import { outputWidth, sizesOf, type State } from "../state/index.js";
import type { Gradient } from "./shown-matrices.js";
import { i, scaleText, T, w } from "./formula-parts.js";

const d = (letter: string): string => `d${i(letter)}`;
const FROM_LOSS = "<small> from the loss</small>";

/** Formula of a gradient as HTML. */
export function gradientCaption(state: State, name: Gradient): string {
  const turned = state.convention === "columns";
  const h = state.heads > 1 ? `<sub>${state.head + 1}</sub>` : "";
  const x = turned ? "H" : "X";
  const o = contextLetter(state);
  const product = (left: string, right: string): string => (turned ? `${right} ${left}` : `${left} ${right}`);
  switch (name) {
    case "dy":
      return d("Y") + FROM_LOSS;
    case "doutputWeight":
      return `d${w("o")} = ${turned ? `${d("Y")} ${i(o)}${T}` : `${i(o)}${T} ${d("Y")}`}`;
    case "dOutput":
      return (
        d(o) +
        h +
        (state.output === null
          ? FROM_LOSS
          : ` = ${product(d("Y"), w(state.heads > 1 ? `o,${state.head + 1}` : "o") + T)}`)
      );
    case "dweights":
      return `${d("A")}${h} = ${product(d(o) + h, i("V") + h + T)}`;
    case "dv":
      return `${d("V")}${h} = ${turned ? `${d(o)}${h} ${i("A")}${h}${T}` : `${i("A")}${h}${T} ${d(o)}${h}`}`;
    case "dscores": {
      const [a, da] = [`${i("A")}${h}`, `${d("A")}${h}`];
      const mean = `Σ<sub>${turned ? "i" : "j"}</sub> ${a} ⊙ ${da}`;
      return `${d("E")}${h} = ${state.softmax ? `${a} ⊙ (${da} − ${mean})` : da}`;
    }
    case "dq":
      return `${d("Q")}${h} = ${product(d("E") + h, i("K") + h)}${scaleText(state)}`;
    case "dk": {
      const [q, de] = [`${i("Q")}${h}`, `${d("E")}${h}${T}`];
      return `${d("K")}${h} = ${product(de, q)}${scaleText(state)}`;
    }
    case "dquery":
      return ofProjection("q", "Q");
    case "dkey":
      return ofProjection("k", "K");
    case "dvalue":
      return ofProjection("v", "V");
    case "dx":
      return `${d(x)} = ${ofTokens()}`;
  }

  function ofProjection(letter: string, made: string): string {
    const head = state.heads > 1 ? `<small> head ${state.head + 1}</small>` : "";
    return `d${w(letter)}${head} = ${turned ? `${d(made)}${h} ${i(x)}${T}` : `${i(x)}${T} ${d(made)}${h}`}`;
  }

  /** What comes back by queries, keys and values. */
  function ofTokens(): string {
    if (!state.projected) return ["Q", "K", "V"].map(d).join(" + ");
    const each = state.heads > 1 ? "<sub>h</sub>" : "";
    const ways = ["q", "k", "v"].map((letter) => product(d(letter.toUpperCase()) + each, w(letter) + T)).join(" + ");
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
  return { sum: `the sum of ${i(outputLetter(state))}`, one: `one number of ${i(outputLetter(state))}` };
}

/** Which loss it is, and what its gradient is; `.asked` waits for the followed token. */
export function lossText(state: State): string {
  const letter = outputLetter(state);
  const begins = `${d(letter)} is`;
  const below =
    "Each number below says how fast the loss would grow if the number in its place grew: " +
    `one of ${d("A")} for one of ${i("A")}.`;
  if (state.loss === "sum")
    return `The loss is here the <b>sum of all numbers of ${i(letter)}</b>, so ${begins} 1 everywhere. ${below}`;
  return (
    `The loss is here <b>one number of ${i(letter)}</b>: number ${state.lossNumber + 1} of ` +
    `“<span class="asked"></span>”, the token that is followed. So ${begins} 1 there and 0 elsewhere. ` +
    `${below}${otherHead(state)}`
  );
}

/** Without an output projection a number belongs to one head, and the others have no part in it. */
function otherHead(state: State): string {
  if (state.heads === 1 || state.output !== null) return "";
  const head = Math.floor((state.lossNumber * state.heads) / outputWidth(state));
  return head === state.head
    ? ""
    : ` That number is head ${head + 1}’s: in head ${state.head + 1}, on show, nothing comes back.`;
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
  const [line, lines] = state.convention === "columns" ? ["column", "columns"] : ["row", "rows"];
  const { dim } = sizesOf(state);
  const o = d(contextLetter(state));
  const factor = {
    "sqrt-dk": `, divided by √${dim} once more`,
    "sqrt-dmodel": `, divided by √${state.width} once more`,
    none: "",
  };
  const scale = typeof state.scale === "number" ? ", times your factor once more" : factor[state.scale];
  return {
    join:
      `The output is ${w("o")} times the context vectors of all heads. What reaches these is ${d("Y")} times ` +
      `the same weights; what reaches the weights, ${d("Y")} times the context vectors.`,
    mix:
      `A weight matters by what it lets through: ${o} of the token that asks, times the value of the one that ` +
      `is asked. A value matters by who takes it: ${o} of every token that asks, times the weight it gives.`,
    normalise: state.softmax
      ? `The weights of a ${line} share out a whole: what one gains, the others lose. So a score matters by ` +
        `how far its weight’s gradient lies above the ${line}’s mean, and the ${lines} of ${d("E")} sum ` +
        "to&nbsp;0."
      : "No softmax: what comes back to a weight comes back to its score, as it is.",
    score: `A score is query times key: the gradient of a query is made of keys, that of a key of queries${scale}.`,
    project: state.projected
      ? "What came in, times what comes back, summed over all tokens: the gradient of a weight matrix, against " +
        "which training would take its step. A token is reached by all three ways."
      : "Without weights a token is its own query, key and value: what comes back to the three adds up.",
  };
}
