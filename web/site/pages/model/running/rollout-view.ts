// Rollout: the heads of all layers up to one, as one matrix. It is computed in the worker, and can be stopped.
import type { AttentionMatrix } from "heed/element";
import { byId, Latest } from "../../../kit/index.js";
import { clear, fill } from "../../../kit/texts/index.js";
import { fillSelect } from "../../../rooms/heads/index.js";
import type { ModelText } from "./running-model.js";

export class RolloutView {
  readonly #matrix = byId<AttentionMatrix>("rollout-matrix");
  readonly #button = byId("make-rollout");
  readonly #layer = byId<HTMLSelectElement>("rollout-layer");
  #text: ModelText | undefined;
  readonly #latest = new Latest();

  constructor() {
    this.#layer.addEventListener("change", () => this.#leave());
    this.#button.addEventListener("click", () => {
      if (!byId("rollout-scan").hidden) return this.#leave();
      void this.#latest.quietly(
        (signal) => this.#compute(signal),
        ({ message }) => {
          this.#leave();
          fill(byId("rollout-words"), "text-problem", { problem: message });
        },
      );
    });
  }

  /** A rollout is of one text. */
  show(text: ModelText): void {
    if (text === this.#text) return;
    const isOther = text.file !== this.#text?.file;
    this.#text = text;
    const { layers } = text.facts;
    const options = Array.from({ length: layers }, (_, layer) => [String(layer), `L${layer}`] as const);
    fillSelect(this.#layer, options, isOther ? String(layers - 1) : this.#layer.value);
    this.#leave();
  }

  #leave(): void {
    this.#latest.end();
    this.#clear();
  }

  #clear(): void {
    byId("rollout-scan").hidden = byId("rollout-figure").hidden = true;
    fill(this.#button, "make-rollout");
    clear(byId("rollout-words"));
  }

  async #compute(signal: AbortSignal): Promise<void> {
    const text = this.#text!;
    const layers = Number(this.#layer.value) + 1;
    this.#clear();
    fill(this.#button, "write-stop");
    byId("rollout-scan").hidden = false;
    for (;;) {
      const { done, matrix } = await text.ask("whyRollout", { layers }, signal);
      const bar = byId<HTMLProgressElement>("rollout-bar");
      bar.max = layers;
      bar.value = done;
      if (matrix !== undefined) return this.#draw(matrix, text);
    }
  }

  #draw(data: Float32Array, text: ModelText): void {
    const labels = text.labels();
    byId("rollout-scan").hidden = true;
    byId("rollout-figure").hidden = false;
    fill(this.#button, "make-rollout");
    this.#matrix.matrix = { data, shape: [labels.length, labels.length] };
    this.#matrix.rowLabels = this.#matrix.columnLabels = [...labels];
    fill(byId("rollout-words"), "rollout-words", { layer: this.#layer.value });
  }
}
