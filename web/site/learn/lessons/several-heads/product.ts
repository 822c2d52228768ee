// Concatenation and W_O as a picture: each number of z stands beside the row of W_O that it multiplies; below, each head's rows
// added up, and all of them.
import { roundUp } from "../../../../show/index.js";
import type { Page } from "../../frame/page.js";
import { byId } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import { largest, Plate } from "../../training/plate.js";
import { partsOf } from "./parts.js";
import type { Layer, Watched } from "./training.js";

export class Product<F extends Fields> {
  readonly #page: Page<F>;
  readonly #z = new Plate(byId("z"), null, { rows: 1, columns: 1, ramp: "diverging" });
  readonly #w = new Plate(byId("w"), byId("scale"), { rows: 1, columns: 1, ramp: "diverging" });
  readonly #parts = new Plate(byId("parts"), byId("part-scale"), { rows: 1, columns: 1, ramp: "diverging" });
  readonly #sum = new Plate(byId("sum"), null, { rows: 1, columns: 1, ramp: "diverging" });

  constructor(page: Page<F>) {
    this.#page = page;
  }

  show(watched: Watched | undefined, layer: Layer | undefined): void {
    const host = byId("product");
    host.toggleAttribute("data-empty", layer === undefined);
    byId("z-end").hidden = layer === undefined;
    if (watched === undefined || layer === undefined) return;
    const { heads, context, outputWeight, output } = layer;
    const [dim, logits] = [context.length, output.length];
    host.style.setProperty("--heads", String(heads));
    const names = Array.from({ length: heads }, (_, head) => this.#page.text("head", { head: head + 1 }));
    for (const id of ["product-heads", "part-heads"]) byId(id).replaceChildren(...names.map(inSpan));
    const zEnd = roundUp(largest(context));
    this.#z.show(context, { rows: dim, columns: 1, end: zEnd });
    this.#page.fill(byId("z-end"), "z-end", { end: zEnd });
    this.#w.show(outputWeight, { rows: dim, columns: logits });
    // What the heads add and what comes of it share their colours.
    const parts = partsOf(context, outputWeight, heads);
    const end = roundUp(Math.max(largest(parts), largest(output)));
    this.#parts.show(parts, { rows: heads, columns: logits, end });
    this.#sum.show(output, { rows: 1, columns: logits, end });
    const { answers, names: nouns } = watched;
    byId("answers").replaceChildren(
      ...answers.map((answer, asked) => {
        const name = inSpan(nouns[answer]!);
        const place = (asked * nouns.length + answer + 0.5) / logits;
        name.style.insetInlineStart = `${100 * place}%`;
        name.className = place > 0.5 ? "to-left" : "to-right";
        return name;
      }),
    );
  }
}

function inSpan(text: string): HTMLElement {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}
