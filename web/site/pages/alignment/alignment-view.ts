// One pair with what the net makes of it at a step: the weights as a matrix, and the guesses.
import "heed/element";
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { openCells, percent, showMatrix, type Page } from "../../rooms/lesson/index.js";
import { runOf } from "./run.js";
import type { Pair, Task } from "./tasks.js";
import type { Snapshot } from "./training.js";

/** @param id of the matrix; the guesses go to the element `${id}-guesses` */
export function showPair<F extends Fields>(
  page: Page<F>,
  heed: Heed,
  id: string,
  { task, pair, snapshot }: { readonly task: Task; readonly pair: Pair; readonly snapshot: Snapshot },
): void {
  const run = runOf(heed, { task, pair, parameters: snapshot.parameters });
  const names = { rows: pair.target.map(({ text }) => text), columns: [...pair.source] };
  const computation = { ...run.look(0), tokens: names.rows };
  openCells(id, computation, { [id]: "weights" });
  (byId(id) as AttentionMatrix).domain = [0, 1];
  showMatrix(id, computation.kept["weights"]!, names);
  const guesses = pair.target.map((_, at) => run.shares(pair.source.length + at)[0]!);
  const shown = guesses.map(({ word, share }, at) => {
    const isRight = word === pair.target[at]!.text;
    const title = `${percent(share)}\u202f%`;
    return make("span", { class: isRight ? "guess right" : "guess wrong", title }, word);
  });
  const right = guesses.filter(({ word }, at) => word === pair.target[at]!.text).length;
  byId(`${id}-guesses`).replaceChildren(...shown.flatMap((one) => [one, " "]));
  page.fill(byId(`${id}-said`), "guesses-said", { step: snapshot.step, right, words: guesses.length });
}
