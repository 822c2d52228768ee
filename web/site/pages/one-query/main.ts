// The lesson: one query in six steps. The reader predicts the result of each step before it is shown.
import type { Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { inPlane, lengthOf, scaled as times, type Point } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { make, onDrag, powerText } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { askQuestions, openCells, POWERS_OF_TWO, radio, showMatrix, showSteps } from "../../rooms/lesson/index.js";
import { Card } from "./card.js";
import { PRESET, PRINTED, SENTENCE } from "./examples.js";
import { drawQuery } from "./query-plane.js";
import { questionsOf } from "./questions.js";
import { asks, columnNames, example, NONE, OWN, page, tokens } from "./state.js";
import { inputOf, queryOf, STEPS, walk } from "./walk.js";

/** How far a pointer may miss the tip of the query. */
const GRIP = 0.4;

byId("queries").append(
  ...SENTENCE.tokens.map((_, index) => radio("query", index, make("span", { "data-token": index }))),
  radio("query", OWN, page.element("span", "own")),
);
page.bind("query");
page.bind("times", { mapping: POWERS_OF_TWO, show: (value) => `× ${value}` });
for (const id of ["queries", "times"]) byId(id).addEventListener("change", () => startAgain());
byId("sentence").addEventListener("click", () => begin({ printed: false, query: SENTENCE.asks, times: 1 }));
byId("printed").addEventListener("click", () => begin({ printed: true, query: PRINTED.asks, times: 1 }));
byId("q").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { column, value } = event.detail;
  const [x, y] = page.state.own as readonly number[] as Point;
  askOwn(inPlane(column === 0 ? { x: value, y } : { x, y: value }));
});
byId("again").addEventListener("click", () => {
  page.set({ query: (page.state.query + 1) % tokens().length });
  startAgain();
  byId("queries").querySelector<HTMLInputElement>("input:checked")!.focus();
});

function begin(chosen: { printed: boolean; query: number; times: number }): void {
  page.set(chosen);
  startAgain();
}

function startAgain(): void {
  page.set({ seen: 0, guesses: STEPS.map(() => NONE) });
}

function askOwn(own: Point): void {
  page.set({ query: OWN, own });
  startAgain();
}

function letDrag(heed: Heed): void {
  const current = (): Point => asked(heed) as unknown as Point;
  onDrag(byId<SVGSVGElement>("query-plane"), {
    begin: ({ x, y }) => lengthOf([x - current()[0], -y - current()[1]]) < GRIP,
    move: ({ x, y }) => askOwn(inPlane({ x, y: -y })),
  });
}

/** The query as it is drawn, before it is made longer. */
function asked(heed: Heed): readonly number[] {
  const { query, own } = page.state;
  return query === OWN ? own : queryOf(heed, example(), query);
}

function draw(heed: Heed): void {
  const { query, seen, guesses } = page.state;
  const direction = asked(heed) as unknown as Point;
  const found = walk(heed, example(), times(direction, page.state.times));
  const rows = { rows: tokens(), columns: columnNames() };
  for (const name of document.querySelectorAll<HTMLElement>("[data-token]"))
    name.textContent = tokens()[Number(name.dataset.token)]!;
  byId("sentence").setAttribute("aria-pressed", String(!page.state.printed));
  byId("printed").setAttribute("aria-pressed", String(page.state.printed));
  drawQuery(
    byId<SVGSVGElement>("query-plane"),
    { name: asks(), at: direction },
    found.keys.map((key, at) => ({ name: tokens()[at]!, at: key as unknown as Point })),
    found.weights,
  );
  (byId("q") as AttentionMatrix).editable = query === OWN && page.state.times === 1;
  showMatrix("q", { data: found.q, shape: [1, 2] }, { rows: [asks()], columns: columnNames() });
  showMatrix("k", { data: found.keys.flat(), shape: [tokens().length, 2] }, rows);
  showMatrix("v", { data: found.values.flat(), shape: [tokens().length, 2] }, rows);
  for (const card of cards) card.show(found);
  const isOfToken = query !== OWN && page.state.times === 1;
  openCells(
    "walk",
    { ...found.computation, tokens: [asks()], x: isOfToken ? inputOf(example(), query) : undefined },
    OPENED,
  );
  page.playground(linkTo(PRESET, { ...numbersOfExample(), followed: Math.min(query, tokens().length - 1) }));
  byId("end").hidden = seen < STEPS.length;
  const right = STEPS.filter((step, index) => guesses[index] === step.right(found)).length;
  page.fill(byId("end-score"), "end-score", { right, all: STEPS.length });
  byId("end-core").textContent = powerText(found.apart);
}

/** What the playground needs to show the example. The printed one is its preset. */
function numbersOfExample(): Parameters<typeof linkTo>[1] {
  if (page.state.printed) return {};
  const { tokens: words, x, weights } = SENTENCE;
  const rowsOf = (rows: readonly (readonly number[])[]): { from: "numbers"; rows: number[][] } => ({
    from: "numbers",
    rows: rows.map((row) => [...row]),
  });
  const { query, key, value } = weights;
  const matrices = { x: rowsOf(x), query: rowsOf(query), key: rowsOf(key), value: rowsOf(value) };
  return { text: words.join(" "), width: x[0]!.length, dim: 2, valueDim: 2, ...matrices };
}

/** What the matrices show. The numbers inside softmax open the weight that they lead to, a part opens its sum. */
const OPENED = {
  q: "q",
  k: "k",
  v: "v",
  scores: "raw",
  scaled: "scores",
  shifted: "weights",
  exponentials: "weights",
  weights: "weights",
  parts: { matrix: "output", row: 0 },
  z: "output",
} as const;

const cards = STEPS.map((step, index) => new Card(step, index));
byId("walk").append(...cards.map((card) => card.item));
showSteps(page, {
  query: "#q",
  key: "#k",
  scores: "#scores",
  scaled: "#scaled",
  weights: "#weights",
  value: "#v",
  output: "#z",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  letDrag(heed);
  page.onChange(() => draw(heed));
});
