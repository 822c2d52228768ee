// A head that is open in a place of a page, by itself or below a machine.
import { make } from "../../../show/index.js";
import type { CellMatrix } from "../inspector/index.js";
import { headTable, wholeMatrix } from "./head-view.js";
import { cellOf, cellsFigure, type OpenNumber } from "./opens.js";
import type { HeadPlace, MachineRun } from "./run.js";
import { capital, headName, tell, wordName } from "./words.js";

export class HeadFigure {
  readonly #host: HTMLElement;
  readonly #open: OpenNumber;
  readonly #close: (() => void) | undefined;
  #run: MachineRun | undefined;
  #layer = 0;

  /** @param host within an element of the class "machine" @param close left out: it has no button to close it */
  constructor(host: HTMLElement, open: OpenNumber, close?: () => void) {
    [this.#host, this.#open, this.#close] = [host, open, close];
    host.addEventListener("click", (event) => this.#openNumber(event));
  }

  /**
   * The query of a line, what each word answers, what is brought, and the whole matrix.
   * @param parts "given": query, keys and values only, as they are before any score; "numbers": without the matrix
   */
  show(run: MachineRun, place: HeadPlace, line: number, parts: "given" | "numbers" | "all" = "all"): void {
    [this.#run, this.#layer] = [run, place.layer];
    const { cell: number, strip } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    const scroller = make("div", { class: "scroller" }, headTable(run, place, line, parts === "given"));
    this.#host.className = `head look-${place.layer % 4}`;
    if (parts === "given") return this.#host.replaceChildren(scroller);
    const word = wordName(run, line);
    const title = capital(tell("opened", { head: headName(run, place), word }));
    this.#host.replaceChildren(
      make("div", { class: "heading" }, make("h3", { tabindex: -1 }, title), this.#closeButton()),
      make("p", {}, tell("opened-text", { word })),
      scroller,
      parts === "all" ? this.#whole(run, place, line) : "",
    );
    this.#numberIn(number, strip)?.focus();
  }

  #whole(run: MachineRun, place: HeadPlace, line: number): HTMLElement {
    const matrix = wholeMatrix(run, place, line);
    matrix.addEventListener("matrix-open", ({ detail }) => {
      const cell = { matrix: "weights", head: place.head, ...detail } as const;
      this.#open(cellOf(run, place.layer, cell), () => matrix.focus());
    });
    return make(
      "div",
      { class: "whole" },
      make("div", { class: "scroller" }, matrix),
      make("div", {}, make("h4", {}, tell("whole-matrix")), make("p", {}, tell("whole-text"))),
    );
  }

  #closeButton(): HTMLElement | string {
    if (this.#close === undefined) return "";
    const button = make("button", { type: "button", class: "close" }, tell("close"));
    button.addEventListener("click", this.#close);
    return button;
  }

  /** A number, or by keyboard a whole strip of them. */
  #openNumber(event: MouseEvent): void {
    const pressed = (event.target as Element).closest<HTMLElement>("[data-cell], [data-strip]");
    const [run, layer] = [this.#run, this.#layer];
    if (pressed === null || run === undefined) return;
    const { cell, strip } = pressed.dataset;
    const [matrix, ...at] = (cell ?? strip!).split(" ") as [CellMatrix, ...string[]];
    const [head, row, column = 0] = at.map(Number) as [number, number, number?];
    const first = { matrix, head, row, column };
    // The head may have been drawn again, in a narrower place beside the panel.
    const back = (): void => this.#numberIn(cell, strip)?.focus();
    if (cell !== undefined) return this.#open(cellOf(run, layer, first), back);
    const { data, shape } = run.look(layer).kept[matrix]!;
    const [rows, columns] = shape.slice(-2) as [number, number];
    const count = run.look(layer).kept.v.shape.at(-1)!;
    const start = (head * rows + row) * columns + column;
    const { left, width } = pressed.getBoundingClientRect();
    const along = Math.min(count - 1, Math.max(0, Math.floor((count * (event.clientX - left)) / width)));
    const isPointed = event.detail > 0 && width > 0;
    const opened = isPointed
      ? cellOf(run, layer, { ...first, column: column + along })
      : cellsFigure(run, layer, data.subarray(start, start + count), first);
    this.#open(opened, back);
  }

  #numberIn(cell: string | undefined, strip: string | undefined): HTMLElement | null {
    return this.#host.querySelector(cell === undefined ? `[data-strip="${strip}"]` : `[data-cell="${cell}"]`);
  }
}
