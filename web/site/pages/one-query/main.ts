// The lesson: one query in six steps. The reader predicts the result of each step before it is shown.
import type { Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { inPlane, lengthOf, type Point } from "../../kit/charts/index.js";
import { byId } from "../../kit/index.js";
import { make, onDrag } from "../../../show/index.js";
import { linkTo } from "../../rooms/state/index.js";
import { HeadFigure } from "../../rooms/machine/index.js";
import {
  askQuestions,
  counted,
  offerMatrices,
  openCells,
  openNumber,
  POWERS_OF_TWO,
  radio,
  rounding,
  rowsOf,
  showMatrix,
  showSteps,
} from "../../rooms/lesson/index.js";
import { Card } from "./card.js";
import { LOOK, MOST, PRESET, PRINTED_ASKS, sentenceOf, type Example } from "./examples.js";
import { drawQuery } from "./query-plane.js";
import { questionsOf } from "./questions.js";
import { asking, asks, example, isOwn, languageRead, NONE, OWN, page, sentence, tokens } from "./state.js";
import { inputOf, queryOf, STEPS, walk, type Walk } from "./walk.js";

/** How far a pointer may miss the tip of the query. */
const GRIP = 0.4;

byId("queries").append(
  ...Array.from({ length: MOST }, (_, index) => radio("query", index, make("span", { "data-token": index }))),
);
page.bind("query");
page.bind("times", { mapping: POWERS_OF_TWO, show: (value) => `× ${value}` });
for (const id of ["queries", "times"]) byId(id).addEventListener("change", () => startAgain());
for (const wide of [false, true])
  byId(wide ? "wide" : "tired").addEventListener("click", () =>
    begin({ printed: false, wide, query: sentence().asks, times: 1 }),
  );
byId("printed").addEventListener("click", () => begin({ printed: true, query: PRINTED_ASKS, times: 1 }));
byId("other").addEventListener("click", () =>
  begin({ printed: false, other: !page.state.other, query: sentence().asks, times: 1 }),
);
byId("q").addEventListener("matrix-edit", (event) => {
  event.preventDefault();
  const { column, value } = event.detail;
  const [x, y] = page.state.own as readonly number[] as Point;
  askOwn(inPlane(column === 0 ? { x: value, y } : { x, y: value }));
});
byId("again").addEventListener("click", () => {
  page.set({ query: (asking() + 1) % tokens().length });
  startAgain();
  byId("queries").querySelector<HTMLInputElement>("input:checked")!.focus();
});

function begin(chosen: Partial<typeof page.state>): void {
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
  return isOwn() ? page.state.own : queryOf(heed, example(heed), asking());
}

const given = new HeadFigure(byId("given-head"), openNumber);
const opened = new HeadFigure(byId("opened-head"), openNumber);

function draw(heed: Heed): void {
  const { seen, guesses, times, printed } = page.state;
  const now = example(heed);
  const query = asked(heed);
  const longer = query.map((part) => times * part);
  const found = walk(heed, now, longer, isOwn() ? tokens().length : now.seenBy(asking()));
  nameTokens();
  for (const id of ["of-printed", "of-sentence", "opened"]) byId(id).hidden = (id === "of-printed") !== printed;
  if (printed) drawPrinted(query as unknown as Point, found);
  else drawSentence(now, found);
  for (const card of cards) card.show(found);
  const isOfToken = !isOwn() && times === 1;
  openCells(
    "walk",
    { ...found.computation, tokens: [asks()], x: isOfToken ? inputOf(now, asking()) : undefined },
    printed ? { ...GIVEN, ...OPENED } : OPENED,
  );
  page.playground(linkTo(PRESET, { ...numbersOfExample(now), followed: Math.min(asking(), tokens().length - 1) }));
  byId("end").hidden = seen < STEPS.length;
  const right = STEPS.filter((step, index) => guesses[index] === step.right(found)).length;
  page.fill(byId("end-score"), "end-score", { right, all: STEPS.length });
  byId("end-core").textContent = rounding(found.apart);
}

/** Words on buttons and choices. */
function nameTokens(): void {
  const { printed, wide } = page.state;
  for (const name of document.querySelectorAll<HTMLElement>("[data-token]")) {
    name.textContent = tokens()[Number(name.dataset.token)] ?? "";
    name.lang = printed ? "en" : languageRead();
  }
  const choices = Array.from(byId("queries").querySelectorAll("label"));
  const count = printed ? OWN + 1 : tokens().length;
  for (const [at, choice] of choices.entries()) choice.hidden = at >= count;
  if (printed) {
    const own = choices[OWN]!.querySelector("span")!;
    [own.textContent, own.lang] = [page.text("own"), page.language];
  }
  for (const isWide of [false, true]) {
    const button = byId(isWide ? "wide" : "tired");
    const { words, asks: pronoun } = sentenceOf(languageRead(), isWide);
    button.textContent = `… ${words.slice(pronoun - 1).join(" ")}`;
    button.setAttribute("aria-pressed", String(!printed && wide === isWide));
  }
  byId("printed").setAttribute("aria-pressed", String(printed));
  byId("other").setAttribute("aria-pressed", String(page.state.other));
  for (const id of ["tired", "wide"]) byId(id).lang = languageRead();
}

/** Query, keys and values as an arrow among dots, and as matrices of two columns. */
function drawPrinted(direction: Point, found: Walk): void {
  const rows = { rows: tokens(), columns: counted(found.q.length) };
  drawQuery(
    byId<SVGSVGElement>("query-plane"),
    { name: asks(), at: direction },
    found.keys.map((key, at) => ({ name: tokens()[at]!, at: key as unknown as Point })),
    found.weights,
  );
  (byId("q") as AttentionMatrix).editable = isOwn() && page.state.times === 1;
  showMatrix("q", { data: found.q, shape: [1, 2] }, { rows: [asks()], columns: rows.columns });
  showMatrix("k", { data: found.keys.flat(), shape: [tokens().length, 2] }, rows);
  showMatrix("v", { data: found.values.flat(), shape: [tokens().length, 2] }, rows);
}

/** Query, keys and values of the trained model as strips; at the end, all that its second look does for the word. */
function drawSentence({ run, tokens: words }: Example, { keys, q }: Walk): void {
  const { asks: pronoun, said } = sentence();
  const names = { dim: q.length, pronoun: words[pronoun]!, said: words[said]!, word: asks(), seen: keys.length };
  page.fill(byId("given-text"), "given-text", names);
  page.fill(byId("back-text"), "back-text", names);
  page.fill(byId("ahead-text"), "ahead-text", names);
  page.fill(byId("opened-text"), "opened-text", names);
  given.show(run!, LOOK, asking(), "given");
  for (const strip of byId("given-head").querySelectorAll<HTMLElement>("[data-strip]"))
    strip.id = `strip-${strip.dataset["strip"]!.replaceAll(" ", "-")}`;
  opened.show(run!, LOOK, asking());
  const { q: queries, k, v } = run!.look(LOOK.layer).kept;
  offerMatrices("given", () => {
    const of = { kind: "vectors", rowLabels: words, columnLabels: counted(q.length) } as const;
    const all = page.state.printed ? [] : Object.entries({ Q: queries, K: k, V: v });
    return all.map(([title, matrix]) => ({ ...of, name: title.toLowerCase(), title, matrix }));
  });
}

/** What the playground needs to show the example. The printed one is its preset. */
function numbersOfExample({ run, x, weights }: Example): Parameters<typeof linkTo>[1] {
  if (run === undefined) return {};
  const rowsIn = (matrix: typeof x): { from: "numbers"; rows: number[][] } => ({
    from: "numbers",
    rows: rowsOf(matrix).map((row) => row.map((value) => Number(value.toFixed(DECIMALS)))),
  });
  const { queryWeight, keyWeight, valueWeight } = weights;
  const matrices = { query: rowsIn(queryWeight), key: rowsIn(keyWeight), value: rowsIn(valueWeight) };
  const [dim, valueDim] = [queryWeight, valueWeight].map(({ shape }) => shape[1]!) as [number, number];
  return { text: run.words.join(" "), width: x.shape[1]!, dim, valueDim, x: rowsIn(x), ...matrices, causal: true };
}

/** Of a number in a link. */
const DECIMALS = 3;

/** What the matrices of the printed example show. */
const GIVEN = { q: "q", k: "k", v: "v" } as const;
/** What the matrices of the steps show. A number inside softmax opens the weight that it leads to, a part its sum. */
const OPENED = {
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
  query: "#q:not([hidden] *), #given-head:not([hidden] *) [data-strip^='q ']",
  key: "#k:not([hidden] *), #given-head:not([hidden] *) [data-strip^='k ']",
  scores: "#scores",
  scaled: "#scaled",
  weights: "#weights",
  value: "#v:not([hidden] *), #given-head:not([hidden] *) [data-strip^='v ']",
  output: "#z",
});
void askQuestions(page, questionsOf);
void page.withCore((heed) => {
  letDrag(heed);
  page.onChange(() => draw(heed));
});
