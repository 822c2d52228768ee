// Where "it" looks by letters alone.
import type { Heed } from "heed";
import { byId, wordsOf } from "../../kit/index.js";
import { letterRow, linkTo } from "../../rooms/state/index.js";
import { layerOf, openCells, showMatrix } from "../../rooms/lesson/index.js";
import { DIM } from "./sentence-rows.js";
import { SENTENCES } from "./sentences.js";
import { page } from "./state.js";

const MOST_WORDS = 14;

/** Attention without projections on rows made of letters. Scores are divided by √d. */
export function drawLetters(heed: Heed): void {
  const { sentence, text } = page.state;
  const all = sentence === "own" ? wordsOf(text) : SENTENCES.find(({ name }) => name === sentence)!.words;
  const words = all.slice(0, MOST_WORDS);
  const matrix = byId("letters") as HTMLElementTagNameMap["attention-matrix"];
  if (words.length === 0) return void (matrix.matrix = null);
  page.playground(linkTo("plain", { text: words.join(" "), width: DIM, x: { from: "letters" }, scale: "sqrt-dk" }));
  const x = words.map((word) => letterRow(word, DIM));
  const layer = layerOf(heed, { tokens: words, x, options: { scale: "sqrt-dk" } });
  openCells("letters", layer, { letters: "weights" });
  showMatrix("letters", layer.kept.weights, { rows: words, columns: words });
  matrix.row = Math.max(0, words.map((word) => word.toLowerCase()).lastIndexOf("it"));
}
