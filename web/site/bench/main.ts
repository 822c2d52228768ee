// The page that measures: one button to start and stop, what is being measured, and the figures as they come.
import { make } from "../../show/index.js";
import { offerFile } from "../shared/index.js";
import type { Shape } from "../../../tests/bench/measure/shapes.mjs";
import { Figures } from "./figures.js";
import { isSetName, shapesOf, type Entry, type SetName } from "./plan.js";
import { measureShapes, type Measured, type Peak, type Spread } from "./measure.js";
import { SpreadTable } from "./spread.js";

interface Saved {
  engine: string;
  date: string;
  peak?: Peak;
  figures: { shape: string; name: string; measured: Measured }[];
  spread: Spread[];
}

class Page {
  #stop: AbortController | undefined;
  #saved: Saved | undefined;
  readonly #figures = new Figures(byId("figures") as HTMLTableElement);
  readonly #spread = new SpreadTable(byId("spread") as HTMLTableElement, byId("no-workers"));
  readonly #start = byId("start");
  readonly #save = byId("save");
  readonly #progress = byId("progress") as HTMLProgressElement;
  readonly #status = byId("status");

  constructor() {
    const linked = location.hash.slice(1);
    if (isSetName(linked)) document.querySelector<HTMLInputElement>(`#set input[value=${linked}]`)!.checked = true;
    this.#start.addEventListener("click", () => (this.#stop ? this.#stop.abort() : void this.#measure()));
    this.#save.addEventListener("click", () => this.#download());
  }

  async #measure(): Promise<void> {
    const set = document.querySelector<HTMLInputElement>("#set input:checked")!.value as SetName;
    this.#stop = new AbortController();
    const date = new Date().toISOString().slice(0, 10);
    this.#saved = { engine: navigator.userAgent, date, figures: [], spread: [] };
    this.#show(true);
    try {
      await measureShapes(shapesOf(set), set === "full" ? "normal" : "quick", this, this.#stop.signal);
      this.#status.textContent = doneText(this.#saved);
    } catch (error) {
      const stopped = (error as Error).name === "AbortError";
      this.#status.textContent = stopped
        ? "Stopped. What was measured stays."
        : `The measurement could not go on. ${(error as Error).message}`;
    } finally {
      this.#stop = undefined;
      this.#show(false);
    }
  }

  #show(running: boolean): void {
    this.#start.textContent = running ? "Stop" : "Measure again";
    this.#progress.hidden = !running;
    this.#progress.value = 0;
    this.#save.hidden = running || this.#saved?.figures.length === 0;
    for (const input of document.querySelectorAll<HTMLInputElement>("#set input")) input.disabled = running;
  }

  doing(what: string, done: number, of: number): void {
    this.#progress.value = done / of;
    this.#status.textContent = `Measuring ${what} (${done + 1} of ${of})`;
  }

  peak(peak: Peak): void {
    this.#saved!.peak = peak;
    this.#figures.clear(peak.best.gflops);
    this.#spread.clear();
    for (const [id, { gflops, name }] of [
      ["peak", peak.best],
      ["separate", peak.separate],
    ] as const) {
      byId(id).replaceChildren(gflops.toFixed(1), make("small", {}, ` GFLOP/s (${name})`));
    }
  }

  measured(shape: Shape, entry: Entry, measured: Measured): void {
    this.#saved!.figures.push({ shape: shape.name, name: entry.name, measured });
    this.#figures.show(shape, entry, measured);
  }

  spread(spread: Spread, cores: number): void {
    this.#saved!.spread.push(spread);
    this.#spread.show(spread, cores);
  }

  #download(): void {
    const text = JSON.stringify(this.#saved, undefined, 1);
    offerFile(new Blob([text], { type: "application/json" }), `heed-bench-${this.#saved!.date}.json`);
  }
}

// Samples that differ by more than this part of their median were disturbed by other work of the machine.
const DISTURBED = 0.15;

function doneText({ figures }: Saved): string {
  const disturbed = figures.filter(
    ({ measured: { kernel, call } }) => ((kernel ?? call)?.spread ?? 0) > DISTURBED,
  ).length;
  const done = `Done: ${figures.length} figures.`;
  return disturbed === 0
    ? done
    : `${done} ${disturbed} of them were disturbed by other work on this machine; let it rest and measure again.`;
}

function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

new Page();
