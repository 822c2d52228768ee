// The export menu of a lesson. It offers each matrix on the page, and the weights of numbers that open, as files.
import type { AttentionMatrix } from "heed/element";
import { numbersOf, type Matrix } from "../../../show/index.js";
import { byId } from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { ExportMenu, labelOf, type LabelledMatrix } from "../export/index.js";
import type { Computation } from "../inspector/index.js";

/** What a figure without <attention-matrix> has to offer. */
export interface Offered extends Pick<
  LabelledMatrix,
  "title" | "kind" | "rowLabels" | "columnLabels" | "mask" | "head"
> {
  /** Part of the file's name. */
  readonly name: string;
  readonly matrix: Matrix;
}

const offers = new Map<string, () => readonly Offered[]>();
let menu: ExportMenu | undefined;

/** Offers what a figure shows, in place of what was offered under that name before. */
export function offerMatrices(name: string, made: () => readonly Offered[]): void {
  offers.set(name, made);
  offerFigures();
}

/** Shows the menu. A page without figures has none. */
export function offerFigures(): void {
  if (menu !== undefined) return;
  const host = byId("export");
  menu = new ExportMenu(host, {
    matrices: offered,
    about: () => ({ options: { lesson: pageName() }, versions: { heed: __HEED_VERSION__ } }),
  });
  host.hidden = false;
  // The language of the page is that of its root.
  new MutationObserver(() => menu!.showNames()).observe(document.documentElement, { attributeFilter: ["lang"] });
}

/**
 * The weights of a computation whose numbers open somewhere on the page, one matrix a head.
 * @param name as in openCells
 */
export function weightsOf(name: string, { tokens, keyTokens = tokens, kept }: Computation): readonly Offered[] {
  const part = document.querySelector(`[data-opens^="${name} "]`)?.closest("section")?.querySelector("h2, h3");
  const { weights } = kept;
  if (part == null || weights === undefined) return [];
  const heads = weights.shape.length > 2 ? weights.shape.at(-3)! : 1;
  const text = { part: plain(part) };
  return Array.from({ length: heads }, (_, head) => ({
    name: "weights",
    title: heads > 1 ? phrase("export.weights-of-head", { ...text, head }) : phrase("export.weights-of", text),
    kind: "weights" as const,
    matrix: headOf(weights, head),
    rowLabels: tokens,
    columnLabels: keyTokens,
    ...(heads > 1 && { head }),
  }));
}

/** What is seen of the page first, then what else was computed. The same numbers are offered once. */
function offered(): LabelledMatrix[] {
  const shown = Array.from(document.querySelectorAll("attention-matrix")).flatMap(ofElement);
  for (const [name, made] of offers)
    for (const [at, one] of made().entries()) {
      if (one.matrix.data.length === 0) continue;
      const labelled = ofFigure(one, `${name} ${at}`);
      if (!shown.some((other) => areSame(other, labelled))) shown.push(labelled);
    }
  return shown.map((one) => ({ ...one, title: apart(one, shown) }));
}

/** Its title, and its number among those of the same title. */
function apart(one: LabelledMatrix, all: readonly LabelledMatrix[]): string {
  const alike = all.filter(({ title }) => title === one.title);
  return alike.length === 1 ? one.title : `${one.title} (${alike.indexOf(one) + 1})`;
}

function ofElement(element: AttentionMatrix): LabelledMatrix[] {
  const { matrix, head, mask, kind, view, domain, perRow, log } = element;
  if (matrix === null || element.getClientRects().length === 0) return [];
  const { data, rows, columns } = partOf(matrix, head);
  const caption = element.querySelector("[slot=caption]");
  return [
    {
      ...{ kind, view, domain, perRow, log, data, rows, columns },
      name: element.id,
      title: (caption && plain(caption)) || element.label || (element.getAttribute("aria-label") ?? element.id),
      rowLabels: named(element.rowLabels, rows),
      columnLabels: named(element.columnLabels, columns),
      ...(mask !== null && { mask }),
      ...about(element.rowLabels),
    },
  ];
}

function ofFigure({ matrix, ...look }: Offered, id: string): LabelledMatrix {
  const { data, rows, columns } = partOf(matrix, 0);
  return { ...look, id, data, rows, columns, ...about(look.rowLabels) };
}

function about(tokens: readonly string[]): Pick<LabelledMatrix, "tokens" | "source"> {
  return { tokens, source: phrase("export.of-lesson", { title: document.querySelector("h1")!.textContent.trim() }) };
}

/** One head as a matrix of its own. */
export function headOf(matrix: Matrix, head: number): Matrix {
  const { data, rows, columns } = partOf(matrix, head);
  return { data, shape: [rows, columns] };
}

function partOf(matrix: Matrix, head: number): Pick<LabelledMatrix, "data" | "rows" | "columns"> {
  const { data, start, rows, columns } = numbersOf(matrix, head, null);
  return { data: Array.prototype.slice.call(data, start, start + rows * columns), rows, columns };
}

/** A name for each, or none at all. */
function named(labels: readonly string[], count: number): readonly string[] {
  return labels.length === 0 ? [] : Array.from({ length: count }, (_, at) => labelOf(labels, at));
}

/** A text without the hints for readers who edit. */
function plain(text: Element): string {
  const copy = text.cloneNode(true) as Element;
  for (const hint of copy.querySelectorAll(".shape")) hint.remove();
  return copy.textContent.trim();
}

function areSame(one: LabelledMatrix, other: LabelledMatrix): boolean {
  if (one.rows !== other.rows || one.columns !== other.columns) return false;
  return Array.from(one.data).every((value, at) => Object.is(value, other.data[at]));
}

const pageName = (): string => document.body.dataset.page!;
