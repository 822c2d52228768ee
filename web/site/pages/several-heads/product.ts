// Joined heads and W_O as a picture. Each number of z is beside the row of W_O that it multiplies.
// Below is what each head adds, and the sum.
import { byId, type Fields } from "../../kit/index.js";
import { make, roundUp } from "../../../show/index.js";
import { type Page } from "../../rooms/lesson/index.js";
import { Heatmap, largest } from "../../rooms/training/index.js";
import type { Layer, Watched } from "./heads.js";
import { partsOf } from "./parts.js";

const EMPTY = { rows: 1, columns: 1, ramp: "diverging" } as const;

export class Product<F extends Fields> {
  readonly #page: Page<F>;
  readonly #z = new Heatmap(byId("z"), null, EMPTY);
  readonly #w = new Heatmap(byId("w"), byId<HTMLElement>("scale"), EMPTY);
  readonly #parts = new Heatmap(byId("parts"), byId<HTMLElement>("part-scale"), EMPTY);
  readonly #sum = new Heatmap(byId("sum"), null, EMPTY);

  constructor(page: Page<F>) {
    this.#page = page;
  }

  show(watched: Watched | undefined, layer: Layer | undefined): void {
    const host = byId("product");
    host.toggleAttribute("data-empty", layer === undefined);
    byId("z-end").hidden = layer === undefined;
    if (watched === undefined || layer === undefined) return;
    const { heads, joined, outputWeight, output } = layer;
    const [dim, logits] = [joined.length, output.length];
    host.style.setProperty("--heads", String(heads));
    const names = Array.from({ length: heads }, (_, head) => this.#page.text("head", { head }));
    for (const id of ["product-heads", "part-heads"])
      byId(id).replaceChildren(...names.map((name) => make("span", {}, name)));
    const zEnd = roundUp(largest(joined));
    this.#z.show(joined, { rows: dim, columns: 1, end: zEnd });
    this.#page.fill(byId("z-end"), "z-end", { end: zEnd });
    this.#w.show(outputWeight, { rows: dim, columns: logits });
    // What the heads add and their sum have the same colours.
    const parts = partsOf(joined, outputWeight, heads);
    const end = roundUp(Math.max(largest(parts), largest(output)));
    this.#parts.show(parts, { rows: heads, columns: logits, end });
    this.#sum.show(output, { rows: 1, columns: logits, end });
    byId("answers").replaceChildren(...answerNames(watched, logits));
  }
}

/** The right answers below their columns of the sum. */
function answerNames({ answers, names }: Watched, logits: number): HTMLElement[] {
  return answers.map((answer, asked) => {
    const middle = (asked * names.length + answer + 0.5) / logits;
    const name = make("span", { class: middle > 0.5 ? "to-left" : "to-right" }, names[answer]!);
    name.style.insetInlineStart = `${100 * middle}%`;
    return name;
  });
}
