// The lesson: one temperature leads from the nearest key to the soft blend; an exact dictionary is shown beside them.
import type { Heed } from "heed";
import { byId, integer, number } from "../../kit/index.js";
import { digits, listed, onDrag, redraw, svg } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import {
  askQuestions,
  cellButton,
  fillTable,
  openCells,
  Page,
  percent,
  POWERS_OF_TEN,
  shareCell,
  showSteps,
  tableRow,
} from "../../rooms/lesson/index.js";
import { questionsOf } from "./questions.js";
import { blend, dictionary, direction, WINDS, type Blend } from "./winds.js";

const COLD = 0.01;
const HOT = 100;
const RADIUS = 92;
/** How far a finger may miss the needle's tip. */
const GRIP = 22;

const page = new Page({ angle: integer(205, 0, 359), temperature: number(0.7, COLD, HOT) });
const rose = byId<SVGSVGElement>("rose");

page.bind("angle", { show: (angle) => page.text("degrees", { angle }) });
page.bind("temperature", { mapping: POWERS_OF_TEN, show: (temperature) => digits(temperature, 2) });
byId("cold").addEventListener("click", () => page.set({ temperature: COLD }));
byId("hot").addEventListener("click", () => page.set({ temperature: HOT }));
// In attention the divisor is √d_k, and these keys have two numbers.
byId("attention").addEventListener("click", () => page.set({ temperature: Math.SQRT2 }));
byId("on-key").addEventListener("click", () => page.set({ angle: 180 }));
onDrag(rose, {
  begin: ({ x, y }, byFinger) => !byFinger || Math.hypot(x - tip().x, y - tip().y) < GRIP,
  move: ({ x, y }) => page.set({ angle: Math.round((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360 }),
});

page.playground(linkTo("lookup"));
showSteps(page, {
  query: "#rose",
  key: "#ledger tr > :nth-child(2)",
  scores: "#ledger tr > :nth-child(3)",
  scaled: "label:has(#temperature)",
  weights: "#ledger tr > :nth-child(4)",
  value: "#ledger tr > :nth-child(n + 5)",
  output: ".answers .own",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  const { angle, temperature } = page.state;
  const found = blend(heed, angle, temperature);
  drawRose(found);
  drawAnswers(angle, found);
  drawLedger(found);
  const keyTokens = WINDS.map(({ name }) => page.text(name));
  openCells("blend", { ...found.computation, tokens: [page.text("request")], keyTokens });
  const best = found.nearest[0]!;
  page.say("said", {
    angle,
    temperature: digits(temperature, 2),
    share: percent(found.weights[best]!),
    wind: page.text(WINDS[best]!.name),
  });
}

function at(degrees: number, radius: number): { x: number; y: number } {
  const [x, y] = direction(degrees);
  return { x: x * radius, y: -y * radius };
}

function tip(): { x: number; y: number } {
  return at(page.state.angle, RADIUS + 4);
}

function drawRose({ weights }: Blend): void {
  const { x, y } = tip();
  const needle = svg(
    "g",
    { class: "needle" },
    svg("line", { x1: 0, y1: 0, x2: x, y2: y }),
    svg("circle", { class: "grip", cx: x, cy: y, r: GRIP }),
    svg("circle", { cx: x, cy: y, r: 7 }),
  );
  const winds = WINDS.flatMap((_, wind) => windLine(wind, weights[wind]!));
  redraw(rose, [svg("circle", { class: "rim", r: RADIUS }), ...winds, needle]);
}

/** A line as thick as the wind's weight, and its name at the end. */
function windLine(wind: number, weight: number): SVGElement[] {
  const { angle, name } = WINDS[wind]!;
  const end = at(angle, RADIUS);
  const above = at(angle, RADIUS + 16);
  const anchor = Math.abs(above.x) < 20 ? "middle" : above.x > 0 ? "start" : "end";
  const label = anchor === "middle" ? above : at(angle, RADIUS + 6);
  const lower = anchor === "middle" ? 5 : end.y < -20 ? -2 : -8;
  return [
    svg("line", { class: "wind", x1: 0, y1: 0, x2: end.x, y2: end.y, "stroke-width": 1 + 22 * weight }),
    svg("text", { x: label.x, y: label.y + lower, "text-anchor": anchor }, page.text(name)),
  ];
}

function drawAnswers(angle: number, { nearest, output }: Blend): void {
  const exact = dictionary(angle);
  byId("answer-dictionary").textContent = exact === undefined ? page.text("no-entry") : contentText(exact);
  byId("answer-nearest").textContent =
    nearest.length > 1
      ? page.text("tie", { names: nearest.map((wind) => page.text(WINDS[wind]!.name)).join(", ") })
      : contentText(WINDS[nearest[0]!]!.content);
  const [warmth, damp] = partsText(output, 2).map((text, column) =>
    cellButton(text, "blend", { matrix: "output", column }),
  );
  byId("answer-blend").replaceChildren(warmth!, ", ", damp!);
}

function contentText(content: ArrayLike<number>, decimals = 0): string {
  return partsText(content, decimals).join(", ");
}

function partsText(content: ArrayLike<number>, decimals: number): string[] {
  return ["celsius", "percent"].map((unit, part) => page.text(unit, { value: digits(content[part]!, decimals) }));
}

function drawLedger({ keys, scores, weights }: Blend): void {
  const rows = WINDS.map(({ name, content }, wind) =>
    tableRow(
      page.text(name),
      `(${listed(keys[wind]!.map((part) => digits(part, 2)))})`,
      cellButton(digits(scores[wind]!, 3), "blend", { matrix: "raw", column: wind }),
      shareCell(weights[wind]!, cellButton(digits(weights[wind]!, 3), "blend", { matrix: "weights", column: wind })),
      ...content.map((part) => digits(part, 0)),
    ),
  );
  fillTable("ledger", rows);
}
