// Matrices that the core returns, side by side: those of the four steps, or the gradients.
import type { AttentionMatrix, Place } from "heed/element";
import type { State } from "../../rooms/state/index.js";
import { captionOf } from "./captions.js";
import type { Computed } from "./compute.js";
import type { Bars } from "./follow-drawing.js";
import { kindOf, labelsOf, maskOf, pageMatrix, tensorOf, WIDE, weightsEnd, type PageMatrix } from "./page-matrix.js";
import { isOfWeight, isPair, type Marks, type Shown } from "./shown-matrices.js";

export interface MatrixRowEvents {
  /** What pointer or focus rests on; null where neither does. */
  readonly rest: (name: Shown, place: Place | null, by: "pointer" | "focus") => void;
  readonly open: (name: Shown, place: Place) => void;
}

export class MatrixRow {
  readonly #matrices: ReadonlyMap<Shown, AttentionMatrix>;
  /** Those that are digits without colours where they are narrow. */
  readonly #vectors: ReadonlySet<AttentionMatrix>;

  constructor(root: ParentNode, names: readonly Shown[], events: MatrixRowEvents) {
    this.#matrices = new Map(
      names.map((name) => [name, root.querySelector<AttentionMatrix>(`attention-matrix[data-matrix=${name}]`)!]),
    );
    this.#vectors = new Set([...this.#matrices.values()].filter(({ kind }) => kind === "vectors"));
    for (const [name, matrix] of this.#matrices) {
      matrix.addEventListener("matrix-hover", ({ detail }) => events.rest(name, detail, "pointer"));
      matrix.addEventListener("matrix-focus", ({ detail }) => events.rest(name, detail, "focus"));
      matrix.addEventListener("matrix-open", ({ detail }) => events.open(name, detail));
    }
  }

  /** Labels and captions, which need no core. */
  showNames(state: State): void {
    for (const [name, matrix] of this.#matrices) {
      const caption = matrix.querySelector("[slot=caption]")!;
      const formula = captionOf(state, name);
      if (caption.innerHTML !== formula) caption.innerHTML = formula;
      if (!this.#vectors.has(matrix)) matrix.kind = kindOf(state, name);
      if (isPair(name)) matrix.view = state.view;
    }
  }

  /** A matrix that this setting does not have keeps what it held. */
  show(state: State, computed: Computed): void {
    const transposed = state.convention === "columns";
    for (const [name, matrix] of this.#matrices) {
      if (tensorOf(computed, name) === undefined) continue;
      const shown = pageMatrix(computed, name, state);
      setLabels(matrix, ...labelsOf(state, computed.tokens, name, shown));
      matrix.mask = isPair(name) ? maskOf(computed, transposed) : null;
      matrix.domain = name === "weights" && state.softmax ? [0, weightsEnd(state, computed)] : undefined;
      if (this.#vectors.has(matrix)) matrix.kind = columnsOf(shown, state) > WIDE ? "scores" : "vectors";
      matrix.matrix = shown;
      describeToken(matrix, state.convention, isOfWeight(name) ? null : state.followed);
    }
  }

  mark(marks: Marks): void {
    for (const [name, matrix] of this.#matrices) matrix.mark = marks[name] ?? {};
  }

  /** Shows bars in single cells, and takes back those of before. */
  drawBars(bars: Bars): void {
    for (const [name, matrix] of this.#matrices) matrix.bars = bars[name] ?? [];
  }

  /** Moves focus to a cell, as after the inspector has closed. */
  focus(name: Shown, { row, column }: Place): void {
    this.#matrices
      .get(name)
      ?.shadowRoot?.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)
      ?.focus();
  }
}

/** Numbers of a token's row. */
const columnsOf = ({ shape }: PageMatrix, { convention }: State): number => shape[convention === "rows" ? 1 : 0];

/** The sentence below a matrix is about the token's row, or its column; without a token, about where the reader is. */
export function describeToken(matrix: AttentionMatrix, convention: State["convention"], token: number | null): void {
  matrix.along = convention;
  matrix.row = convention === "rows" ? token : null;
  matrix.column = convention === "columns" ? token : null;
}

function setLabels(matrix: AttentionMatrix, rows: readonly string[], columns: readonly string[]): void {
  if (matrix.rowLabels.join("\n") !== rows.join("\n")) matrix.rowLabels = rows;
  if (matrix.columnLabels.join("\n") !== columns.join("\n")) matrix.columnLabels = columns;
}
