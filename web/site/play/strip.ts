// Matrices that the core returns, side by side: the steps, or the way back.
import type { AttentionMatrix, Place } from "heed/element";
import type { State } from "../state/index.js";
import { captionOf } from "./captions.js";
import { isOfWeight, isPair, type Marks, type Shown } from "./places.js";
import { headOf, maskOf, transposed, type Computed, type Face } from "./run.js";

export interface StripEvents {
  /** What pointer or focus rests on; null where neither does. */
  readonly rest: (name: Shown, place: Place | null, by: "pointer" | "focus") => void;
  readonly open: (name: Shown, place: Place) => void;
}

export class Strip {
  readonly #matrices: ReadonlyMap<Shown, AttentionMatrix>;

  constructor(root: ParentNode, names: readonly Shown[], events: StripEvents) {
    this.#matrices = new Map(
      names.map((name) => [name, root.querySelector<AttentionMatrix>(`attention-matrix[data-matrix=${name}]`)!]),
    );
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
      if (matrix.kind !== "vectors") matrix.kind = kindOf(state, name);
      if (isPair(name)) matrix.view = state.view;
    }
  }

  /** A matrix that this setting does not have keeps what it held. */
  show(state: State, computed: Computed): void {
    const turned = state.convention === "columns";
    for (const [name, matrix] of this.#matrices) {
      if (name !== "joined" && computed.kept[name] === undefined) continue;
      const face = faceOf(computed, name, state);
      const [rowLabels, columnLabels] = labelsOf(computed.tokens, name, face, turned);
      setLabels(matrix, rowLabels, columnLabels);
      matrix.mask = isPair(name) ? maskOf(computed, turned) : null;
      matrix.domain = name === "weights" && state.softmax && state.stretched ? [0, largest(face)] : undefined;
      matrix.matrix = face;
      speakOf(matrix, state.convention, isOfWeight(name) ? null : state.followed);
    }
  }

  mark(marks: Marks): void {
    for (const [name, matrix] of this.#matrices) matrix.mark = marks[name] ?? {};
  }

  /** Focus to a cell, as after the inspector has closed. */
  focus(name: Shown, { row, column }: Place): void {
    this.#matrices
      .get(name)
      ?.shadowRoot?.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)
      ?.focus();
  }
}

/** How a matrix is coloured, where it is. */
export function kindOf({ softmax }: State, name: Shown): "weights" | "scores" {
  return name === "weights" && softmax ? "weights" : "scores";
}

/** Tokens where an axis has them, else numbers from 1. */
export function labelsOf(
  tokens: readonly string[],
  name: Shown,
  { shape }: Face,
  turned: boolean,
): [rows: readonly string[], columns: readonly string[]] {
  const counted = (axis: 0 | 1): string[] => Array.from({ length: shape[axis] }, (_, at) => String(at + 1));
  if (isPair(name)) return [tokens, tokens];
  if (isOfWeight(name)) return [counted(0), counted(1)];
  return turned ? [counted(0), tokens] : [tokens, counted(1)];
}

/** As a matrix stands on the page: one head, turned where tokens are columns. */
export function faceOf(computed: Computed, name: Shown, { head, convention }: State): Face {
  const face = name === "joined" ? wide(computed) : headOf(computed, name, Math.min(head, computed.heads - 1));
  return convention === "columns" ? transposed(face) : face;
}

/** All heads side by side. */
function wide({ kept: { context } }: Computed): Face {
  return { data: context.data, shape: [context.shape.at(-2)!, context.shape.at(-1)!] };
}

/** Of the line that a token has: its row, or its column; without a token, of the line that the reader is at. */
export function speakOf(matrix: AttentionMatrix, convention: State["convention"], token: number | null): void {
  matrix.along = convention;
  matrix.row = convention === "rows" ? token : null;
  matrix.column = convention === "columns" ? token : null;
}

function setLabels(matrix: AttentionMatrix, rows: readonly string[], columns: readonly string[]): void {
  if (matrix.rowLabels.join("\n") !== rows.join("\n")) matrix.rowLabels = rows;
  if (matrix.columnLabels.join("\n") !== columns.join("\n")) matrix.columnLabels = columns;
}

function largest({ data }: Face): number {
  return data.reduce((most, value) => Math.max(most, value), 0) || 1;
}
