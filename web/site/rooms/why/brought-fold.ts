// What brought the next token: the difference of two logits as a sum of parts. Beside each part is what becomes of the
// difference while that part is switched off.
import { digits, make } from "../../../show/index.js";
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { fillSelect } from "../heads/index.js";
import { headRow, opens, signed, signedBar } from "./dom.js";
import type { Figure, FigureRow } from "../inspector/index.js";
import { differenceFigure, offFigure, productsFigure } from "./figures.js";
import type { FoldHost } from "./host.js";
import { AT_ONCE, canBeOff, furthest, keyOf, nameOf, sorted } from "./parts.js";
import type { AskableText, Asked, Brought, ComparedOff, Pair, Part, Token } from "./requests.js";
import type { WhyState } from "./state.js";
import { WordsView } from "./words-view.js";

/** How many parts have a row at first. */
const SHOWN = 12;
const OTHER = "other";

type Named = "of" | "against";

export class BroughtFold {
  readonly #host: FoldHost;
  readonly #table = byId<HTMLTableElement>("brought-table");
  readonly #words: WordsView;
  #text: AskableText | undefined;
  #askedOf: AskableText | undefined;
  #asked = "";
  #state!: WhyState;
  #at = 0;
  readonly #runs = new Latest();
  readonly #offRuns = new Latest();
  #found: Brought | undefined;
  /** The largest part first. */
  #parts: readonly Part[] = [];
  #off = new Map<string, ComparedOff>();
  #showsAll = false;

  constructor(host: FoldHost) {
    this.#host = host;
    this.#words = new WordsView(host);
    for (const name of ["of", "against"] as const) {
      byId(`brought-${name}`).addEventListener("change", () => this.#choose(name));
      byId(`brought-${name}-form`).addEventListener("submit", (event) => {
        event.preventDefault();
        void this.#name(name);
      });
    }
    this.#table.addEventListener("click", ({ target }) => this.#press(target as Element));
    byId("brought-sum").addEventListener("click", ({ target }) => this.#press(target as Element));
    byId("brought-all").addEventListener("click", () => {
      if (this.#found === undefined) return;
      this.#showsAll = true;
      this.#drawParts();
      void this.#switchOff(this.#parts.filter(canBeOff));
    });
    byId("brought-stop").addEventListener("click", () => {
      this.#endOff();
      this.#drawParts();
      byId("brought-all").focus();
    });
  }

  show(text: AskableText, at: number, state: WhyState): void {
    [this.#text, this.#at, this.#state] = [text, at, state];
    const asked = JSON.stringify([at, state.of, state.against]);
    if (text !== this.#askedOf || asked !== this.#asked) {
      [this.#askedOf, this.#asked] = [text, asked];
      void this.#runs.quietly(
        (signal) => this.#compute(text, signal),
        (error) => this.#sayProblem(error),
      );
    } else if (this.#found !== undefined) this.#draw();
  }

  /** What is computed is not wanted any more. */
  leave(): void {
    this.#runs.end();
    this.#endOff();
    this.#askedOf = undefined;
  }

  get #pair(): Asked & Pair {
    return { at: this.#at, of: this.#state.of, against: this.#state.against };
  }

  async #compute(text: AskableText, signal: AbortSignal): Promise<void> {
    this.#endOff();
    this.#found = undefined;
    clear(byId("brought-problem"));
    const found = await text.reason("brought", this.#pair, signal);
    byId("brought-found").hidden = found.kind !== "parts";
    this.#found = found.kind === "parts" ? found : undefined;
    if (found.kind === "hidden") return fill(byId("brought-problem"), "why.brought-hidden");
    if (found.kind === "too-long") throw new Error(phrase("why.too-long", { most: found.most }));
    this.#parts = sorted(found.parts);
    this.#off = new Map();
    this.#showsAll = false;
    this.#draw();
    await this.#switchOff(this.#parts.filter(canBeOff).slice(0, AT_ONCE));
  }

  #sayProblem({ message }: Error): void {
    byId("brought-found").hidden = this.#found === undefined;
    fill(byId("brought-problem"), "why.problem", { problem: message });
  }

  /** Each of these by itself, unless it was already. */
  #switchOff(parts: readonly Part[]): Promise<void> {
    const [text, pair] = [this.#text!, this.#pair];
    const left = parts.filter((part) => !this.#off.has(keyOf(part)));
    const end = (): void => {
      this.#endOff();
      this.#drawParts();
    };
    return this.#offRuns.quietly(
      async (signal) => {
        let done = 0;
        while (done < left.length) {
          this.#progress(done, left.length);
          const asked = left.slice(done);
          const found = await text.reason("broughtOff", { ...pair, parts: asked }, signal);
          for (const [at, one] of found.entries()) this.#off.set(keyOf(asked[at]!), one);
          done += found.length;
          this.#drawParts();
          this.#drawChoices();
        }
        end();
      },
      (error) => {
        this.#sayProblem(error);
        end();
      },
    );
  }

  #progress(done: number, of: number): void {
    byId("brought-scan").hidden = false;
    Object.assign(byId<HTMLProgressElement>("brought-bar"), { max: of, value: done });
    fill(byId("brought-count"), "why.brought-count", { done, of });
  }

  #endOff(): void {
    this.#offRuns.end();
    byId("brought-scan").hidden = true;
  }

  #draw(): void {
    this.#drawChoices();
    this.#drawParts();
    this.#words.show(
      this.#text!,
      this.#at,
      this.#parts.find((part) => this.#isOpen(part)),
    );
  }

  /** The tokens of the pair as readers read them. */
  get #names(): readonly [of: string, against: string] {
    const { of, against } = this.#found!;
    const [first, second] = this.#text!.labels(against === undefined ? [of.name] : [of.name, against.name]);
    return [first!, second ?? phrase("why.mean")];
  }

  #drawChoices(): void {
    const { of, against, likely } = this.#found!;
    // A token that wins while a part is off is a rival, too.
    const winners = Array.from(this.#off.values(), ({ best }) => best);
    const list = (chosen: Token | undefined): (readonly [string, string])[] => {
      const found = [...likely, ...winners, ...(chosen ? [chosen] : [])];
      const all = Array.from(new Map(found.map((one) => [one.id, one])).values());
      const names = this.#text!.labels(all.map(({ name }) => name));
      return [
        ...all.map(({ id }, at) => [String(id), names[at]!] as const),
        [OTHER, phrase("why.other-token")] as const,
      ];
    };
    fillSelect(select("of"), list(of), String(of.id));
    const mean = ["mean", phrase("why.mean")] as const;
    fillSelect(select("against"), [mean, ...list(against)], against === undefined ? "mean" : String(against.id));
    for (const name of ["of", "against"]) byId(`brought-${name}-form`).hidden = true;
  }

  #choose(name: Named): void {
    const { value } = select(name);
    const form = byId(`brought-${name}-form`);
    form.hidden = value !== OTHER;
    if (value === OTHER) return form.querySelector("input")!.focus();
    this.#host.change({ [name]: value === "mean" ? value : Number(value) });
  }

  async #name(name: Named): Promise<void> {
    const text = this.#text!;
    const typed = byId(`brought-${name}-form`).querySelector("input")!.value;
    clear(byId("brought-problem"));
    const token = await text.reason("tokenTyped", { typed });
    if (text !== this.#text) return;
    if (token === undefined) return fill(byId("brought-problem"), "why.no-token", { typed });
    select(name).focus();
    this.#host.change({ [name]: token.id });
  }

  /** Whether the words of this head are shown. */
  #isOpen({ kind, layer, head }: Part): boolean {
    return kind === "head" && [layer, head].join() === this.#state.words?.join();
  }

  #nameOf(part: Part): string {
    return nameOf(part, this.#text!.labels()[this.#at]!);
  }

  #drawParts(): void {
    const found = this.#found;
    if (found === undefined) return;
    const { activeElement } = document;
    const held = this.#table.contains(activeElement) ? (activeElement as HTMLElement).dataset["opens"] : undefined;
    const [of, against] = this.#names;
    const key = found.against === undefined ? "why.brought-sum-mean" : "why.brought-sum";
    fill(byId("brought-sum"), key, () => ({ of, against, difference: signed(found.total) }));
    byId("brought-sum").dataset["difference"] = String(found.total);
    const isLeft = (part: Part): boolean => canBeOff(part) && !this.#off.has(keyOf(part));
    const shown = this.#showsAll ? this.#parts : this.#parts.slice(0, SHOWN);
    const most = Math.abs(this.#parts[0]?.value ?? 0);
    const titles = ["why.brought-part", "", "why.brought-adds", "why.brought-without"];
    this.#table.replaceChildren(
      headRow(titles.map((title) => (title === "" ? "" : phrase(title)))),
      make("tbody", {}, ...shown.map((part) => this.#rowOf(part, most)), ...this.#rest(shown.length)),
    );
    const isWhole = shown.length === this.#parts.length && !this.#parts.some(isLeft);
    byId("brought-all").hidden = isWhole || !byId("brought-scan").hidden;
    this.#drawFurthest(found);
    if (held !== undefined) this.#table.querySelector<HTMLElement>(`[data-opens="${held}"]`)?.focus();
  }

  #rowOf(part: Part, most: number): HTMLElement {
    const key = keyOf(part);
    const name = this.#nameOf(part);
    const off = this.#off.get(key);
    const isOpen = this.#isOpen(part);
    const label =
      part.words !== undefined
        ? make("button", {
            type: "button",
            class: "opens",
            "data-opens": `part ${key}`,
            "aria-expanded": String(isOpen),
          })
        : undefined;
    label?.append(name);
    const change = off === undefined ? undefined : off.difference - this.#found!.run.difference;
    return make(
      "tr",
      isOpen ? { class: "chosen" } : {},
      make("th", { scope: "row" }, label ?? name),
      make("td", {}, signedBar(part.value, most)),
      make(
        "td",
        {},
        part.words || part.products ? opens(part.value, signed(part.value), `words ${key}`) : numberOf(part.value),
      ),
      make(
        "td",
        {},
        change === undefined ? (canBeOff(part) ? "…" : "–") : opens(change, signed(change), `off ${key}`),
        this.#winnerOf(off),
      ),
    );
  }

  /** The token that would come next without a part, if it is another one. */
  #winnerOf(off: ComparedOff | undefined): HTMLElement | string {
    if (off === undefined || off.best.id === this.#found!.likely[0]!.id) return "";
    const [token] = this.#text!.labels([off.best.name]);
    return make("small", { class: "wins" }, phrase("why.brought-wins", { token: token! }));
  }

  /** The parts that have no row, as one. */
  #rest(shown: number): HTMLElement[] {
    const rest = this.#parts.slice(shown);
    if (rest.length === 0) return [];
    const sum = rest.reduce((total, { value }) => total + value, 0);
    const name = make("th", { scope: "row" }, phrase("why.brought-others", { count: rest.length }));
    return [
      make("tr", { class: "rest" }, name, make("td"), make("td", {}, opens(sum, signed(sum), "rest")), make("td")),
    ];
  }

  /** Parts are not causes: the page says so with the pair of numbers that are furthest apart. */
  #drawFurthest({ run: { difference } }: Brought): void {
    const found = furthest(this.#parts, this.#off, difference);
    const words = byId("brought-furthest");
    if (found === undefined) return clear(words);
    const { part, falls } = found;
    fill(words, "why.brought-furthest", () => ({
      ...{ part: this.#nameOf(part), brings: signed(part.value), difference: digits(difference, 2) },
      left: digits(difference - falls, 2),
      changes: signed(-falls),
    }));
  }

  /** What a part is made of: words of a head, or products of what another part wrote. */
  #figureOf(part: Part): (() => Figure) | undefined {
    const text = this.#text!;
    if (part.words) return () => this.#words.figureOf(text, part);
    return part.products && (() => productsFigure(part, this.#nameOf(part)));
  }

  #press(target: Element): void {
    const pressed = target.closest<HTMLElement>("[data-opens]")?.dataset["opens"];
    const found = this.#found;
    if (pressed === undefined || found === undefined) return;
    const [of, against] = this.#names;
    const title = phrase("why.figure-difference", { of, against });
    if (pressed === "difference" || pressed === "rest") {
      const parts = pressed === "rest" ? this.#parts.slice(SHOWN) : this.#parts;
      const opened = (one: Part): FigureRow => {
        const figure = this.#figureOf(one);
        return { name: this.#nameOf(one), numbers: [{ value: one.value, ...(figure && { figure }) }] };
      };
      const named = pressed === "rest" ? phrase("why.brought-others", { count: parts.length }) : title;
      return this.#host.open(() => differenceFigure({ ...found, parts }, named, opened));
    }
    const [kind, key] = pressed.split(" ");
    const part = this.#parts.find((one) => keyOf(one) === key)!;
    if (kind === "part")
      return this.#host.change({ words: this.#isOpen(part) ? undefined : [part.layer!, part.head!] });
    if (kind === "words") return this.#host.open(this.#figureOf(part)!);
    const off = this.#off.get(key!)!;
    const without = phrase("why.figure-off", { part: this.#nameOf(part) });
    this.#host.open(() => offFigure(off, found.run.difference, without, [of, against]));
  }
}

const numberOf = (value: number): HTMLElement => make("data", { value }, signed(value));

const select = (name: string): HTMLSelectElement => byId<HTMLSelectElement>(`brought-${name}`);
