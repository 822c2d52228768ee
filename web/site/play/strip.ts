// The matrices that the core returns, side by side.
import type { AttentionMatrix, Place } from "heed/element";
import { tokensOf, type State } from "../state/index.js";
import { captionOf } from "./captions.js";
import { isPair, SHOWN, type Marks, type Shown } from "./places.js";
import { headOf, maskOf, transposed, type Computed, type Face } from "./run.js";

export interface StripEvents {
  /** What pointer or focus rests on; null where neither does. */
  readonly rest: (name: Shown, place: Place | null, by: "pointer" | "focus") => void;
  readonly open: (name: Shown, place: Place) => void;
}

export class Strip {
  readonly #matrices: Record<Shown, AttentionMatrix>;

  constructor(root: ParentNode, events: StripEvents) {
    const find = (name: Shown): AttentionMatrix => root.querySelector<AttentionMatrix>(`attention-matrix[data-matrix=${name}]`)!;
    this.#matrices = Object.fromEntries(SHOWN.map((name) => [name, find(name)])) as Record<Shown, AttentionMatrix>;
    for (const [name, matrix] of this.#all()) {
      matrix.addEventListener("matrix-hover", ({ detail }) => events.rest(name, detail, "pointer"));
      matrix.addEventListener("matrix-focus", ({ detail }) => events.rest(name, detail, "focus"));
      matrix.addEventListener("matrix-open", ({ detail }) => events.open(name, detail));
    }
  }

  /** Labels and captions, which need no core. */
  showNames(state: State): void {
    for (const [name, matrix] of this.#all()) {
      const caption = matrix.querySelector("[slot=caption]")!;
      const formula = captionOf(state, name);
      if (caption.innerHTML !== formula) caption.innerHTML = formula;
      if (matrix.kind !== "vectors") matrix.kind = name === "weights" && state.softmax ? "weights" : "scores";
      if (isPair(name)) matrix.view = state.view;
    }
  }

  show(state: State, computed: Computed): void {
    const tokens = tokensOf(state.text);
    const turned = state.convention === "columns";
    for (const [name, matrix] of this.#all()) {
      const face = faceOf(computed, name, state);
      const counted = Array.from({ length: face.shape[turned ? 0 : 1] }, (_, at) => String(at + 1));
      const along = isPair(name) ? tokens : counted;
      setLabels(matrix, turned ? along : tokens, turned ? tokens : along);
      matrix.mask = isPair(name) ? maskOf(computed, turned) : null;
      matrix.domain = name === "weights" && state.softmax && state.stretched ? [0, largest(face)] : undefined;
      matrix.matrix = face;
      speakOf(matrix, state.convention, state.followed);
    }
  }

  mark(marks: Marks): void {
    for (const [name, matrix] of this.#all()) matrix.mark = marks[name] ?? {};
  }

  /** Focus to a cell, as after the inspector has closed. */
  focus(name: Shown, { row, column }: Place): void {
    this.#matrices[name].shadowRoot?.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)?.focus();
  }

  #all(): [Shown, AttentionMatrix][] {
    return Object.entries(this.#matrices) as [Shown, AttentionMatrix][];
  }
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

/** Of the line that a token has: its row, or its column. */
export function speakOf(matrix: AttentionMatrix, convention: State["convention"], token: number): void {
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

