// The machine on a page: a word is followed, heads are switched off, a head opens, a walk plays. All that is drawn
// opens by `open`, which the page ties to its inspector.
import { inTurn, make, mediaQuery, redraw, svg, whenResized } from "../../../show/index.js";
import { Announcer, Latest } from "../../kit/index.js";
import { columnAt, followedPieces, stillPieces, type Piece, type View } from "./drawing.js";
import { HeadFigure } from "./head-figure.js";
import { layoutOf, isTooNarrow, mostWords, pointOf, windowOf, type Layout } from "./layout.js";
import { numbersTable } from "./numbers-table.js";
import { netFigure, rowFigure, rowsFigure, shareFigure, weightCell, type OpenNumber, type Opened } from "./opens.js";
import { rowAt, type HeadPlace, type MachineRun, type MachineSource } from "./run.js";
import { elementOf } from "./shapes.js";
import { lineText, statesAt, stepName, stepsOf, stepText } from "./steps.js";
import { capital, tell } from "./words.js";
import "./texts/en.json";

export interface MachineOptions {
  readonly open: OpenNumber;
  /** The line that is followed first. Left out: the last one. */
  readonly word?: number;
  /** After the reader has chosen a line, or has switched a head. */
  readonly changed?: (word: number, off: readonly HeadPlace[]) => void;
}

/** How long a step of the walk lasts. */
const STEP_MS = 3200;
/** Where the page is not laid out. */
const USUAL_WIDTH = 960;

/** A picture that waits to be shown. */
interface Picture {
  readonly layout: Layout;
  readonly still: readonly SVGElement[];
  readonly followed: readonly SVGElement[];
}

export class Machine {
  readonly #options: MachineOptions;
  readonly #host: HTMLElement;
  readonly #still = svg("g", {});
  readonly #followed = svg("g", {});
  readonly #picture = svg("svg", { class: "picture", role: "group" }, this.#still, this.#followed);
  readonly #bar = make("div", { class: "walk", role: "group" });
  readonly #said = make("p", { class: "said" });
  readonly #hint = make("p", { class: "hint" });
  readonly #head = make("section", { class: "head", hidden: true });
  readonly #figure: HeadFigure;
  readonly #numbers = make("details", { class: "numbers", hidden: true }, make("summary"), make("div"));
  readonly #announcer: Announcer;
  #source: MachineSource;
  #run: MachineRun | undefined;
  #layout: Layout | undefined;
  #word: number | undefined;
  #off: readonly HeadPlace[] = [];
  #step: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #opened: HeadPlace | undefined;
  /** The part that the Tab key reaches. */
  #key = "";
  /** Only the last run that was asked for is shown. */
  readonly #latest = new Latest();

  constructor(host: HTMLElement, source: MachineSource, options: MachineOptions) {
    this.#host = host;
    this.#source = source;
    this.#options = options;
    this.#word = options.word;
    this.#figure = new HeadFigure(this.#head, options.open, () => this.#closeHead());
    const region = make("p", { class: "unseen", "aria-live": "polite" });
    this.#announcer = new Announcer(region);
    host.classList.add("machine");
    host.replaceChildren(this.#picture, this.#hint, this.#bar, this.#said, this.#head, this.#numbers, region);
    this.#listen();
    void this.show();
  }

  get run(): MachineRun | undefined {
    return this.#run;
  }

  get word(): number {
    return this.#word ?? 0;
  }

  get off(): readonly HeadPlace[] {
    return this.#off;
  }

  /**
   * Draws the run of a source, or that of the same source once more: its numbers have changed.
   * @param word the line that is followed then
   * @param off the heads that are off then
   */
  show(source = this.#source, word = this.#word, off = this.#off): Promise<void> {
    [this.#source, this.#off] = [source, off];
    this.#picture.setAttribute("aria-busy", "true");
    return this.#latest.quietly(async (signal) => {
      try {
        await this.#read(source, word, off, signal);
      } finally {
        if (!signal.aborted) this.#picture.removeAttribute("aria-busy");
      }
    });
  }

  async #read(
    source: MachineSource,
    word: number | undefined,
    off: readonly HeadPlace[],
    signal: AbortSignal,
  ): Promise<void> {
    const run = await source.run(off, signal);
    if (signal.aborted) return;
    const { length } = run.words;
    const line = Math.min(word ?? length, length - 1);
    const step = length === this.#run?.words.length ? this.#step : undefined;
    const before = this.#layout;
    const picture = await this.#pictureOf(run, line, step);
    if (signal.aborted) return;
    [this.#run, this.#word, this.#step] = [run, line, step];
    // The language or the width may have changed meanwhile.
    this.#drawAll(before === this.#layout ? picture : undefined);
  }

  /** A large run takes long to draw, so each turn draws a part of it. */
  async #pictureOf(run: MachineRun, line: number, step: number | undefined): Promise<Picture> {
    const layout = this.#layoutOf(run, line);
    const view = this.#viewOf(run, line, step);
    const [still, followed]: [SVGElement[], SVGElement[]] = [[], []];
    const draw = (pieces: readonly Piece[], made: SVGElement[]): void => {
      for (const piece of pieces) inTurn(piece, () => made.push(...elementsOf(piece)));
    };
    draw(stillPieces(run, layout, view), still);
    draw(followedPieces(run, layout, view), followed);
    await new Promise<void>((done) => inTurn(still, done));
    return { layout, still, followed };
  }

  /** Draws again: the language or the width has changed. */
  draw(): void {
    if (this.#run !== undefined) this.#drawAll();
  }

  #drawAll(picture?: Picture): void {
    this.#drawPicture(false, picture);
    this.#drawTexts();
  }

  /** Follows the line of a word. */
  follow(word: number): void {
    const { run } = this;
    if (run?.words[word] === undefined || word === this.#word) return;
    this.#word = word;
    const steps = stepsOf(run, word).length;
    if (this.#step !== undefined && this.#step >= steps) this.#step = steps - 1;
    if (this.#key.startsWith("word")) this.#key = `word ${word}`;
    this.#drawPicture(true);
    this.#drawTexts();
    this.#speak();
    this.#options.changed?.(word, this.#off);
  }

  /** Switches a head off, or on again. All that comes after it is computed once more. */
  async switch(place: HeadPlace): Promise<void> {
    const others = this.#off.filter(({ layer, head }) => layer !== place.layer || head !== place.head);
    this.#off = others.length < this.#off.length ? others : [...others, place];
    await this.show();
    this.#speak();
    this.#options.changed?.(this.word, this.#off);
  }

  /** Goes to a step of the walk; undefined shows all of it. */
  goTo(step: number | undefined): void {
    const { run } = this;
    if (run === undefined) return;
    const steps = stepsOf(run, this.word);
    this.#step = step === undefined ? undefined : Math.min(steps.length - 1, Math.max(0, step));
    this.#layout = undefined;
    this.#drawPicture(true);
    this.#drawTexts();
    this.#speak();
  }

  /** Walks from the first step to the last. Where nothing may move, it goes one step on. */
  play(): void {
    const steps = this.#run === undefined ? 0 : stepsOf(this.#run, this.word).length;
    const next = (this.#step ?? steps) + 1;
    this.pause();
    if (!isStill()) this.#timer = setTimeout(() => this.#playOn(), STEP_MS);
    this.goTo(next < steps ? next : 0);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #playOn(): void {
    this.#timer = undefined;
    const steps = this.#run === undefined ? 0 : stepsOf(this.#run, this.word).length;
    const next = (this.#step ?? -1) + 1;
    if (isStill() || next >= steps) return this.#drawTexts();
    if (next < steps - 1) this.#timer = setTimeout(() => this.#playOn(), STEP_MS);
    this.goTo(next);
  }

  // 1. The picture.

  /** @param picture what was drawn of this run already */
  #drawPicture(moves: boolean, picture?: Picture): void {
    const run = this.#run!;
    const hadFocus = this.#picture.contains(document.activeElement);
    const before = this.#layout;
    const layout = (this.#layout = picture?.layout ?? this.#layoutOf(run, this.word));
    const { width, height } = layout;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height }))
      this.#picture.setAttribute(name, String(value));
    this.#picture.setAttribute("aria-label", tell("machine"));
    this.#picture.classList.toggle("moves", moves);
    this.#picture.classList.toggle("upright", layout.upright);
    const view = this.#viewOf(run, this.word, this.#step);
    if (moves && view.state === undefined && isSame(layout, before)) this.#press();
    else this.#still.replaceChildren(...(picture?.still ?? stillPieces(run, layout, view).flatMap(elementsOf)));
    const followed = picture?.followed ?? followedPieces(run, layout, view).flatMap(elementsOf);
    // What is newly followed comes along its curves; numbers that change move from what they were.
    if (moves || !isSame(layout, before)) this.#followed.replaceChildren(...followed);
    else redraw(this.#followed, followed);
    const kept = this.#partAt(this.#key) ?? this.#partAt((this.#key = `word ${this.word}`));
    for (const one of this.#parts()) if (one !== kept) one.setAttribute("tabindex", "-1");
    kept?.setAttribute("tabindex", "0");
    if (hadFocus) (kept as SVGElement | undefined)?.focus({ preventScroll: true });
  }

  /** Another word is followed: nothing else has changed of what stands still. */
  #press(): void {
    for (const label of this.#picture.querySelectorAll<SVGElement>(".word[aria-pressed]")) {
      const isFollowed = label.dataset["part"] === `word ${this.word}`;
      label.classList.toggle("me", isFollowed);
      label.setAttribute("aria-pressed", String(isFollowed));
    }
  }

  #layoutOf(run: MachineRun, line: number): Layout {
    const width = this.#host.clientWidth || USUAL_WIDTH;
    const upright = isTooNarrow(run, { width });
    const words = windowOf(run.words.length, line, mostWords({ width, upright }));
    return layoutOf(run, { width, upright, words });
  }

  #viewOf(run: MachineRun, line: number, step: number | undefined): View {
    const state = step === undefined ? undefined : statesAt(stepsOf(run, line), step);
    return { word: line, off: this.#off, state, live: true };
  }

  /** A part by its key. A line has its label first, and then what is on it. */
  #partAt(key: string): SVGElement | undefined {
    return this.#parts().find((one) => one.dataset["part"] === key);
  }

  #parts(): SVGElement[] {
    return Array.from(this.#picture.querySelectorAll<SVGElement>("[data-part][role]"));
  }

  // 2. What is said, and the walk.

  #drawTexts(): void {
    const run = this.#run!;
    const steps = stepsOf(run, this.word);
    const chosen = this.#step === undefined ? undefined : steps[this.#step];
    const said =
      chosen === undefined ? lineText(run, this.word, this.#off) : stepText(run, chosen, this.word, this.#off);
    this.#said.textContent = capital(said);
    this.#hint.textContent = tell("hint");
    this.#drawBar(run);
    this.#drawHead(run);
    this.#numbers.hidden = false;
    this.#numbers.querySelector("summary")!.textContent = tell("numbers");
    const numbers = this.#numbers.open ? numbersTable(run, this.word) : [];
    this.#numbers.querySelector("div")!.replaceChildren(...numbers);
  }

  #speak(): void {
    this.#announcer.say(this.#said.textContent);
  }

  #drawBar(run: MachineRun): void {
    const focused = (document.activeElement as HTMLElement | null)?.dataset["walk"];
    const steps = stepsOf(run, this.word);
    const at = this.#step;
    const still = isStill();
    const button = (key: string, text: string, more: Record<string, string | boolean> = {}): HTMLElement =>
      make("button", { type: "button", "data-walk": key, ...more }, text);
    const isPlaying = this.#timer !== undefined;
    const list = steps.map((step, index) =>
      make("li", {}, button(String(index), stepName(run, step), index === at ? { "aria-current": "step" } : {})),
    );
    this.#bar.setAttribute("aria-label", tell("steps"));
    this.#bar.replaceChildren(
      ...(still
        ? []
        : [button(isPlaying ? "pause" : "play", tell(isPlaying ? "pause" : "play"), { class: "primary" })]),
      button("back", tell("back"), { disabled: at === undefined || at === 0 }),
      button("next", tell("next"), { disabled: at === steps.length - 1 }),
      make("ol", {}, ...list),
      ...(at === undefined ? [] : [button("whole", tell("whole"))]),
    );
    if (focused === undefined) return;
    const other = { play: "pause", pause: "play", whole: "next" }[focused];
    const again = [focused, other].map((key) => this.#bar.querySelector<HTMLElement>(`[data-walk="${key}"]:enabled`));
    (again[0] ?? again[1] ?? this.#bar.querySelector<HTMLElement>("button:enabled"))?.focus();
  }

  #walk(key: string): void {
    const steps = stepsOf(this.#run!, this.word).length;
    if (key === "play") return this.play();
    this.pause();
    if (key === "pause") return this.#drawTexts();
    if (key === "whole") return this.goTo(undefined);
    const at = this.#step;
    const next = { back: (at ?? steps) - 1, next: (at ?? -1) + 1 }[key] ?? Number(key);
    this.goTo(next);
  }

  // 3. A head that is open.

  #drawHead(run: MachineRun): void {
    const place = this.#opened;
    const isOf =
      place !== undefined && run.layers[place.layer] !== undefined && place.head < run.layers[place.layer]!.heads;
    const { lines } = run.layers[place?.layer ?? 0] ?? { lines: [0, 0] };
    this.#head.hidden = !isOf || this.word < lines[0] || this.word >= lines[1];
    if (place === undefined || this.#head.hidden) return this.#head.replaceChildren();
    this.#figure.show(run, place, this.word);
  }

  /** Opens a head for the line that is followed. */
  openHead(place: HeadPlace): void {
    this.pause();
    this.#opened = place;
    this.#drawTexts();
    this.#head.querySelector<HTMLElement>("h3")?.focus();
    this.#head.scrollIntoView?.({ block: "nearest" });
  }

  #closeHead(): void {
    const place = this.#opened;
    this.#opened = undefined;
    this.#drawTexts();
    if (place !== undefined) this.#focus(`stop ${place.layer} ${place.head}`);
  }

  // 4. The reader.

  #listen(): void {
    const keyOf = ({ target }: Event): string | undefined =>
      (target as Element).closest<HTMLElement | SVGElement>("[data-part]")?.dataset["part"];
    this.#picture.addEventListener("pointerover", (event) => {
      const isLabel = (event.target as Element).closest(".word") !== null;
      if (event.pointerType === "mouse" && isLabel) this.#followKey(keyOf(event));
    });
    this.#picture.addEventListener("click", (event) => this.#activate(keyOf(event), event));
    this.#picture.addEventListener("keydown", (event) => this.#onKey(event));
    // A listener of focus would make the picture itself a stop of the Tab key.
    this.#host.addEventListener("focusin", (event) => {
      if (!this.#picture.contains(event.target as Node)) return;
      this.#partAt(this.#key)?.setAttribute("tabindex", "-1");
      this.#key = keyOf(event) ?? this.#key;
      this.#partAt(this.#key)?.setAttribute("tabindex", "0");
    });
    this.#numbers.addEventListener("click", (event) => this.#activate(keyOf(event), undefined, event.target));
    this.#numbers.addEventListener("toggle", () => this.#run && this.#drawTexts());
    this.#bar.addEventListener("click", ({ target }) => {
      const key = (target as Element).closest<HTMLElement>("[data-walk]")?.dataset["walk"];
      if (key !== undefined) this.#walk(key);
    });
    // A press beside all buttons takes focus from every part.
    document.addEventListener("keydown", ({ key, target }) => {
      const isHere = target === document.body || this.#host.contains(target as Node);
      if (key === "Escape" && isHere && this.#opened !== undefined) this.#closeHead();
    });
    whenResized(this.#host, () => {
      if ((this.#host.clientWidth || USUAL_WIDTH) !== this.#layout?.width) this.draw();
    });
    mediaQuery("(prefers-reduced-motion: reduce)")?.addEventListener("change", () => this.#onMotion());
  }

  #onMotion(): void {
    this.pause();
    if (this.#run !== undefined) this.#drawTexts();
  }

  #followKey(key: string | undefined): void {
    const [kind, at] = (key ?? "").split(" ");
    if (kind !== "word") return;
    this.pause();
    this.follow(Number(at));
  }

  /** @param from the element of the table that was pressed; left out in the picture */
  #activate(key: string | undefined, event?: MouseEvent | KeyboardEvent, from?: EventTarget | null): void {
    const run = this.#run;
    if (key === undefined || run === undefined) return;
    const [kind, ...numbers] = key.split(" ");
    const [a, b, c] = numbers.map(Number) as [number, number, number];
    if (kind === "word") return this.#followKey(key);
    if (kind === "head") return void this.switch({ layer: a, head: b });
    if (kind === "stop") return this.openHead({ layer: a, head: b });
    const opened = this.#openedBy(run, kind!, [a, b, c], event);
    if (opened === undefined) return;
    this.pause();
    this.#options.open(opened, () => (from ? (from as HTMLElement).focus() : this.#focus(key)));
  }

  #openedBy(
    run: MachineRun,
    kind: string,
    [a, b, c]: readonly [number, number, number],
    event?: MouseEvent | KeyboardEvent,
  ): Opened | undefined {
    if (kind === "curve") return weightCell(run, a, b, this.word, c);
    if (kind === "row") {
      const column = this.#columnAt(run, a, event);
      return column === undefined ? rowsFigure(run, this.word, a) : rowFigure(run, this.word, a, column);
    }
    if (kind === "net") return netFigure(run, a, this.word);
    return shareFigure(run, this.word, a);
  }

  /** The number of a row that is pressed. By keyboard the whole row is. */
  #columnAt(run: MachineRun, depth: number, event?: MouseEvent | KeyboardEvent): number | undefined {
    if (!(event instanceof MouseEvent) || event.detail === 0) return undefined;
    const { upright, embed, bands } = this.#layout!;
    const along = bands.find(({ layer }) => layer === depth - 1)?.strip ?? embed;
    const { left, top } = this.#picture.getBoundingClientRect();
    const [u] = pointOf({ upright }, event.clientX - left, event.clientY - top);
    return columnAt(along, u, rowAt(run, depth, this.word));
  }

  #focus(key: string): void {
    (this.#partAt(key) ?? this.#partAt(`word ${this.word}`))?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#layout === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.#activate(this.#key, event);
    }
    const last = this.#run!.words.length - 1;
    const ends = { Home: 0, End: last }[event.key];
    const { upright } = this.#layout;
    const across = upright ? { ArrowRight: 1, ArrowLeft: -1 } : { ArrowDown: 1, ArrowUp: -1 };
    const along = upright ? { ArrowDown: 1, ArrowUp: -1 } : { ArrowRight: 1, ArrowLeft: -1 };
    const byWord = (across as Record<string, number>)[event.key];
    const byPart = (along as Record<string, number>)[event.key];
    if (ends === undefined && byWord === undefined && byPart === undefined) return;
    event.preventDefault();
    this.pause();
    if (byPart !== undefined) return this.#stepAlong(byPart);
    this.follow(ends ?? Math.min(last, Math.max(0, this.word + byWord!)));
  }

  /** From the word along its line: row, head, stop, curves, net, row, …, shares. */
  #stepAlong(by: number): void {
    const keys = this.#parts()
      .map(({ dataset }) => dataset["part"]!)
      .filter((key) => !key.startsWith("word") || key === `word ${this.word}`)
      .reverse();
    const sorted = keys.sort((one, other) => placeOf(one) - placeOf(other));
    const at = sorted.indexOf(this.#key);
    const next = sorted[at === -1 ? 0 : at + by];
    if (next !== undefined) this.#focus(next);
  }
}

/** Where a part comes on the way along its line. Curves keep their order: the strongest is drawn last. */
function placeOf(key: string): number {
  const [kind, ...numbers] = key.split(" ");
  const [a = 0, b = 0] = numbers.map(Number);
  const inLayer = { row: 0, head: 100 + 3 * b, stop: 101 + 3 * b, curve: 102 + 3 * b, net: 900 }[kind!];
  if (kind === "word") return -1;
  return kind === "share" ? 1e9 + a : 1000 * a + inLayer!;
}

const elementsOf = (piece: Piece): SVGElement[] => piece().map(elementOf);

/** Whether all parts are where they were. */
const isSame = (layout: Layout, before: Layout | undefined): boolean =>
  JSON.stringify(layout) === JSON.stringify(before);

/** Whether the reader wants nothing to move. */
const isStill = (): boolean => mediaQuery("(prefers-reduced-motion: reduce)")?.matches ?? false;
