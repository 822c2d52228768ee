// One pair with what the net makes of it at a step: the weights as a matrix, and the guesses.
import "heed/element";
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { openCells, percent, showMatrix, type LayerComputation, type Page } from "../../rooms/lesson/index.js";
import { readPair } from "./net.js";
import type { Pair, Task } from "./tasks.js";
import type { Snapshot } from "./training.js";

const OF_LAYER = ["raw", "scores", "logits", "weights", "q", "k", "v", "joined"] as const;

/** @param id of the matrix; the guesses go to the element `${id}-guesses` */
export function showPair<F extends Fields>(
  page: Page<F>,
  heed: Heed,
  id: string,
  { task, pair, snapshot }: { readonly task: Task; readonly pair: Pair; readonly snapshot: Snapshot },
): void {
  const reading = readPair(task, snapshot.parameters, pair);
  const { x, context, weights } = reading;
  const kept = heed.selfAttention(x, { ...weights, context, keep: OF_LAYER });
  const names = { rows: pair.target.map(({ text }) => text), columns: [...pair.source] };
  const computation = { tokens: names.rows, keyTokens: names.columns, x, context, weights, options: {}, kept };
  openCells(id, computation as unknown as LayerComputation, { [id]: "weights" });
  (byId(id) as AttentionMatrix).domain = [0, 1];
  showMatrix(id, kept.weights, names);
  const guesses = reading.guessesOf(heed, kept.output);
  const shown = guesses.map(({ word, share }, at) => {
    const isRight = word === pair.target[at]!.text;
    const title = `${percent(share)}\u202f%`;
    return make("span", { class: isRight ? "guess right" : "guess wrong", title }, word);
  });
  const right = guesses.filter(({ word }, at) => word === pair.target[at]!.text).length;
  byId(`${id}-guesses`).replaceChildren(...shown.flatMap((one) => [one, " "]));
  page.fill(byId(`${id}-said`), "guesses-said", { step: snapshot.step, right, words: guesses.length });
}
