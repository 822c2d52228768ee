// A long table on demand: it is laid out when it is opened, a part at a time.
import { make } from "../../../show/index.js";
import { tell } from "./inspector-text.js";

/** Rows of a part. */
const PART = 512;

export interface LongTable {
  readonly title: string;
  readonly count: number;
  readonly row: (at: number) => HTMLTableRowElement;
  /** The table with these rows. */
  readonly table: (rows: readonly HTMLTableRowElement[]) => HTMLElement;
}

export function longTable(long: LongTable): HTMLElement {
  const details = make("details", {}, make("summary", {}, long.title));
  details.addEventListener("toggle", () => details.append(...begin(long)), { once: true });
  return details;
}

function begin({ count, row, table }: LongTable): HTMLElement[] {
  const part = (from: number): HTMLTableRowElement[] =>
    Array.from({ length: Math.min(PART, count - from) }, (_, at) => row(from + at));
  const made = table(part(0));
  const body = made.querySelector("tbody")!;
  const more = make("button", { type: "button", class: "more" });
  const showMore = (): void => {
    const left = count - body.rows.length;
    more.textContent = tell("more-rows", { count: Math.min(PART, left) });
    more.hidden = left === 0;
  };
  more.addEventListener("click", () => {
    body.append(...part(body.rows.length));
    showMore();
  });
  showMore();
  return [made, more];
}
