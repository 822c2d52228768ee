// The script of a saved page: it reads the numbers of the file and gives them to the element.
import "../../element/index.js";
import { fromBase64, inserted, make, numbersOf, setWords } from "../../show/index.js";
import { numbersOfBytes } from "../bytes.js";
import { describe } from "../../statistics/index.js";
import type { Saved } from "../saved.js";

const byId = (id: string): HTMLElement => document.getElementById(id)!;

const saved = JSON.parse(byId("data").textContent!) as Saved;
const { words, shape, axes, rowLabels, columnLabels, kind = "weights" } = saved;
if (saved.matrixWords !== undefined) setWords(saved.matrixWords);

const matrix = { data: numbersOfBytes(fromBase64(saved.numbers), saved.type), shape };
const mask = saved.mask === undefined ? null : fromBase64(saved.mask);
const element = document.querySelector("attention-matrix")!;
/** The place of the shown matrix along each leading axis: text, layer, head. */
const leading = shape.slice(0, -2);
const chosen = placesOf(saved.head ?? 0);

document.documentElement.lang = saved.language;
document.title = saved.title;
byId("title").textContent = saved.title;
byId("about").textContent = saved.about;
byId("about").hidden = saved.about === "";
byId("in-words").textContent = words.inWords;
byId("notes").replaceChildren(
  ...[...saved.notes, inserted(words.made, { version: saved.heed })].map((note) => make("p", {}, note)),
);
byId("choices").append(...leading.map(choiceOf).filter((choice) => choice !== undefined), viewChoice());

element.kind = kind;
element.rowLabels = [...rowLabels];
element.columnLabels = [...columnLabels];
if (saved.along !== undefined) element.along = saved.along;
if (saved.domain !== undefined) element.domain = [saved.domain[0], saved.domain[1]];
element.perRow = saved.perRow ?? false;
element.log = saved.log ?? false;
element.view = saved.view ?? "heatmap";
// A page around it, such as a notebook, may listen for a click.
element.addEventListener("matrix-open", ({ detail }) => {
  const place = Object.fromEntries(axes.map((name, axis) => [name, chosen[axis]!]));
  if (parent !== window) parent.postMessage({ heed: "opened", place: { ...place, ...detail } }, "*");
});
show();

function show(): void {
  const numbers = numbersOf(matrix, headOf(chosen), mask);
  const { start, rows, columns } = numbers;
  const cells = rows * columns;
  element.label = leading.flatMap(nameAt).join(", ");
  element.mask = mask !== null && mask.length > cells ? mask.slice(start, start + cells) : mask;
  element.matrix = { data: matrix.data.subarray(start, start + cells), shape: [rows, columns] };
  const sentences = describe({ numbers, kind, rowLabels, columnLabels }, words);
  byId("words").replaceChildren(...sentences.map((sentence) => make("li", {}, sentence)));
}

function nameAt(count: number, axis: number): string[] {
  return count > 1 ? [`${words[axes[axis]!]} ${chosen[axis]}`] : [];
}

/** A list of the places along an axis; none where there is one place. */
function choiceOf(count: number, axis: number): HTMLElement | undefined {
  if (count < 2) return undefined;
  const list = make(
    "select",
    {},
    ...Array.from({ length: count }, (_, at) => make("option", { value: at }, String(at))),
  );
  list.selectedIndex = chosen[axis]!;
  list.addEventListener("change", () => {
    chosen[axis] = list.selectedIndex;
    show();
  });
  return make("label", {}, `${words[axes[axis]!]} `, list);
}

function viewChoice(): HTMLElement {
  const views = (["heatmap", "arcs", "table"] as const).filter((view) => view !== "arcs" || kind !== "vectors");
  const list = make("select", {}, ...views.map((view) => make("option", { value: view }, words[view])));
  list.value = views.find((view) => view === saved.view) ?? "heatmap";
  list.addEventListener("change", () => (element.view = list.value as "heatmap"));
  return make("label", {}, `${words.shownAs} `, list);
}

function placesOf(head: number): number[] {
  const places = leading.map(() => 0);
  for (let axis = leading.length - 1, rest = head; axis >= 0; axis--) {
    places[axis] = rest % leading[axis]!;
    rest = Math.floor(rest / leading[axis]!);
  }
  return places;
}

function headOf(places: readonly number[]): number {
  return places.reduce((head, place, axis) => head * leading[axis]! + place, 0);
}
