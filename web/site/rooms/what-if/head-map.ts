// How much each head matters to one token: a cell for each, computed in the worker. It can be stopped.
import type { AttentionMatrix } from "heed/element";
import { digits, roundUp } from "../../../show/index.js";
import { byId, Latest } from "../../kit/index.js";
import { clear, fill } from "../../kit/texts/index.js";
import { onChoice, placeName } from "../heads/index.js";
import type { Change, ChangeableText } from "./changes.js";

type Kind = "off" | "mean";

export class HeadMap {
  readonly #matrix = byId<AttentionMatrix>("map-matrix");
  readonly #button = byId("make-map");
  #text: ChangeableText | undefined;
  #at = 0;
  readonly #latest = new Latest();

  constructor(chosen: (change: Change) => void) {
    this.#button.addEventListener("click", () => {
      if (byId("map-scan").hidden)
        void this.#latest.quietly(
          (signal) => this.#compute(signal),
          ({ message }) => {
            this.#leave();
            fill(byId("map-words"), "what-if.problem", { problem: message });
          },
        );
      else this.#leave();
    });
    onChoice("map-kind", () => this.#leave());
    this.#matrix.addEventListener("matrix-open", ({ detail: { row, column } }) =>
      chosen({ kind: this.#kind, layer: row, head: column }),
    );
  }

  get #kind(): Kind {
    return document.querySelector<HTMLInputElement>("input[name=map-kind]:checked")!.value as Kind;
  }

  /** A map is of one token of one text. */
  show(text: ChangeableText, at: number): void {
    if (text === this.#text && at === this.#at) return;
    this.#text = text;
    this.#at = at;
    this.#leave();
  }

  #leave(): void {
    this.#latest.end();
    this.#clear();
  }

  #clear(): void {
    byId("map-scan").hidden = byId("map-figure").hidden = true;
    fill(this.#button, "what-if.make-map");
    clear(byId("map-words"));
  }

  async #compute(signal: AbortSignal): Promise<void> {
    const [text, at, kind] = [this.#text!, this.#at, this.#kind];
    this.#clear();
    fill(this.#button, "heads.stop");
    byId("map-scan").hidden = false;
    const values: number[] = [];
    const count = text.facts.layers * text.facts.heads;
    while (values.length < count) {
      this.#progress(values.length, count);
      values.push(...(await text.weigh({ at, kind, from: values.length }, signal)));
      if (signal.aborted) return;
    }
    this.#draw(values, text);
  }

  #progress(done: number, of: number): void {
    const bar = byId<HTMLProgressElement>("map-bar");
    bar.max = of;
    bar.value = done;
    fill(byId("map-count"), "heads.read-count", { read: done, count: of });
  }

  #draw(values: readonly number[], { facts: { layers, heads } }: ChangeableText): void {
    byId("map-scan").hidden = true;
    byId("map-figure").hidden = false;
    fill(this.#button, "what-if.make-map");
    const largest = Math.max(...values);
    this.#matrix.matrix = { data: Float32Array.from(values), shape: [layers, heads] };
    this.#matrix.rowLabels = Array.from({ length: layers }, (_, layer) => `L${layer}`);
    this.#matrix.columnLabels = Array.from({ length: heads }, (_, head) => `H${head}`);
    this.#matrix.domain = [0, roundUp(largest)];
    const most = values.indexOf(largest);
    const head = placeName({ layer: Math.floor(most / heads), head: most % heads });
    fill(byId("map-words"), "what-if.map-words", () => ({ head, largest: digits(largest) }));
  }
}
