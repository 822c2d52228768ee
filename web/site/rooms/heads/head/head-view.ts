// One head: its matrix, its text, its numbers.
import type { AttentionMatrix } from "heed/element";
import { byId } from "../../../kit/index.js";
import type { Place } from "../../../../show/index.js";
import { clear, fill, phrase } from "../../../kit/texts/index.js";
import type { CellInspector } from "../cell-inspector.js";
import { setText } from "../dom.js";
import { labelText } from "../grid/head-words.js";
import type { Look } from "../look.js";
import type { HeadStatistics } from "../../../../statistics/index.js";
import { samePlace, type HeadPlace, type HeadSource, type OwnHead } from "../source.js";
import { labelsOf } from "./head-labels.js";
import { hiddenIn, largestIn, showMatrix, type ShownMatrix } from "./matrix-look.js";
import { statisticsList } from "./statistics-list.js";
import { TokenStrips } from "./token-strips.js";

export interface ShownHead extends ShownMatrix {
  readonly opened: HeadSource;
  readonly place: HeadPlace;
  readonly statistics: HeadStatistics | undefined;
  /** What heed computed of it. */
  own: OwnHead | undefined;
}

export class HeadView {
  readonly #element = byId<AttentionMatrix>("head-matrix");
  readonly #strips: TokenStrips;
  readonly #inspector: CellInspector;
  #opened: HeadSource | undefined;
  #state: Look | undefined;
  #head: ShownHead | undefined;

  /** @param tokenChosen called with the chosen token */
  constructor(inspector: CellInspector, tokenChosen?: (token: number) => void) {
    this.#inspector = inspector;
    this.#strips = new TokenStrips({ chosen: (token, isChosen) => this.#light(token, isChosen), locked: tokenChosen });
    byId("head-strips").append(this.#strips.root);
    this.#element.addEventListener("matrix-open", ({ detail }) => this.#open(detail));
    this.#element.addEventListener("matrix-hover", ({ detail }) => detail === null && this.#strips.rest());
    this.#element.addEventListener("matrix-focus", ({ detail }) => detail && tokenChosen?.(detail.row));
  }

  get head(): ShownHead | undefined {
    return this.#head;
  }

  /** Whether tokens are shown as they stand in the file. */
  get raw(): boolean {
    return byId<HTMLInputElement>("raw-tokens").checked;
  }

  /** The inspector stays open while the place stays, and gets the new numbers. */
  show(opened: HeadSource, state: Look, head: ShownHead): void {
    this.#opened = opened;
    this.#state = state;
    const isNew = this.#head !== head;
    if (isNew && !this.#fits(head)) this.leave();
    this.#head = head;
    this.#draw();
    if (isNew) void this.#compute(head);
  }

  /** Whether the inspector's cell is one of this head too. */
  #fits({ place, rows, columns }: ShownHead): boolean {
    const cell = this.#inspector.cellOf(this.#element);
    return cell !== undefined && samePlace(this.#head?.place, place) && cell.row < rows && cell.column < columns;
  }

  leave(): void {
    this.#inspector.leave(this.#element);
    byId("own-scores").removeAttribute("aria-busy");
    this.#head = undefined;
  }

  #draw(): void {
    const [opened, state, head] = [this.#opened, this.#state, this.#head];
    if (opened === undefined || state === undefined || head === undefined) return;
    const labels = labelsOf(opened, this.raw);
    fill(byId("head-title"), "heads.head-name", { ...head.place });
    this.#element.setAttribute("aria-label", byId("head-title").textContent);
    setText(byId("head-label"), head.statistics === undefined ? "" : labelText(head.statistics));
    const problem = head.statistics?.problem;
    if (problem === undefined) clear(byId("head-problem"));
    else fill(byId("head-problem"), "heads.this-wrong", () => ({ problem: phrase(`heads.${problem}`) }));
    this.#element.rowLabels = labels.rows;
    this.#element.columnLabels = labels.columns;
    showMatrix(this.#element, head, { ...state, largest: largestIn(head.values) });
    this.#hide(head);
    const isGuess = head.mask === undefined && !opened.looksBack && hiddenIn(head) !== null;
    setText(byId("head-note"), isGuess ? phrase("heads.as-causal") : opened.noteOf(head.place));
    this.#strips.show({ ...head, rowLabels: labels.rows, columnLabels: labels.columns }, opened.chosen);
    byId("head-statistics").replaceChildren(...statisticsList(head.statistics));
  }

  async #compute(head: ShownHead): Promise<void> {
    const box = byId("own-scores");
    box.hidden = !head.opened.computes;
    if (box.hidden) return;
    const { rows, columns } = labelsOf(head.opened, false);
    // What it says until then is of the head before.
    box.setAttribute("aria-busy", "true");
    const own = await head.opened.own({
      place: head.place,
      values: head.values,
      causal: head.statistics?.causal ?? false,
      labels: { rowTokens: rows, columnTokens: columns },
    });
    if (this.#head !== head) return;
    box.removeAttribute("aria-busy");
    fill(box, own.report.key, own.report.given);
    if (own.computation === undefined) return;
    head.own = own;
    this.#hide(head);
    this.#inspector.update(this.#element, own.computation);
  }

  /** Of a head that was computed it is known what a window hides, too. */
  #hide(head: ShownHead): void {
    const { causal = false, mask } = head.own?.computation.options ?? {};
    this.#element.mask = mask ? { causal, mask } : hiddenIn(head);
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    if (this.#head?.own !== undefined) this.#inspector.update(this.#element, this.#head.own.computation);
  }

  /** With q and k a cell opens down to its products; without, it keeps its token chosen. */
  #open(place: Place): void {
    const own = this.#head?.own;
    const cell = { matrix: "weights", head: own?.head ?? 0, ...place } as const;
    if (own !== undefined) this.#inspector.open(this.#element, own.computation, cell);
    else this.#strips.lock(place.row);
  }

  /**
   * The row of a chosen token stands out, and its column is lit. Of a token that is always chosen only the row is.
   * While none is chosen, the matrix speaks of the row where the reader is.
   */
  #light(token: number, isChosen: boolean): void {
    this.#element.row = isChosen ? token : null;
    this.#element.mark = !isChosen || token === this.#opened?.chosen ? {} : { column: token };
  }
}
