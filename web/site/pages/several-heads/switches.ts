// Heads switched off one by one: a checkbox for each, and what the layer then knows of the examination bags.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import {
  figureButton,
  fillTable,
  openFigures,
  percent,
  shareCell,
  tableRow,
  type Page,
} from "../../rooms/lesson/index.js";
import { examine, type Examined, type Grade } from "./exam.js";
import type { HeadsOptions, Layer } from "./heads.js";
import { lossOf } from "./loss-figure.js";

/** How long each head stays off when they are switched off one by one. */
const EACH_MS = 900;

/** @param off a bit for each head */
export function isOff(off: number, head: number): boolean {
  return ((off >> head) & 1) === 1;
}

export class Switches<F extends Fields> {
  heed: Heed | undefined;
  readonly #page: Page<F>;
  readonly #set: (off: number) => void;
  /** What is known of the layer that is shown: a grade for each set of heads that was off. */
  readonly #grades = new Map<number, Grade>();
  #layer: Layer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param set called with the heads that shall be off, a bit for each */
  constructor(page: Page<F>, set: (off: number) => void) {
    this.#page = page;
    this.#set = set;
    byId("each").addEventListener("click", () => this.#offInTurn(0));
    byId("each-at-once").addEventListener("click", () => this.#offAtOnce());
  }

  show(layer: Layer | undefined, options: HeadsOptions, off: number): void {
    if (layer !== this.#layer) this.#grades.clear();
    this.#layer = layer;
    for (const id of ["each", "each-at-once"])
      (byId(id) as HTMLButtonElement).disabled = layer === undefined || this.heed === undefined;
    if (layer === undefined || this.heed === undefined) {
      byId("switches").replaceChildren();
      return fillTable("grades", []);
    }
    for (const which of new Set([0, off]))
      if (!this.#grades.has(which)) this.#grades.set(which, examine(this.heed, examinedWithout(which, options, layer)));
    const heed = this.heed;
    openFigures("loss", (which) => {
      const examined = examinedWithout(Number(which), options, layer);
      return lossOf(this.#page, heed, examined, this.#nameOf(Number(which)));
    });
    this.#drawSwitches(layer.heads, off);
    this.#drawGrades(layer.heads, off);
  }

  /** Switches each head off for a while, one after another, then all on again. */
  #offInTurn(head: number): void {
    clearTimeout(this.#timer);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#offAtOnce();
    // Meanwhile there may be another layer, or none.
    const isLast = head >= (this.#layer?.heads ?? 0);
    this.#set(isLast ? 0 : 1 << head);
    if (!isLast) this.#timer = setTimeout(() => this.#offInTurn(head + 1), EACH_MS);
  }

  #offAtOnce(): void {
    clearTimeout(this.#timer);
    for (let head = 0; head < this.#layer!.heads; head++) this.#set(1 << head);
    this.#set(0);
  }

  #drawSwitches(heads: number, off: number): void {
    const host = byId("switches");
    // The boxes stay while their number does, so that the one with focus keeps it.
    if (host.children.length !== heads)
      host.replaceChildren(...Array.from({ length: heads }, (_, head) => this.#switch(head)));
    host.querySelectorAll("input").forEach((box, head) => (box.checked = !isOff(off, head)));
    host.querySelectorAll(".name").forEach((name, head) => this.#page.fill(name, "head", { head }));
  }

  #switch(head: number): HTMLElement {
    const box = make("input", { type: "checkbox" });
    box.addEventListener("input", () => {
      clearTimeout(this.#timer);
      const boxes = Array.from(byId("switches").querySelectorAll("input"));
      this.#set(boxes.reduce((off, { checked }, at) => (checked ? off : off | (1 << at)), 0));
    });
    const band = make("span", { class: "band", "aria-hidden": "true" });
    return make("label", { class: `switch head-${head}` }, box, " ", band, " ", make("span", { class: "name" }));
  }

  #drawGrades(heads: number, off: number): void {
    const page = this.#page;
    const now = this.#grades.get(off)!;
    page.fill(byId("switched-said"), "switched-said", {
      share: percent(now.accuracy),
      loss: digits(now.loss, 3),
      all: percent(this.#grades.get(0)!.accuracy),
    });
    const kinds = [0, ...Array.from({ length: heads }, (_, head) => 1 << head)];
    const rows = kinds.map((kind) => {
      const name = this.#nameOf(kind);
      const grade = this.#grades.get(kind);
      const dash = page.text("not-tried");
      const share = grade === undefined ? dash : shareCell(grade.accuracy, `${percent(grade.accuracy)}\u202f%`);
      const row = tableRow(
        name,
        share,
        grade === undefined ? dash : figureButton(digits(grade.loss, 3), "loss", String(kind)),
      );
      row.classList.toggle("meant", kind === off);
      return row;
    });
    fillTable("grades", rows);
  }

  /** @param kind a bit for the head that is off */
  #nameOf(kind: number): string {
    return this.#page.text(kind === 0 ? "all-on" : "without", { head: Math.log2(kind) });
  }
}

function examinedWithout(off: number, options: HeadsOptions, layer: Layer): Examined {
  return { options, layer, isOff: (head) => isOff(off, head) };
}
