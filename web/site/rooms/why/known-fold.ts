// Where is it known? Rows of this text are put into another text of the same length, one at a time. The map shows how
// much of the difference between the two next tokens each row brings back.
import type { AttentionMatrix } from "heed/element";
import { percent } from "../../../show/index.js";
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { signed } from "./dom.js";
import { knownFigure, shareBack } from "./figures.js";
import type { FoldHost } from "./host.js";
import { depthName } from "./parts.js";
import type { AskableText, Known, TooLong } from "./requests.js";
import { wayThrough } from "./shown.js";

/** In first texts of the page, and what else could be said there. */
const CHANGES = [
  [/\bBen\b/i, "Tom"],
  [/\banimal\b/, "child"],
] as const;

type Cells = Extract<Known, { kind: "cells" }>;

interface Shown {
  readonly text: AskableText;
  readonly cells: Cells;
  readonly values: readonly number[];
  /** Tokens of a row of the map. */
  readonly count: number;
}

export class KnownFold {
  readonly #host: FoldHost;
  readonly #matrix = byId<AttentionMatrix>("known-matrix");
  readonly #field = byId<HTMLInputElement>("known-other");
  #text: AskableText | undefined;
  #at = 0;
  readonly #latest = new Latest();
  #shown: Shown | undefined;

  constructor(host: FoldHost) {
    this.#host = host;
    byId("known-form").addEventListener("submit", (event) => {
      event.preventDefault();
      if (!byId("known-scan").hidden) return this.leave();
      void this.#latest.quietly(
        (signal) => this.#compute(signal),
        ({ message }) => {
          this.leave();
          fill(byId("known-problem"), "why.problem", { problem: message });
        },
      );
    });
    this.#field.addEventListener("input", () => this.leave());
    this.#matrix.addEventListener("matrix-open", ({ detail: { row, column } }) => this.#open(row, column));
  }

  /** A map is of one token of one text. */
  show(text: AskableText, at: number): void {
    if (text === this.#text && at === this.#at) {
      if (this.#shown !== undefined) this.#draw(this.#shown);
      return;
    }
    // What the reader has typed stays, unless it is for another model.
    if (text.file !== this.#text?.file || this.#field.value === changed(this.#text.text))
      this.#field.value = changed(text.text);
    [this.#text, this.#at] = [text, at];
    this.leave();
  }

  leave(): void {
    this.#latest.end();
    this.#clear();
  }

  #clear(): void {
    this.#shown = undefined;
    byId("known-scan").hidden = byId("known-figure").hidden = true;
    fill(byId("known-make"), "why.known-make");
    for (const id of ["known-words", "known-way", "known-problem"]) clear(byId(id));
  }

  async #compute(signal: AbortSignal): Promise<void> {
    const text = this.#text!;
    this.#clear();
    fill(byId("known-make"), "why.stop");
    byId("known-scan").hidden = false;
    const count = text.says === "next" ? this.#at + 1 : text.facts.rows;
    const all = count * (text.facts.layers + 1);
    const values: number[] = [];
    let found: Known | TooLong;
    do {
      this.#progress(values.length, all);
      const asked = { at: this.#at, other: this.#field.value, from: values.length };
      found = await text.reason("known", asked, signal);
      if (found.kind === "too-long") throw new Error(phrase("why.too-long", { most: found.most }));
      if (found.kind !== "cells") {
        this.leave();
        return fill(byId("known-problem"), `why.known-${found.kind}`, { count: found.count, needed: found.needed });
      }
      values.push(...found.values);
    } while (values.length < all);
    byId("known-scan").hidden = true;
    fill(byId("known-make"), "why.known-make");
    this.#draw((this.#shown = { text, cells: found, values, count }));
  }

  #progress(done: number, of: number): void {
    Object.assign(byId<HTMLProgressElement>("known-bar"), { max: of, value: done });
    fill(byId("known-count"), "why.known-count", { done, of });
  }

  #draw(shown: Shown): void {
    const { text, cells, values, count } = shown;
    const { own, others, of, against } = cells;
    const back = Float32Array.from(values, (value) => shareBack(value, own, others));
    const [first, second] = text.labels([of.name, against.name]);
    fill(byId("known-words"), "why.known-words", () => ({
      ...{ of: first!, against: second!, own: signed(own), others: signed(others) },
    }));
    const way = wayThrough(back, count);
    const layer = depthName(way.from);
    const labels = text.labels();
    fill(byId("known-way"), way.from === 0 ? "why.known-stays" : "why.known-moves", () => ({
      ...{ token: labels[way.first]!, share: percent(back[way.first]!), last: labels[way.last]!, layer },
    }));
    byId("known-figure").hidden = false;
    this.#matrix.matrix = { data: back, shape: [text.facts.layers + 1, count] };
    this.#matrix.rowLabels = Array.from({ length: text.facts.layers + 1 }, (_, depth) => depthName(depth));
    this.#matrix.columnLabels = columnNames(text, cells).slice(0, count);
    const size = back.reduce((most, one) => Math.max(most, Math.abs(one)), 1);
    this.#matrix.domain = [-size, size];
  }

  #open(row: number, column: number): void {
    const { text, cells, values, count } = this.#shown!;
    const title = phrase("why.figure-known", { layer: depthName(row), token: text.labels()[column]! });
    this.#host.open(() => knownFigure(values[row * count + column]!, cells.own, cells.others, title));
  }
}

/** The text with one of its words exchanged, so that a map can be computed at once. */
function changed(text: string): string {
  const [word, other] = CHANGES.find(([one]) => one.test(text)) ?? ["", ""];
  return text.replace(word, other);
}

/** Where the two texts differ, both tokens. */
function columnNames(text: AskableText, { differing }: Cells): string[] {
  const others = text.labels(differing.map(({ name }) => name));
  const names = Array.from(text.labels());
  for (const [at, { token }] of differing.entries()) names[token] += ` / ${others[at]!}`;
  return names;
}
