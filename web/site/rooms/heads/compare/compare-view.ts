// Two heads side by side: shared colours and focus, their difference, and how far each row differs.
import type { AttentionMatrix } from "heed/element";
import { byId } from "../../../kit/index.js";
import { digits, isolated, make, roundUp, type Place } from "../../../../show/index.js";
import { clear, fill } from "../../../kit/texts/index.js";
import { divergences } from "../../../../statistics/index.js";
import { largestIn, showMatrix, type ShownMatrix } from "../head/matrix-look.js";
import type { HeadLabels } from "../head/head-labels.js";
import type { Look } from "../look.js";

export interface ComparedHead extends ShownMatrix {
  /** "L0 H1", with the file's name where there are two. */
  readonly name: string;
  readonly labels: HeadLabels;
}

/** How many rows are listed: those that differ most. */
const LISTED = 12;

export interface Comparison {
  readonly difference: Float32Array;
  readonly divergences: Float64Array;
}

export class CompareView {
  readonly #elements = ["compare-left", "compare-right", "compare-difference"].map((id) => byId<AttentionMatrix>(id));
  #comparison: Comparison | undefined;

  constructor() {
    for (const element of this.#elements) {
      element.addEventListener("matrix-hover", ({ detail }) => this.#light(element, detail));
      element.addEventListener("matrix-focus", ({ detail }) => this.#light(element, detail));
    }
    byId("compare-rows").addEventListener("click", ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-row]")?.dataset["row"] : undefined;
      if (row !== undefined) for (const element of this.#elements) element.row = Number(row);
    });
  }

  get comparison(): Comparison | undefined {
    return this.#comparison;
  }

  show(left: ComparedHead, right: ComparedHead, { view, colours }: Look): void {
    const largest = Math.max(largestIn(left.values), largestIn(right.values));
    const [first, second, third] = this.#elements as [AttentionMatrix, AttentionMatrix, AttentionMatrix];
    fill(byId("head-title"), "heads.two-names", { head: left.name, other: right.name });
    for (const id of ["head-label", "head-note"]) clear(byId(id));
    for (const [element, head] of [
      [first, left],
      [second, right],
    ] as const) {
      element.label = head.name;
      element.rowLabels = head.labels.rows;
      element.columnLabels = head.labels.columns;
      showMatrix(element, head, { view, colours, largest });
    }
    const alike = left.rows === right.rows && left.columns === right.columns;
    this.#comparison = alike ? compared(left, right) : undefined;
    byId("compare-more").hidden = !alike;
    if (this.#comparison === undefined) {
      const sizes = { rows: left.rows, columns: left.columns, otherRows: right.rows, otherColumns: right.columns };
      return fill(byId("compare-problem"), "heads.no-difference", sizes);
    }
    clear(byId("compare-problem"));
    const { difference } = this.#comparison;
    third.label = `${right.name} − ${left.name}`;
    const rows = both(left.labels.rows, right.labels.rows);
    third.rowLabels = rows;
    third.columnLabels = both(left.labels.columns, right.labels.columns);
    third.kind = "scores";
    third.view = view === "arcs" ? "heatmap" : view;
    third.matrix = { data: difference, shape: [left.rows, left.columns] };
    const [leftMask, rightMask] = [first.mask, second.mask];
    third.mask = leftMask && rightMask && Uint8Array.from(leftMask, (may, at) => Number(may || rightMask[at]));
    third.domain = [-roundUp(largestIn(difference)), roundUp(largestIn(difference))];
    this.#showRows(rows, this.#comparison.divergences);
  }

  #showRows(labels: readonly string[], found: Float64Array): void {
    const real = Array.from(found.keys()).filter((row) => !Number.isNaN(found[row]!));
    const mean = real.reduce((sum, row) => sum + found[row]!, 0) / real.length;
    const key = real.length === 0 ? "no-mean" : real.length === found.length ? "mean-of-all" : "mean-of-some";
    fill(byId("compare-mean"), `heads.${key}`, { rows: real.length, mean: digits(mean, 3) });
    const order = real.sort((a, b) => found[b]! - found[a]! || a - b).slice(0, LISTED);
    byId("compare-rows").replaceChildren(
      ...order.map((row) => {
        const bar = make("span", { class: "amount", "aria-hidden": "true" });
        bar.style.setProperty("--part", String(found[row]));
        const name = make("button", { type: "button", "data-row": row }, labels[row] ?? String(row + 1));
        return make("li", {}, name, make("span", {}, digits(found[row]!, 3)), bar);
      }),
    );
  }

  /** The cell that one matrix is at is lit in the others. */
  #light(from: AttentionMatrix, place: Place | null): void {
    for (const element of this.#elements) {
      if (element === from) continue;
      element.mark = place ?? {};
      element.row = place?.row ?? null;
    }
  }
}

/** The tokens of both heads, each once where they are the same. */
function both(left: readonly string[], right: readonly string[]): readonly string[] {
  return left === right
    ? left
    : left.map((token, at) => (token === right[at] ? token : `${isolated(token)} ∕ ${isolated(right[at]!)}`));
}

function compared(left: ComparedHead, right: ComparedHead): Comparison {
  return {
    difference: left.values.map((value, at) => right.values[at]! - value),
    divergences: divergences(left.values, right.values, left.rows),
  };
}
