// The matrices that the core returns, side by side, and which operands light up together.
import type { AttentionMatrix, Place } from "heed/element";
import type { Computed, ComputedName } from "./compute.js";
import { TOKENS, type NumbersName } from "./example.js";

/** What can be lit: a matrix on the page, and the row, column or cell in it. */
export type Lights = Partial<Record<ComputedName | NumbersName, { row?: number; column?: number }>>;

const SHOWN = ["q", "k", "v", "scores", "weights", "output"] as const;
export type ShownName = (typeof SHOWN)[number];

/** The operands of a cell: which row and which column it is the product of. */
export function operandsOf(name: ShownName, { row, column }: Place): Lights {
  switch (name) {
    case "q":
      return { x: { row }, query: { column } };
    case "k":
      return { x: { row }, key: { column } };
    case "v":
      return { x: { row }, value: { column } };
    case "scores":
      return { q: { row }, k: { row: column } };
    case "weights":
      return { scores: { row } };
    case "output":
      return { weights: { row }, v: { column } };
  }
}

export class Strip {
  readonly #matrices: Record<ShownName, AttentionMatrix>;
  #focused: Lights = {};
  #stretched = false;
  #weightsEnd = 1;

  /** `light` is called with what a pointer or else the focus rests on, `choose` with the row that focus came to. */
  constructor(root: ParentNode, light: (lights: Lights) => void, choose: (name: ShownName, place: Place) => void) {
    const entries = SHOWN.map((name) => [name, find(root, name)] as const);
    this.#matrices = Object.fromEntries(entries) as Record<ShownName, AttentionMatrix>;
    for (const [name, matrix] of entries) {
      matrix.rowLabels = TOKENS;
      matrix.columnLabels = name === "scores" || name === "weights" ? TOKENS : ["1", "2"];
      matrix.addEventListener("matrix-hover", ({ detail }) => light(detail === null ? this.#focused : operandsOf(name, detail)));
      matrix.addEventListener("matrix-focus", ({ detail }) => {
        this.#focused = detail === null ? {} : operandsOf(name, detail);
        light(this.#focused);
        if (detail !== null) choose(name, detail);
      });
    }
  }

  show(computed: Computed): void {
    for (const name of SHOWN) this.#matrices[name].matrix = computed[name];
    this.#weightsEnd = computed.weights.data.reduce((largest, weight) => Math.max(largest, weight), 0);
    this.#setDomain();
  }

  /** Colours of the weights from 0 to 1, or to the largest weight there is. */
  stretch(stretched: boolean): void {
    this.#stretched = stretched;
    this.#setDomain();
  }

  follow(row: number): void {
    for (const name of SHOWN) this.#matrices[name].row = row;
  }

  light(lights: Lights): void {
    for (const name of SHOWN) this.#matrices[name].mark = lights[name] ?? {};
  }

  #setDomain(): void {
    this.#matrices.weights.domain = this.#stretched ? [0, this.#weightsEnd] : undefined;
  }
}

function find(root: ParentNode, name: ShownName): AttentionMatrix {
  return root.querySelector<AttentionMatrix>(`attention-matrix[data-matrix=${name}]`)!;
}
