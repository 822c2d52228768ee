// Streaming softmax as a picture: the keys' scores as bars, the tile that is read, and the three things that are kept.
import type { Heed } from "heed";
import { seededRandom } from "heed/train";
import { byId, type Fields } from "../../kit/index.js";
import { digits, listed, powerText, redraw, svg } from "../../../show/index.js";
import {
  attentionOf,
  cellButton,
  numbered,
  openCells,
  ProgressBar,
  type Controls,
  type Page,
} from "../../rooms/lesson/index.js";
import { outputOf, stream, type TileState } from "./streaming.js";

const KEYS = 24;
const DIM = 16;
/** How many times longer than a key the query is. Its scores then have a clear maximum. */
const STRETCH = 2;
/** How long all tiles take together. */
const WATCH_MS = 4000;

interface Problem {
  readonly scores: ArrayLike<number>;
  readonly direct: ArrayLike<number>;
  readonly states: readonly TileState[];
}

export class StreamingView<F extends Fields> implements Controls {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #bar: ProgressBar<F>;
  #problem!: Problem;
  #done = 0;
  /** After how many tiles the page shows the three things that are kept. */
  #shown = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(page: Page<F>, host: HTMLElement, heed: Heed) {
    this.#page = page;
    this.#heed = heed;
    this.#bar = new ProgressBar(host, page, this, "tiles");
  }

  begin(seed: number, tile: number): void {
    const draw = seededRandom(seed);
    const rows = (count: number, columns: number, size = 1) =>
      Array.from({ length: count }, () => Array.from({ length: columns }, () => size * draw.normal()));
    const [q, k, v] = [rows(1, DIM, STRETCH), rows(KEYS, DIM), rows(KEYS, 2)];
    const computation = attentionOf(this.#heed, { tokens: ["q"], keyTokens: numbered("k", KEYS), q, k, v });
    openCells("direct", computation);
    const { output, scores } = computation.kept;
    const values = v.map((row) => Float32Array.from(row));
    this.#problem = { scores: scores.data, direct: output.data, states: stream(scores.data, values, tile) };
    this.restart();
  }

  run(): void {
    this.step();
    if (!this.#finished) this.#timer = setInterval(() => this.step(), WATCH_MS / this.#problem.states.length);
    this.draw();
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.draw();
  }

  step(): void {
    if (this.#finished) return;
    this.#shown = ++this.#done;
    if (this.#finished) this.pause();
    else this.draw();
    this.#page.say(...this.#saying());
  }

  atOnce(): void {
    this.#shown = this.#done = this.#problem.states.length;
    this.pause();
    this.#page.say(...this.#saying());
  }

  goTo(step: number): void {
    this.#shown = step;
    this.draw();
  }

  restart(): void {
    this.#shown = this.#done = 0;
    this.pause();
  }

  get #finished(): boolean {
    return this.#done >= this.#problem.states.length;
  }

  draw(): void {
    const { states, direct } = this.#problem;
    const now = states[this.#shown - 1];
    const running = this.#timer !== undefined;
    this.#bar.show({ done: this.#done, total: states.length, running, shown: this.#shown });
    this.#drawKeys(now);
    const none = this.#page.text("none");
    byId("state-maximum").textContent = now === undefined ? none : digits(now.maximum);
    byId("state-correction").textContent = now === undefined ? none : digits(now.correction);
    byId("state-sum").textContent = now === undefined ? none : digits(now.sum);
    byId("state-mixed").textContent = now === undefined ? none : pair(now.mixed);
    byId("streamed").textContent = now === undefined ? none : pair(outputOf(now));
    const [first, second] = Array.from(direct, (part, column) =>
      cellButton(digits(part), "direct", { matrix: "output", column }),
    );
    byId("direct").replaceChildren("(", first!, listed(["", ""]), second!, ")");
    this.#page.fill(byId("stream-verdict"), ...this.#saying());
  }

  #saying(): [key: string, parameters?: Record<string, string | number>] {
    const { states, direct } = this.#problem;
    const now = states[this.#shown - 1];
    if (now === undefined) return ["stream-begin"];
    if (this.#shown === states.length)
      return [
        "stream-end",
        { difference: powerText(Math.max(...outputOf(now).map((part, c) => Math.abs(part - direct[c]!)))) },
      ];
    return [
      now.correction < 1 && now.from > 0 ? "stream-risen" : "stream-stayed",
      { keys: now.to, correction: digits(now.correction) },
    ];
  }

  #drawKeys(now: TileState | undefined): void {
    const { scores, states } = this.#problem;
    const drawing = byId<SVGSVGElement>("keys");
    const size = Math.ceil(Math.max(...Array.from(scores, Math.abs)));
    const [wide, high] = [480, 140];
    drawing.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const [step, zero] = [wide / KEYS, high / 2];
    const y = (score: number): number => zero - (score / size) * (zero - 6);
    const tiles = states.map(({ from, to }) =>
      svg("rect", {
        class: now?.from === from ? "tile now" : "tile",
        x: from * step + 1,
        width: (to - from) * step - 2,
        y: 0,
        height: high,
      }),
    );
    const bars = Array.from(scores, (score, key) =>
      svg("rect", {
        class: now !== undefined && key < now.to ? "bar read" : "bar",
        x: key * step + step * 0.25,
        width: step * 0.5,
        y: Math.min(zero, y(score)),
        height: Math.max(1, Math.abs(y(score) - zero)),
      }),
    );
    const axis = svg("line", { class: "axis", x1: 0, x2: wide, y1: zero, y2: zero });
    const maximum =
      now === undefined
        ? []
        : [svg("line", { class: "maximum", x1: 0, x2: now.to * step, y1: y(now.maximum), y2: y(now.maximum) })];
    redraw(drawing, [...tiles, axis, ...bars, ...maximum]);
  }
}

function pair(parts: ArrayLike<number>): string {
  return `(${listed(Array.from(parts, (part) => digits(part)))})`;
}
