// "Bank" in two sentences: one row before attention, two context vectors after it. A slider leads from one to the
// other.
import type { Heed } from "heed";
import type { AttentionMatrix } from "heed/element";
import { arrow, axes, axisNames, label, type Point } from "../../kit/charts/index.js";
import { byId, type Fields } from "../../kit/index.js";
import { digits, svg } from "../../../show/index.js";
import { openCells, showMatrix, type Page } from "../../rooms/lesson/index.js";
import { bankSentences, between, COLUMNS, cosine, MONEY, WATER, type BankSentence, type BankTexts } from "./bank.js";

/** How long the way from before to after takes, so that the eye can follow. */
const WATCH_MS = 3500;
/** The slider goes from 0 to this. */
const AFTER = 100;
const UNIT = 0.45;
const NAMES_AT: readonly [Point, Point] = [
  [2.4, -0.2],
  [0.08, 2.4],
];

const KINDS = ["river", "money"] as const;
type Kind = (typeof KINDS)[number];

/** The sentences of the page's language, and which of their words have a row of their own. */
export function bankTexts(text: (key: string) => string): BankTexts {
  const list = (key: string): string[] => text(key).split(", ");
  return {
    river: text("bank-river"),
    money: text("bank-money"),
    bank: text("bank-word"),
    waterWords: list("bank-of-water"),
    moneyWords: list("bank-of-money"),
    referringWords: list("bank-referring"),
  };
}

export class BankView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #slider = byId("moved") as HTMLInputElement;
  readonly #moved: (at: number) => void;
  #sentences: Record<Kind, BankSentence> | undefined;
  #frame = 0;

  /** @param moved called when the slider rests at a place */
  constructor(page: Page<F>, moved: (at: number) => void) {
    this.#page = page;
    this.#moved = moved;
    this.#slider.max = String(AFTER);
    this.#slider.addEventListener("input", () => {
      cancelAnimationFrame(this.#frame);
      this.#draw();
    });
    this.#slider.addEventListener("change", () => moved(Number(this.#slider.value)));
    byId("watch-bank").addEventListener("click", () => this.#watch());
    byId("bank-at-once").addEventListener("click", () => this.#rest(AFTER));
  }

  show(heed: Heed, at: number): void {
    const page = this.#page;
    const sentences = bankSentences(
      heed,
      bankTexts((key) => page.text(key)),
    );
    this.#sentences = sentences;
    for (const kind of KINDS) {
      const { words, computation, bank } = sentences[kind];
      showMatrix(`bank-${kind}`, computation.kept.weights, { rows: words, columns: words });
      (byId(`bank-${kind}`) as AttentionMatrix).row = bank;
    }
    cancelAnimationFrame(this.#frame);
    this.#slider.value = String(at);
    this.#draw();
  }

  #watch(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#rest(AFTER);
    cancelAnimationFrame(this.#frame);
    const begin = performance.now();
    const next = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - begin) / WATCH_MS));
      if (share === 1) return this.#rest(AFTER);
      // slow at both ends
      this.#slider.value = String(AFTER * share * share * (3 - 2 * share));
      this.#draw();
      this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }

  #rest(at: number): void {
    cancelAnimationFrame(this.#frame);
    this.#slider.value = String(at);
    this.#draw();
    this.#moved(at);
  }

  #draw(): void {
    if (this.#sentences === undefined) return;
    const page = this.#page;
    const share = Number(this.#slider.value) / AFTER;
    const { river, money } = this.#sentences;
    const before = river.rows[river.bank]!;
    const [wet, rich] = [river, money].map(({ context }) => between(before, context, share)) as [number[], number[]];
    this.#letOpen(share === 1);
    const names = ["row-before", "row-by-river", "row-by-money"].map((key) => page.text(key));
    showMatrix(
      "bank-rows",
      { data: [...before, ...wet, ...rich], shape: [3, COLUMNS.length] },
      { rows: names, columns: COLUMNS.map((name) => page.text(`column-${name}`)) },
    );
    page.fill(byId("bank-said"), "bank-said", {
      now: digits(cosine(wet, rich), 2),
      after: digits(cosine(river.context, money.context), 2),
    });
    this.#slider.setAttribute("aria-valuetext", page.text("bank-said-of", { now: digits(cosine(wet, rich), 2) }));
    byId<SVGSVGElement>("bank-plane").replaceChildren(...this.#drawing(before, wet, rich));
  }

  /** @param isAfter the rows of "bank" are its context vectors now */
  #letOpen(isAfter: boolean): void {
    KINDS.forEach((kind, at) => {
      const { computation, bank } = this.#sentences![kind];
      const rows = isAfter && { "bank-rows": { matrix: "output", row: bank, inRow: at + 1 } as const };
      openCells(`bank-${kind}`, computation, { [`bank-${kind}`]: "weights", ...rows });
    });
  }

  #drawing(before: readonly number[], wet: readonly number[], rich: readonly number[]): SVGElement[] {
    const page = this.#page;
    const { river, money } = this.#sentences!;
    const apart = Math.hypot(wet[WATER]! - rich[WATER]!, wet[MONEY]! - rich[MONEY]!) > 0.6;
    const origin: Point = [0, 0];
    const [start, wetTip, richTip] = [before, wet, rich].map(inPlane) as [Point, Point, Point];
    const way = (kind: Kind, tip: Point): SVGElement =>
      svg("line", { class: `way ${kind}`, x1: start[0], y1: -start[1], x2: tip[0], y2: -tip[1] });
    const named = (name: string, at: Point): SVGElement => label({ name, at }, UNIT, 1.7);
    return [
      ...axes(-0.2, 2.4),
      ...axisNames(page.text("column-water"), page.text("column-money"), NAMES_AT),
      ...neighbours(river, money).map(({ at: [x, y] }) => svg("circle", { class: "at", cx: x, cy: -y, r: 0.045 })),
      ...neighbours(river, money).map(({ name, at }) => named(name, at)),
      way("river", wetTip),
      way("money", richTip),
      svg("circle", { class: "start", cx: start[0], cy: -start[1], r: 0.07 }),
      arrow("river", origin, wetTip, UNIT),
      arrow("money", origin, richTip, UNIT),
      ...(apart
        ? [named(page.text("bank-by-river"), wetTip), named(page.text("bank-by-money"), richTip)]
        : [named(page.text("bank-before"), start)]),
    ];
  }
}

function inPlane(row: readonly number[]): Point {
  return [row[WATER]!, row[MONEY]!];
}

/** The other words with a place of their own, those at one place together. */
function neighbours(...sentences: readonly BankSentence[]): { name: string; at: Point }[] {
  const found = new Map<string, { name: string; at: Point }>();
  for (const { words, rows, bank } of sentences)
    words.forEach((word, token) => {
      const at = inPlane(rows[token]!);
      const key = at.join();
      if (token === bank || key === "0,0") return;
      const before = found.get(key);
      found.set(key, { name: before === undefined ? word : `${before.name}, ${word}`, at });
    });
  return [...found.values()];
}
