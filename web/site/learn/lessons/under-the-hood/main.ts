// Lesson 10: what becomes of the formula in a processor: width of numbers, overflow, tiles, time.
import type { Heed } from "heed";
import { choice, integer } from "../../frame/state.js";
import { byId, Page } from "../../frame/page.js";
import { linkTo } from "../../../state/index.js";
import { openLaboratory } from "../../training/laboratory.js";
import { Run } from "../../training/run.js";
import { showOverflow } from "./overflow-table.js";
import { showPrecision } from "./precision-table.js";
import { StreamingView } from "./streaming-view.js";
import { showTimes } from "./times-table.js";
import type { Times } from "./times.js";

const ROUNDS = 20;

const page = new Page({
  seed: integer(1, 1, 99),
  factor: integer(10, 1, 60),
  tile: integer(4, 1, 12),
  tokens: choice("512", "256", "1024"),
});
page.playground(linkTo("journey"));
page.bind("seed", { show: String });
page.bind("factor", { show: String });
page.bind("tile", { show: String });
page.bind("tokens");

void page.withCore((heed) => {
  showNumbers(heed);
  timeIt();
});

function showNumbers(heed: Heed): void {
  const streaming = new StreamingView(page, byId("streaming"), heed);
  let [compared, streamed] = ["", ""];
  page.onChange(() => {
    const { seed, factor, tile } = page.state;
    if (compared !== (compared = `${seed} ${page.language}`)) showPrecision(heed, seed);
    showOverflow(page, heed, factor);
    if (streamed !== (streamed = `${seed} ${tile}`)) streaming.begin(seed, tile);
    else streaming.draw();
  });
}

function timeIt(): void {
  const laboratory = openLaboratory(page);
  let samples: Times[] = [];
  const draw = (): void => showTimes(page, Number(page.state.tokens), samples);
  const run = new Run(byId("timing"), page, {
    total: ROUNDS,
    unit: "rounds",
    open: () => laboratory.open("times", { tokens: Number(page.state.tokens) }),
    took(steps) {
      samples.push(...steps);
      draw();
    },
    cleared() {
      samples = [];
      draw();
    },
  });
  let timed = "";
  page.onChange(() => {
    if (timed !== "" && timed !== page.state.tokens) run.restart();
    timed = page.state.tokens;
    draw();
  });
}
