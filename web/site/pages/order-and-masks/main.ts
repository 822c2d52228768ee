// The lesson: attention knows no order until it is told one, and a mask says who may attend to whom.
import "../../rooms/training/training.css";
import type { Heed } from "heed";
import { byId, choice, flag, integer, number } from "../../kit/index.js";
import { digits, inTurn } from "../../../show/index.js";
import { askQuestions, changeDetector, Page } from "../../rooms/lesson/index.js";
import { showBias, showProjectionBiases } from "./also-view.js";
import type { TableMoment } from "./learned-table.js";
import { Learning } from "./learning.js";
import { keysOf, maskField, presetMask } from "./mask-state.js";
import { MaskView } from "./mask-view.js";
import { showOrder } from "./order-view.js";
import { showPlaces } from "./places-view.js";
import { KINDS } from "./positions.js";
import { questionsOf } from "./questions.js";

const LAST_SEED = 9999;

const page = new Page({
  shuffle: integer(0, 0, LAST_SEED),
  places: choice(...KINDS),
  from: choice("self", "cross"),
  mask: maskField(),
  poison: flag(false),
  slope: number(1, 0, 4),
});
for (const name of ["places", "from", "poison"] as const) page.bind(name);
page.bind("slope", { show: (slope) => digits(slope, 2) });
byId("shuffle").addEventListener("click", () => page.set({ shuffle: (page.state.shuffle % LAST_SEED) + 1 }));
byId("in-order").addEventListener("click", () => page.set({ shuffle: 0 }));
for (const button of document.querySelectorAll("input[name=from]"))
  button.addEventListener("input", () => page.set({ mask: presetMask("all", keysOf(page.state.from === "cross")) }));

void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  const learning = new Learning(page, heed);
  const parts = partsOf(heed, () => learning.shown);
  for (const { draw } of changed(parts)) draw();
  page.onChange(() => {
    for (const part of changed(parts)) inTurn(part, part.draw);
  });
});

/** A part of the page. It is drawn when one of its inputs has changed. */
interface Part {
  readonly isNew: ReturnType<typeof changeDetector>;
  readonly inputs: () => readonly unknown[];
  readonly draw: () => void;
}

function changed(parts: readonly Part[]): Part[] {
  return parts.filter(({ isNew, inputs }) => isNew(page.language, ...inputs()));
}

function partsOf(heed: Heed, learned: () => TableMoment): Part[] {
  const mask = new MaskView(page, (drawn) => page.set({ mask: drawn }));
  const part = (inputs: () => readonly unknown[], draw: () => void): Part => ({
    isNew: changeDetector(),
    inputs,
    draw,
  });
  return [
    part(
      () => [page.state.shuffle, page.state.places, learned()],
      () => {
        const { shuffle, places } = page.state;
        showOrder(page, heed, { seed: shuffle, kind: places, table: learned().table });
      },
    ),
    part(
      () => [page.state.places, learned()],
      () => showPlaces(page, heed, page.state.places, learned()),
    ),
    part(
      () => [page.state.mask, page.state.from, page.state.poison],
      () => {
        const { mask: drawn, from, poison } = page.state;
        mask.show(heed, { mask: drawn, isCross: from === "cross", isPoisoned: poison });
      },
    ),
    part(
      () => [page.state.slope],
      () => showBias(heed, page.state.slope),
    ),
    part(
      () => [],
      () => showProjectionBiases(page, heed),
    ),
  ];
}
