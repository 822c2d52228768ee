// Reads all heads of a text once, in order, and fills the grid as they come. It can be stopped and continued.
import { byId } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import type { GridView } from "./grid/grid-view.js";
import type { HeadSource } from "./source.js";

export interface ScanEvents {
  readonly done: (opened: HeadSource) => void;
  readonly failed: (message: string) => void;
}

export class Scan {
  readonly #grid: GridView;
  readonly #events: ScanEvents;
  #opened: HeadSource | undefined;
  #running = false;

  constructor(grid: GridView, events: ScanEvents) {
    this.#grid = grid;
    this.#events = events;
    byId("stop-scan").addEventListener("click", () => {
      if (this.#running) {
        this.#running = false;
        this.#opened?.pause();
      } else if (this.#opened !== undefined) void this.#run(this.#opened);
    });
  }

  begin(opened: HeadSource): void {
    this.#opened = opened;
    void this.#run(opened);
  }

  async #run(opened: HeadSource): Promise<void> {
    this.#running = true;
    const side = this.#grid.sideFor(opened);
    this.#grid.prepare();
    try {
      while (opened.scanned.size < opened.count && this.#running && this.#opened === opened) {
        this.#show(opened);
        const heads = await opened.scan(opened.scanned.size, side);
        if (this.#opened !== opened) return;
        this.#grid.add(heads);
        if (heads.length > 0 && opened.scanned.size === heads.length) performance.mark("heed-first-head");
      }
    } catch (error) {
      this.#running = false;
      if (this.#opened === opened) this.#events.failed((error as Error).message);
    }
    if (this.#opened !== opened) return;
    this.#show(opened);
    if (opened.scanned.size < opened.count) return;
    this.#running = false;
    this.#events.done(opened);
    performance.mark("heed-grid-full");
  }

  #show({ scanned, count }: HeadSource): void {
    const full = scanned.size === count;
    byId("scan").hidden = full;
    const bar = byId<HTMLProgressElement>("scan-bar");
    bar.max = count;
    bar.value = scanned.size;
    fill(byId("scan-count"), "heads.read-count", { read: scanned.size, count });
    fill(byId("stop-scan"), this.#running ? "heads.stop" : "heads.continue");
  }
}
