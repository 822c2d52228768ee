// Before and after: the probabilities that change most, or how far rows turn.
import { digits, make, percent } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import type { ChangedShare, Effect } from "./changes.js";

type Words = Extract<Effect, { kind: "words" }>;
type Rows = Extract<Effect, { kind: "rows" }>;

/** How many tokens are shown. */
const SHOWN = 10;

export class EffectTable {
  constructor(readonly host: HTMLElement) {}

  clear(): void {
    this.host.replaceChildren();
  }

  showWords({ changed }: Words, labels: (names: readonly string[]) => readonly string[]): void {
    const names = labels(changed.map(({ name }) => name));
    const rows = changed.map((one, at) => [names[at]!, ...[one.before, one.after].map(shareCell)]);
    this.#show(["token", "before", "after"], rows);
  }

  /** The tokens whose rows turn most. */
  showRows({ cosines }: Rows, labels: readonly string[]): void {
    const order = Array.from(cosines.keys()).sort((a, b) => cosines[a]! - cosines[b]!);
    const rows = order.slice(0, SHOWN).map((at) => [labels[at]!, number(cosines[at]!, digits(cosines[at]!))]);
    this.#show(["token", "cosine"], rows);
  }

  shares({ before, after }: ChangedShare): { before: string; after: string } {
    return { before: percent(before), after: percent(after) };
  }

  #show(titles: readonly string[], rows: readonly (readonly (string | HTMLElement)[])[]): void {
    const head = titles.map((title) => make("th", { scope: "col" }, phrase(`what-if.column-${title}`)));
    this.host.replaceChildren(
      make("thead", {}, make("tr", {}, ...head)),
      make(
        "tbody",
        {},
        ...rows.map(([name, ...cells]) =>
          make("tr", {}, make("th", { scope: "row" }, name!), ...cells.map((cell) => make("td", {}, cell))),
        ),
      ),
    );
  }
}

/** With all digits for programs. */
function number(value: number, text: string): HTMLElement {
  return make("data", { value }, text);
}

function shareCell(share: number): HTMLElement {
  const cell = make(
    "span",
    { class: "chance-bar" },
    make("i", { "aria-hidden": "true" }),
    number(share, percent(share)),
  );
  cell.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
  return cell;
}
