// The sentence above the matrices: the chosen word, the weight it gives to each word, and what it becomes.
import { byId } from "../../kit/index.js";
import {
  arcsFrom,
  digits,
  inTurn,
  listed,
  make,
  moveTime,
  percent,
  redraw,
  svg,
  whenFontsCome,
  type WordBox,
} from "../../../show/index.js";
import { headOfSetting, type State } from "../../rooms/state/index.js";
import type { Computed } from "./compute.js";
import { text } from "./dom.js";
import { headOf, namesOf } from "./page-matrix.js";
import type { Marks } from "./shown-matrices.js";
import type { Store } from "./store.js";

/** Numbers of the context vector that are written out. */
const SHOWN_NUMBERS = 6;
/** How thick an arc of weight 1 is, in CSS pixels. */
const THICKEST = 8;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Overview {
  readonly #store: Store;
  readonly #mark: (marks: Marks) => void;
  readonly #words = byId("overview-words");
  readonly #arcs = svg("svg", { "aria-hidden": "true", class: "overview-arcs" });
  #state: State | undefined;
  #computed: Computed | undefined;
  /** The words that are drawn, and the width of their box. */
  #drawn = "";
  #width = 0;
  /** The word under the pointer. */
  #pointed: number | undefined;

  /** `mark` marks a word's row in the matrices. */
  constructor(store: Store, mark: (marks: Marks) => void) {
    this.#store = store;
    this.#mark = mark;
    this.#words.before(this.#arcs);
    this.#words.addEventListener("click", ({ target }) => this.#choose(this.#wordOf(target)));
    this.#words.addEventListener("pointerover", ({ target }) => this.#point(this.#wordOf(target)));
    this.#words.addEventListener("pointerleave", () => this.#point(undefined));
    this.#words.addEventListener("keydown", (event) => this.#onKey(event));
    new ResizeObserver(() => this.#draw()).observe(this.#words);
  }

  show(state: State, computed: Computed): void {
    this.#state = state;
    this.#computed = computed;
    const overview = byId("overview");
    overview.dataset["look"] = headOfSetting(state)?.look ?? "";
    overview.setAttribute("aria-busy", "true");
    inTurn(this, () => {
      this.#draw();
      // Then the words get other widths.
      void whenFontsCome(() => this.#draw());
      overview.removeAttribute("aria-busy");
    });
  }

  #wordOf(target: EventTarget | null): number | undefined {
    const word = target instanceof Element ? target.closest("[role=option]") : null;
    return word === null ? undefined : Array.from(this.#words.children).indexOf(word);
  }

  #choose(followed: number | undefined): void {
    if (followed !== undefined && followed !== this.#store.state.followed) this.#store.look({ followed });
  }

  #point(word: number | undefined): void {
    if (word === this.#pointed || this.#state === undefined) return;
    this.#pointed = word;
    this.#mark(word === undefined ? {} : marksOfWord(this.#state, word));
    this.#draw();
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#computed === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const last = this.#computed.tokens.length - 1;
    const { followed } = this.#store.state;
    // A space would scroll the page.
    if (event.key === " ") event.preventDefault();
    const step = STEPS[event.key];
    const wanted = event.key === "Home" ? 0 : event.key === "End" ? last : step && followed + step;
    if (wanted === undefined) return;
    event.preventDefault();
    this.#choose(Math.min(last, Math.max(0, wanted)));
    (this.#words.children[this.#store.state.followed] as HTMLElement | undefined)?.focus();
  }

  #draw(): void {
    const [state, computed] = [this.#state, this.#computed];
    if (state === undefined || computed === undefined) return;
    const { tokens } = computed;
    const asks = Math.min(this.#pointed ?? state.followed, tokens.length - 1);
    const { data } = headOf(computed, "weights", Math.min(state.head, computed.heads - 1));
    const weights = Array.from(data.subarray(asks * tokens.length, (asks + 1) * tokens.length));
    // While a text is typed nothing moves.
    const isNew = this.#drawn !== (this.#drawn = JSON.stringify(tokens));
    this.#words.toggleAttribute("data-new", isNew);
    this.#showWords(tokens, weights, asks, state);
    this.#showArcs(weights, asks, isNew);
    const { data: mixed, shape } = headOf(computed, "mixed", Math.min(state.head, computed.heads - 1));
    const numbers = Array.from(mixed.subarray(asks * shape[1], (asks + 1) * shape[1]));
    byId("overview-word").textContent = text("quoted", { token: tokens[asks]! });
    byId("overview-result").textContent = resultText(numbers, namesOf(state, "value"));
  }

  #showWords(tokens: readonly string[], weights: readonly number[], asks: number, { followed, softmax }: State): void {
    const words = this.#words.children;
    while (words.length > tokens.length) this.#words.lastElementChild!.remove();
    while (words.length < tokens.length)
      this.#words.append(make("span", { role: "option", tabindex: -1 }, make("span"), make("small")));
    const most = Math.max(...weights.map(Math.abs)) || 1;
    tokens.forEach((token, at) => {
      const word = words[at] as HTMLElement;
      const [name, share] = [word.firstElementChild!, word.lastElementChild!];
      const given = softmax ? percent(weights[at]!) : digits(weights[at]!, 2);
      if (name.textContent !== token) name.textContent = token;
      if (share.textContent !== given) share.textContent = given;
      word.setAttribute("aria-selected", String(at === followed));
      word.classList.toggle("asks", at === asks);
      word.tabIndex = at === followed ? 0 : -1;
      word.style.setProperty("--share", String(Math.min(1, Math.abs(weights[at]!) / most)));
    });
  }

  /** From the word that asks to each word. The style sheet leaves room above the first line and between lines. */
  #showArcs(weights: readonly number[], asks: number, isNew: boolean): void {
    if (weights.length === 0) return;
    const arcTo = arcsFrom(Array.from(this.#words.children, boxOf), asks, this.#words.clientWidth);
    const most = Math.max(...weights.map(Math.abs)) || 1;
    const arcs = weights.flatMap((given, at) => {
      const weight = Math.abs(given);
      if (at === asks || weight === 0) return [];
      const arc = arcTo(at, Math.max(0.75, THICKEST * Math.min(1, weight)));
      const path = svg("path", { ...arc, "data-arc": `${asks},${at}` });
      path.style.setProperty("--share", String(weight / most));
      return [path];
    });
    // Words that a new width puts elsewhere are there at once.
    const isResized = this.#width !== (this.#width = this.#words.offsetWidth);
    redraw(this.#arcs, arcs, isNew || isResized ? 0 : moveTime(this.#arcs));
  }
}

function boxOf(word: Element): WordBox {
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = word as HTMLElement;
  return { left: offsetLeft, right: offsetLeft + offsetWidth, top: offsetTop, bottom: offsetTop + offsetHeight };
}

/** "(0.8318, 0.0437)"; "alive 0.8318, place 0.0437" where the columns have names. */
function resultText(numbers: readonly number[], names: readonly string[]): string {
  const shown = numbers.slice(0, SHOWN_NUMBERS).map((value, at) => {
    const name = names[at];
    return name === undefined ? digits(value) : `${name}\u00a0${digits(value)}`;
  });
  const all = listed(numbers.length > SHOWN_NUMBERS ? [...shown, "…"] : shown);
  return names.length > 0 ? all : `(${all})`;
}

/** The word's row in every matrix of a row for each word. */
function marksOfWord({ convention }: State, word: number): Marks {
  const line = convention === "columns" ? { column: word } : { row: word };
  return Object.fromEntries((["x", "q", "scores", "weights", "mixed"] as const).map((name) => [name, line]));
}
