// The weights come when a reader asks for them: how many MB, how far, and a button that stops. They are scripts
// next to the page, which a page from disk can load, too; it can fetch nothing.
import "./trained.css";
import scripts from "trained:weights";
import { afterPaint, make } from "../../../show/index.js";
import { asksForLess, Latest } from "../../kit/index.js";
import { clear, fill, type Parameters } from "../../kit/texts/index.js";
import { readWeights, type Weights } from "./weights.js";
import "./texts/en.json";

/** Each script puts its part of the text here. */
const held = globalThis as { heedWeights?: string[] | undefined };

const BYTES = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
const megabytes = (bytes: number): number => Number((bytes / 1e6).toFixed(1));

export class Arrival {
  readonly #button = make("button", { type: "button" });
  readonly #bar = make("progress", { "data-t-label": "trained.bar", max: BYTES });
  readonly #count = make("p");
  readonly #said = make("p", { role: "status", tabindex: -1 });
  /** Shows how far the weights are; empty before they are wanted and after they have come. */
  readonly element = make("div", { class: "arrival", hidden: true }, this.#said, this.#bar, this.#count, this.#button);
  readonly #taken: (weights: Weights) => void;
  #wanted = false;
  readonly #latest = new Latest();
  #comes = false;

  /** @param taken called once, with the weights */
  constructor(taken: (weights: Weights) => void) {
    this.#taken = taken;
    this.#button.addEventListener("click", () => {
      if (this.#comes) this.#stop("stopped", { arrived: megabytes(this.#bar.value) });
      else void this.#bring();
    });
  }

  /** They are wanted now. A reader who saves data, or who has stopped them, is asked. */
  wish(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.element.hidden = false;
    if (asksForLess()) this.#stop("asks");
    else void this.#bring();
  }

  async #bring(): Promise<void> {
    const signal = this.#latest.begin();
    this.#comes = true;
    clear(this.#said);
    fill(this.#button, "trained.stop");
    let arrived = 0;
    for (const [at, { file, bytes }] of scripts.entries()) {
      this.#show(arrived);
      const isThere = held.heedWeights?.[at] !== undefined || (await load(file));
      if (signal.aborted) return;
      if (!isThere) return this.#stop("missing", { file: file.replace(/\?.*/, "") });
      arrived += bytes;
    }
    this.#show(arrived);
    fill(this.#said, "trained.unpacking");
    this.#button.hidden = true;
    await new Promise<void>(afterPaint);
    try {
      const weights = await readWeights(held.heedWeights!.join(""));
      held.heedWeights = undefined;
      this.element.hidden = true;
      this.#taken(weights);
    } catch (error) {
      this.#button.hidden = false;
      this.#stop("failed", { reason: (error as Error).message });
    }
  }

  #show(arrived: number): void {
    this.#bar.hidden = this.#count.hidden = false;
    this.#bar.value = arrived;
    fill(this.#count, "trained.progress", { arrived: megabytes(arrived), size: megabytes(BYTES) });
  }

  /** Nothing comes, for this reason, until the reader presses the button. */
  #stop(why: "asks" | "stopped" | "missing" | "failed", given: Parameters = {}): void {
    this.#latest.end();
    this.#comes = false;
    this.#bar.hidden = this.#count.hidden = true;
    fill(this.#said, `trained.${why}`, { ...given, size: megabytes(BYTES) });
    fill(this.#button, why === "missing" || why === "failed" ? "trained.try" : "trained.bring", {
      size: megabytes(BYTES),
    });
  }
}

/** Whether the script is there. */
function load(file: string): Promise<boolean> {
  return new Promise((done) => {
    const script = make("script", { src: file });
    for (const event of ["load", "error"] as const)
      script.addEventListener(event, () => {
        script.remove();
        done(event === "load");
      });
    document.head.append(script);
  });
}
