// The two trained layers from inside: where "it" looks in each of them, as arcs.
import type { AttentionMatrix } from "heed/element";
import { byId, type Fields } from "../../kit/index.js";
import { openCells, percent, showMatrix, type Page } from "../../rooms/lesson/index.js";
import type { Heed } from "heed";
import { layersOf } from "./computed-again.js";
import type { Looks } from "./flip.js";
import { sentenceEndingIn } from "./sentences.js";

/** @param which which of the two sentences @param ending its last word */
export function showLooks<F extends Fields>(
  page: Page<F>,
  heed: Heed | undefined,
  looks: Looks | undefined,
  which: 0 | 1,
  ending: string,
): void {
  const { words, asking } = sentenceEndingIn(ending);
  for (const layer of ["low", "top"] as const) {
    const element = byId(layer) as AttentionMatrix;
    const weights = looks?.[layer]?.[which];
    // The last word may just have changed: then the weights are those of another sentence.
    if (weights?.length !== words.length ** 2) {
      element.matrix = null;
      continue;
    }
    showMatrix(layer, { data: weights, shape: [words.length, words.length] }, { rows: words, columns: words });
    element.row = asking;
  }
  // The layers have a place for each word of the longer sentence.
  if (heed !== undefined && looks !== undefined && words.length <= looks.learned.tokens) {
    const [low, top] = layersOf(heed, words, looks.learned);
    openCells("low", low!, { low: "weights" });
    openCells("top", top!, { top: "weights" });
  }
  const most = (layer: "low" | "top"): { word: string; share: string } | undefined => {
    const weights = looks?.[layer]?.[which];
    if (weights?.length !== words.length ** 2) return undefined;
    const row = Array.from(weights.slice(asking * words.length, (asking + 1) * words.length));
    const largest = Math.max(...row);
    return { word: words[row.indexOf(largest)]!, share: percent(largest) };
  };
  const [first, second] = [most("low"), most("top")];
  if (first === undefined || second === undefined) page.fill(byId("looks-said"), "looks-not-yet");
  else
    page.fill(byId("looks-said"), "looks-said", {
      first: first.word,
      firstShare: first.share,
      second: second.word,
      secondShare: second.share,
    });
}
