// The table of the cores: a row for each number of workers, with a bar for its speed and a mark where it would be if
// every worker were as fast as one thread.
import { make } from "../../../show/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import type { Figure, Spread } from "./measure.js";
import { fixed } from "./names.js";
import { timeCell } from "./time-cell.js";

const EMPTY = "–";

/** What a row shows: `speedUp` is the ratio to one thread, `workers` is 0 for that thread itself. */
interface Row {
  workers: number;
  figure: Figure;
  speedUp: number;
}

export class SpreadTable {
  constructor(
    private readonly table: HTMLTableElement,
    private readonly reason: HTMLElement,
  ) {}

  clear(): void {
    this.table.tBodies[0]!.replaceChildren();
    this.reason.hidden = true;
    clear(this.reason);
  }

  /** `cores` is the largest number of workers: the bars have its scale. */
  show({ workers, refused, plain, figure }: Spread, cores: number): void {
    if (!plain || !figure) {
      fill(this.reason, "no-workers", { reason: refused ?? "" });
      this.reason.hidden = false;
      return;
    }
    if (this.table.tBodies[0]!.rows.length === 0) this.#add({ workers: 0, figure: plain, speedUp: 1 }, cores);
    this.#add({ workers, figure, speedUp: plain.ms / figure.ms }, cores);
  }

  #add({ workers, figure, speedUp }: Row, cores: number): void {
    const bar = make("td", { class: "bar" }, make("span"));
    bar.style.setProperty("--part", String(Math.min(1, speedUp / cores)));
    bar.style.setProperty("--ideal", String(Math.max(1, workers) / cores));
    const key = workers === 0 ? "thread" : "workers";
    const each = workers === 0 ? EMPTY : `${Math.round((100 * speedUp) / workers)}\u202f%`;
    const ratio = `${fixed(speedUp, 2)}\u202f×`;
    const row = this.table.tBodies[0]!.insertRow();
    row.className = workers === 0 ? "thread" : "workers";
    const name = make("th", { scope: "row" }, phrase(key, { count: workers }));
    const speed = make("td", { class: "speed" }, fixed(figure.gflops, 1));
    row.append(name, bar, speed, make("td", {}, ratio), timeCell(figure), make("td", { class: "part" }, each));
  }
}
