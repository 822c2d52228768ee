// The words that a head's part came from: arcs as thick as what each brings, above 0 in one colour and below in
// another, and the same numbers as a table.
import { make, percent, whenResized } from "../../../show/index.js";
import { byId } from "../../kit/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { wordName } from "../machine/index.js";
import { Arcs } from "../sentence/index.js";
import { headRow, opens, signed, signedBar } from "./dom.js";
import { headFigure } from "./figures.js";
import type { Figure } from "../inspector/index.js";
import type { FoldHost } from "./host.js";
import { headName } from "./parts.js";
import type { AskableText, Part } from "./requests.js";

/** How many words have a row in the table: those that bring most. */
const SHOWN = 10;
/** How many words have their number in the sentence. */
const NUMBERED = 4;

export class WordsView {
  readonly #host: FoldHost;
  readonly #box = byId("brought-words");
  readonly #stage = byId("brought-stage");
  readonly #arcs = new Arcs(this.#stage);
  #shown: { readonly text: AskableText; readonly at: number; readonly part: Part } | undefined;

  constructor(host: FoldHost) {
    this.#host = host;
    whenResized(this.#stage, () => this.#drawArcs());
    byId("brought-words-table").addEventListener("click", ({ target }) => {
      const key = (target as Element).closest<HTMLElement>("[data-opens]")?.dataset["opens"];
      if (key === undefined) return;
      if (key.startsWith("weight ")) void this.#openWeight(Number(key.slice(7)));
      else this.#host.open(() => this.figureOf(this.#shown!.text, this.#shown!.part));
    });
  }

  /** @param part undefined where no head is open */
  show(text: AskableText, at: number, part: Part | undefined): void {
    this.#box.hidden = part?.words === undefined;
    this.#shown = part?.words && { text, at, part };
    if (part?.words !== undefined) this.#draw(text, at, part);
  }

  /** What a head brings, as a sum over its words. */
  figureOf(text: AskableText, part: Part): Figure {
    const title = phrase("why.figure-head", { head: nameOfHead(part) });
    return headFigure(part.words!, title, text.labels(), part.value);
  }

  /** A weight as softmax of scores, which open to products of query and key. */
  async #openWeight(token: number): Promise<void> {
    const shown = this.#shown!;
    const { text, at, part } = shown;
    const place = { layer: part.layer!, head: part.head! };
    const opener = document.activeElement as HTMLElement | null;
    const own = await text.own({ place, labels: text.tokens }).catch(() => undefined);
    if (own === undefined || shown !== this.#shown) return;
    const cell = { matrix: "weights", head: own.head, row: at, column: token } as const;
    this.#host.openNumber([own.computation, cell], () => opener?.focus());
  }

  #draw(text: AskableText, at: number, part: Part): void {
    const labels = text.labels();
    const { values, weights } = part.words!;
    const order = Array.from(values.keys()).sort((a, b) => Math.abs(values[b]!) - Math.abs(values[a]!));
    const [first = 0] = order;
    const most = Math.abs(values[first] ?? 0);
    const head = nameOfHead(part);
    fill(byId("brought-words-title"), "why.words-title", { head });
    fill(byId("brought-words-sum"), "why.words-sum", () => ({
      ...{
        head,
        token: labels[at]!,
        value: signed(part.value),
        word: labels[first]!,
        most: signed(values[first] ?? 0),
      },
    }));
    const numbered = new Set(order.slice(0, NUMBERED));
    const words = values.flatMap((value, token) => {
      const share = numbered.has(token) ? { "data-share": signed(value) } : { title: signed(value) };
      return [make("span", { class: token === at ? "asks" : undefined, ...share }, labels[token]!), " "];
    });
    this.#stage.querySelector("p")!.replaceChildren(...words);
    const rows = order
      .slice(0, SHOWN)
      .map((token) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, wordName({ words: labels }, token)),
          make("td", {}, signedBar(values[token]!, most)),
          make("td", {}, opens(values[token]!, signed(values[token]!), String(token))),
          make("td", {}, opens(weights[token]!, percent(weights[token]!), `weight ${token}`)),
        ),
      );
    const titles = [phrase("why.words-word"), "", phrase("why.brought-adds"), phrase("why.words-weight")];
    byId("brought-words-table").replaceChildren(headRow(titles), make("tbody", {}, ...rows));
    this.#drawArcs();
  }

  #drawArcs(): void {
    if (this.#shown === undefined) return;
    const { at, part } = this.#shown;
    const words = Array.from(this.#stage.querySelectorAll<HTMLElement>("p > span"));
    const { values } = part.words!;
    const most = Math.max(...values.map(Math.abs)) || 1;
    const side = (sign: number): number[] => values.map((value) => Math.max(0, (sign * value) / most));
    this.#arcs.draw(words, at, [
      { look: 0, weights: side(1) },
      { look: 1, weights: side(-1) },
    ]);
  }
}

const nameOfHead = ({ layer, head }: Part): string => headName(layer!, head!);
