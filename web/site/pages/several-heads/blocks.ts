// W_Q as it is cut: a block of columns for each head. A block has its head's colour and pattern.
import { byId, type Fields } from "../../kit/index.js";
import { make, roundUp } from "../../../show/index.js";
import { type Page } from "../../rooms/lesson/index.js";
import { Heatmap, largest } from "../../rooms/training/index.js";
import type { Layer } from "./heads.js";
import { isOff } from "./switches.js";

const MOST = 4;

export class Blocks<F extends Fields> {
  readonly #page: Page<F>;
  readonly #blocks = Array.from({ length: MOST }, (_, head) => this.#block(head));

  constructor(page: Page<F>) {
    this.#page = page;
    byId("blocks").replaceChildren(...this.#blocks.map(({ host }) => host));
  }

  #block(head: number) {
    const name = make("span");
    const plate = make("div", { class: "block-plate" });
    const band = make("div", { class: "band" });
    const host = make("div", { class: `block head-${head}` }, name, band, plate);
    const scale = head === 0 ? byId("block-scale") : null;
    return { host, name, heatmap: new Heatmap(plate, scale, { rows: 1, columns: 1, ramp: "diverging" }) };
  }

  /** @param off the heads that are switched off, a bit for each */
  show(layer: Layer | undefined, off: number): void {
    byId("blocks").toggleAttribute("data-empty", layer === undefined);
    if (layer === undefined) return;
    const { heads, queryWeight } = layer;
    const dim = Math.sqrt(queryWeight.length);
    const columns = dim / heads;
    const end = roundUp(largest(queryWeight));
    byId("blocks").style.setProperty("--heads", String(heads));
    this.#blocks.forEach(({ host, name, heatmap }, head) => {
      host.hidden = head >= heads;
      if (head >= heads) return;
      host.toggleAttribute("data-off", isOff(off, head));
      this.#page.fill(name, isOff(off, head) ? "block-off" : "block", { head, columns });
      heatmap.show(columnsOf(queryWeight, dim, head * columns, columns), { rows: dim, columns, end });
    });
    this.#page.fill(byId("blocks-said"), "blocks-said", { dim, columns });
  }
}

/** Some columns of a matrix of `width` columns. */
function columnsOf(matrix: Float32Array, width: number, first: number, count: number): Float32Array {
  return Float32Array.from({ length: (matrix.length / width) * count }, (_, at) => {
    return matrix[Math.floor(at / count) * width + first + (at % count)]!;
  });
}
