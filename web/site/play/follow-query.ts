// One query, a step at a time: a table with a line per key.
import { digits, fitted, inTurn, listed, make, type Place } from "../../show/index.js";
import { STEPS, tokensOf, type State } from "../state/index.js";
import type { Marks } from "./shown-matrices.js";
import type { Computed } from "./compute.js";
import { scaleText } from "./formula-parts.js";
import { byId, text } from "./dom.js";
import type { Store } from "./store.js";
import { QuerySteps } from "./query-steps.js";

/** Characters in a cell of the table: a sign, a digit, the point and four decimals. */
const ROOM = 7;
/** Columns of v that have room in the table. */
const SHOWN_VALUES = 6;
const PLAY_MS = 1600;
/** The longest that one meeting of query and key is on show, and all meetings together. */
const MEETING_MS = 450;
const MEETINGS_MS = 5000;

export class FollowQuery {
  readonly #store: Store;
  readonly #mark: (marks: Marks) => void;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** While the query meets the keys. */
  #meeting: ReturnType<typeof setInterval> | undefined;
  #built = "";

  /** `mark` marks what the present step works with. */
  constructor(store: Store, mark: (marks: Marks) => void) {
    this.#store = store;
    this.#mark = mark;
    byId("queries").addEventListener("change", (event) =>
      store.look({ followed: Number((event.target as HTMLInputElement).value) }),
    );
    byId("step-back").addEventListener("click", () => this.#go(store.state.step - 1));
    byId("step-on").addEventListener("click", () => this.#go(store.state.step + 1));
    byId("play").addEventListener("click", () => (this.#timer === undefined ? this.#play() : this.#pause()));
    this.#still.addEventListener("change", () => this.#respectMotion());
    this.#respectMotion();
  }

  #showNames(state: State): void {
    const tokens = tokensOf(state.text);
    const built = JSON.stringify(tokens);
    if (built !== this.#built) this.#lay(tokens);
    this.#built = built;
    const chosen = byId("queries").querySelectorAll<HTMLInputElement>("input")[state.followed];
    if (chosen !== undefined) chosen.checked = true;
    (byId("step-back") as HTMLButtonElement).setAttribute("aria-disabled", String(state.step === 1));
    (byId("step-on") as HTMLButtonElement).setAttribute("aria-disabled", String(state.step === STEPS));
    byId("follow").dataset["step"] = String(state.step);
  }

  show(state: State, computed: Computed): void {
    const band = byId("follow");
    band.setAttribute("aria-busy", "true");
    inTurn(this, () => {
      this.#showNow(state, computed);
      band.removeAttribute("aria-busy");
    });
  }

  #showNow(state: State, computed: Computed): void {
    this.#showNames(state);
    const steps = new QuerySteps(state, computed);
    byId("step-name").textContent = text("step-of", { step: state.step, steps: STEPS, name: steps.name });
    byId("step-words").textContent = steps.words;
    set("query", state.step >= 1 ? vectorText(steps.q) : "");
    set("output", state.step >= STEPS ? vectorText(steps.output) : "");
    this.#showHead(state, steps.v[0]!.length);
    const lines = byId("follow").querySelector("tbody")!.rows;
    steps.tokens.forEach((_, key) => fillLine(lines[key]!, steps, key));
  }

  /** A choice and a line for each token. Those that stay are the same elements. */
  #lay(tokens: readonly string[]): void {
    const choices = byId("queries");
    const body = byId("follow").querySelector("tbody")!;
    while (choices.children.length - 1 > tokens.length) choices.lastElementChild!.remove();
    while (body.rows.length > tokens.length) body.lastElementChild!.remove();
    for (let at = choices.children.length - 1; at < tokens.length; at++)
      choices.append(make("label", {}, make("input", { type: "radio", name: "query", value: at }), make("span")));
    while (body.rows.length < tokens.length) body.append(make("tr"));
    choices.querySelectorAll("span").forEach((span, at) => write(span, tokens[at]!));
  }

  #showHead(state: State, values: number): void {
    const heads = [
      [text("key"), ""],
      ["<i>q</i> · <i>k</i>", "2"],
      [scaleText(state) || text("not-scaled"), "3"],
      [text("weight"), "4"],
    ];
    for (let at = 0; at < Math.min(values, SHOWN_VALUES); at++) heads.push([`<i>v</i><sub>${at + 1}</sub>`, "5"]);
    const html = heads.map(([name, step]) => `<th scope="col" data-from="${step}">${name}</th>`).join("");
    const row = byId("follow").querySelector("thead tr")!;
    if (row.innerHTML !== html) row.innerHTML = html;
  }

  #go(step: number): void {
    this.#pause();
    this.#show(step);
  }

  #show(step: number): void {
    if (step < 1 || step > STEPS) return;
    this.#store.look({ step });
    this.#meetKeys();
  }

  /** In the matrices the query meets one key after the other. Who prefers no motion sees all of them at once. */
  #meetKeys(): void {
    clearInterval(this.#meeting);
    const { state } = this.#store;
    const meetings = this.#still.matches ? [] : meetingsOf(state);
    const next = (): void => {
      const meeting = meetings.shift();
      this.#mark(meeting ?? marksOfStep(state));
      if (meeting === undefined) clearInterval(this.#meeting);
    };
    if (meetings.length > 0) this.#meeting = setInterval(next, meetingMs(state));
    next();
  }

  #play(): void {
    showOn(byId("play"), "pause");
    const on = (): void => {
      const { step } = this.#store.state;
      if (step === STEPS && this.#timer !== undefined) return this.#pause();
      this.#show(step === STEPS ? 1 : step + 1);
      this.#timer = setTimeout(on, PLAY_MS + meetingsOf(this.#store.state).length * meetingMs(this.#store.state));
    };
    on();
  }

  #pause(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#meeting);
    this.#timer = undefined;
    showOn(byId("play"), "play");
  }

  /** Who prefers no motion steps by hand. */
  #respectMotion(): void {
    if (this.#still.matches) this.#pause();
    byId("play").hidden = this.#still.matches;
  }
}

/** What a step works with is marked in the matrices above. */
function marksOfStep({ followed, step, convention }: State): Marks {
  const line = (at: number): { row: number } | { column: number } =>
    convention === "columns" ? { column: at } : { row: at };
  const q = line(followed);
  return [{ x: q, q }, { q, scores: q }, { scores: q }, { weights: q }, { weights: q, mixed: q }][step - 1]!;
}

/** The scores come from one key at a time, and the mix takes one value at a time. */
function meetingsOf({ followed, step, convention, text }: State): Marks[] {
  const turned = convention === "columns";
  const line = (at: number): Partial<Place> => (turned ? { column: at } : { row: at });
  const pair = (key: number): Place => (turned ? { row: key, column: followed } : { row: followed, column: key });
  const keys = Array.from(tokensOf(text).keys());
  if (step === 2) return keys.map((key) => ({ q: line(followed), k: line(key), scores: pair(key) }));
  if (step === STEPS) return keys.map((key) => ({ weights: pair(key), v: line(key), mixed: line(followed) }));
  return [];
}

/** A meeting of a long sentence is shorter, so that all of them take about as long. */
function meetingMs({ text }: State): number {
  return Math.min(MEETING_MS, MEETINGS_MS / tokensOf(text).length);
}

function fillLine(line: HTMLTableRowElement, steps: QuerySteps, key: number): void {
  const values = steps.v[key]!.slice(0, SHOWN_VALUES);
  if (line.cells.length !== values.length + 4) line.replaceChildren(...emptyCells(values.length));
  write(line.cells[0]!, steps.tokens[key]!);
  line.classList.toggle("masked", !steps.seen[key]);
  const shown = [steps.raw[key]!, steps.scores[key]!, steps.weights[key]!, ...values];
  shown.forEach((value, column) => {
    const cell = line.cells[column + 1]!;
    write(cell.firstElementChild!, fitted(value, 4, ROOM));
    if (column === 2)
      cell.querySelector<HTMLElement>(".share")!.style.inlineSize = `${Math.min(1, Math.max(0, value)) * 100}%`;
  });
}

/** Raw score, score, weight (over a bar as long as it), and the numbers of the value. */
function emptyCells(values: number): HTMLElement[] {
  const bar = (): HTMLElement => make("div", { class: "track" }, make("div", { class: "share" }));
  const cell = (from: number): HTMLElement =>
    make("td", { "data-from": from }, make("span"), from === 4 ? bar() : undefined);
  return [make("th", { scope: "row" }), cell(2), cell(3), cell(4), ...Array.from({ length: values }, () => cell(5))];
}

/** The button keeps the key, for when the language changes. */
function showOn(button: HTMLElement, key: "play" | "pause"): void {
  button.dataset["t"] = key;
  button.textContent = text(key);
}

function write(element: Element, content: string): void {
  if (element.textContent !== content) element.textContent = content;
}

function set(name: string, content: string): void {
  document.querySelector(`[data-follow=${name}]`)!.textContent = content;
}

function vectorText(values: number[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => digits(value));
  return `(${listed(values.length > SHOWN_VALUES ? [...shown, "…"] : shown)})`;
}
