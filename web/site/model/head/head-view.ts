// One head: its matrix, its text, its numbers.
import type { AttentionMatrix } from "heed/element";
import type { Place } from "../../../show/index.js";
import { Inspector } from "../../inspector/index.js";
import { byId, setText } from "../dom.js";
import { labelOf, type HeadStatistics } from "../heads/index.js";
import type { HeadPlace, OpenText } from "../open-file.js";
import type { State } from "../state.js";
import { labelsOf } from "./head-labels.js";
import { largestIn, showMatrix, type ShownMatrix } from "./matrix-look.js";
import { computeHead, type OwnHead } from "./own-scores.js";
import { statisticsList } from "./statistics-list.js";
import { TokenStrips } from "./token-strips.js";

export interface ShownHead extends ShownMatrix {
  readonly opened: OpenText;
  readonly place: HeadPlace;
  readonly statistics: HeadStatistics | undefined;
  /** What heed computed from the file's q and k. */
  own: OwnHead | undefined;
}

export class HeadView {
  readonly #element = byId<AttentionMatrix>("head-matrix");
  readonly #strips = new TokenStrips({ chosen: (row, column) => this.#light(row, column) });
  readonly #inspector: Inspector;
  #opened: OpenText | undefined;
  #state: State | undefined;
  #head: ShownHead | undefined;
  #raw = false;

  constructor() {
    byId("head-strips").append(this.#strips.root);
    this.#inspector = new Inspector(document.body, {
      light: () => undefined,
      closed: ({ row, column }) =>
        this.#element.shadowRoot?.querySelector<HTMLElement>(`td[data-row="${row}"][data-column="${column}"]`)?.focus(),
    });
    this.#element.addEventListener("matrix-open", ({ detail }) => this.#open(detail));
    this.#element.addEventListener(
      "matrix-hover",
      ({ detail }) => detail === null && this.#light(undefined, undefined),
    );
    byId<HTMLInputElement>("raw-tokens").addEventListener("change", ({ target }) => {
      this.#raw = (target as HTMLInputElement).checked;
      this.#draw();
    });
  }

  get head(): ShownHead | undefined {
    return this.#head;
  }

  get raw(): boolean {
    return this.#raw;
  }

  show(opened: OpenText, state: State, head: ShownHead): void {
    this.#opened = opened;
    this.#state = state;
    if (this.#head !== head) this.#inspector.cell && this.#inspector.close();
    const isNew = this.#head !== head;
    this.#head = head;
    this.#draw();
    if (isNew) void this.#compute(head);
  }

  leave(): void {
    if (this.#inspector.cell) this.#inspector.close();
    this.#head = undefined;
  }

  #draw(): void {
    const [opened, state, head] = [this.#opened, this.#state, this.#head];
    if (opened === undefined || state === undefined || head === undefined) return;
    const labels = labelsOf(opened, this.#raw);
    const { layer, head: number } = head.place;
    setText(byId("head-title"), `Layer ${layer}, head ${number}`);
    setText(byId("head-label"), head.statistics === undefined ? "" : labelOf(head.statistics));
    setText(byId("head-problem"), head.statistics?.problem === undefined ? "" : `This head ${head.statistics.problem}`);
    this.#element.rowLabels = labels.rows;
    this.#element.columnLabels = labels.columns;
    showMatrix(this.#element, head, { ...state, largest: largestIn(head.values) });
    this.#strips.show({ ...head, rowLabels: labels.rows, columnLabels: labels.columns });
    byId("head-statistics").replaceChildren(...statisticsList(head.statistics));
  }

  async #compute(head: ShownHead): Promise<void> {
    const box = byId("own-scores");
    box.hidden = !this.#opened!.facts.hasVectors;
    if (box.hidden) return;
    setText(box, "Computing the head from q and k …");
    const labels = labelsOf(this.#opened!, false);
    const own = await computeHead({
      opened: this.#opened!,
      place: head.place,
      fromFile: head.values,
      causal: head.statistics?.causal ?? false,
      tokens: labels.rows,
      keyTokens: labels.columns,
    });
    if (this.#head !== head) return;
    setText(box, typeof own === "string" ? own : (own?.report ?? ""));
    if (typeof own !== "string") head.own = own;
  }

  /** With q and k a cell opens down to its products; without, it keeps its token chosen. */
  #open(place: Place): void {
    const own = this.#head?.own;
    if (own !== undefined) this.#inspector.open(own.computation, { matrix: "weights", head: 0, ...place });
    else this.#strips.lock(place.row);
  }

  /** The row of a token stands out, and its column is lit. */
  #light(row: number | undefined, column: number | undefined): void {
    this.#element.row = row ?? null;
    this.#element.mark = column === undefined ? {} : { column };
  }
}
