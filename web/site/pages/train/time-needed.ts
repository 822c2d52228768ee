// How long a large training will take, said before it begins: some steps of it are tried.
import { byId, Latest } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { digits } from "../../../show/index.js";
import { isLarge } from "./messages.js";
import { settingsOf } from "./settings.js";
import type { TextChoice } from "./text-choice.js";
import type { Training } from "./training.js";

/** A setting that goes on changing is not tried. */
const SETTLED_MS = 300;

export class TimeNeeded {
  readonly #training: Training;
  readonly #text: TextChoice;
  readonly #status = byId("status");
  readonly #latest = new Latest();
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(training: Training, text: TextChoice) {
    [this.#training, this.#text] = [training, text];
  }

  /** Something else has the worker: what was asked is not told. */
  end(): void {
    this.#latest.end();
  }

  /** A text may make a long training possible, whose time is not told yet. */
  onText(): void {
    if (this.#status.getAttribute("data-t") === "rest") this.settle();
  }

  /** Tries it once the fields have settled. */
  settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.tell(), SETTLED_MS);
  }

  tell(): void {
    this.#text.tell();
    void this.#latest.quietly(
      (signal) => this.#tell(signal),
      (error) => this.#training.tellProblem(error),
    );
  }

  async #tell(signal: AbortSignal): Promise<void> {
    if (this.#training.busy) return;
    const [settings, { text }] = [settingsOf(), this.#text];
    if (text === undefined || !isLarge(settings)) {
      if (/^(timing|takes)$/.test(this.#status.getAttribute("data-t") ?? "")) fill(this.#status, "rest");
      return;
    }
    fill(this.#status, "timing");
    const stepMs = await this.#training.worker.ask("time", { text, settings }, { signal });
    const { steps } = settings;
    const figures = () => ({ steps: digits(steps, 0), minutes: digits((steps * stepMs) / 60_000, 1) });
    fill(this.#status, "takes", figures);
  }
}
