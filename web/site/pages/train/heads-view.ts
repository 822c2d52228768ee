// The heads on one held-out line at a kept step: a row of each picture is a letter, a column a letter that it sees.
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { digits, make, onThemeChange, percent, rampOf, themeNow } from "../../../show/index.js";
import { ExportMenu, type LabelledMatrix } from "../../rooms/export/index.js";
import { missedLeast, mostKept } from "./budget.js";
import { EVEN, NAMED, type HeadFacts, type Moment, type Opened, type Seen, type Settings } from "./messages.js";
import { signOf } from "./signs.js";

export class HeadsView {
  readonly #scrub = byId<HTMLInputElement>("scrub");
  readonly #menu = new ExportMenu(byId("export"), {
    matrices: () => (this.#shown === undefined ? [] : this.#labelled(this.#shown)),
    about: () => ({ options: { ...this.#settings, ...this.moment }, versions: { heed: __HEED_VERSION__ } }),
  });
  #kept: Seen[] = [];
  #settings: Settings | undefined;
  #line: readonly string[] = [];
  #canvases: HTMLCanvasElement[] = [];
  #facts: HTMLElement[] = [];
  #boxes: HTMLInputElement[] = [];
  #shown: Seen | undefined;
  #most = Infinity;
  #follows = true;
  readonly #latest = new Latest();

  /**
   * @param see computes a kept step with heads switched off
   * @param went is told where the reader has gone
   */
  constructor(
    private readonly see: (moment: Moment, signal: AbortSignal) => Promise<Seen | undefined>,
    private readonly went: (moment: Moment) => void,
  ) {
    this.#scrub.addEventListener("input", () => {
      this.#follows = Number(this.#scrub.value) === this.#kept.length - 1;
      void this.#show();
      this.went(this.moment);
    });
    onThemeChange(() => this.#shown && this.#paint(this.#shown));
  }

  /** What is shown: a kept step, with these heads off. */
  get moment(): Moment {
    return { step: this.#kept[Number(this.#scrub.value)]?.step ?? 0, off: this.#off };
  }

  get #off(): number[] {
    return this.#boxes.flatMap((box, head) => (box.checked ? [head] : []));
  }

  begin(settings: Settings, { line, parameters }: Opened): void {
    this.#settings = settings;
    this.#line = line;
    this.#kept = [];
    this.#most = mostKept(parameters, settings);
    this.#follows = true;
    this.#latest.end();
    this.#shown = undefined;
    const all = settings.layers * settings.heads;
    this.#canvases = Array.from({ length: all }, () => make("canvas", { role: "img" }));
    this.#facts = Array.from({ length: all }, () => make("p", { class: "facts" }));
    this.#boxes = Array.from({ length: all }, () => make("input", { type: "checkbox" }));
    // A row for each layer; a layer by itself makes a square.
    const columns = settings.layers > 1 ? settings.heads : Math.ceil(Math.sqrt(settings.heads));
    byId("heads").style.setProperty("--columns", String(columns));
    byId("heads").replaceChildren(
      ...this.#canvases.map((canvas, head) => {
        const words = make("span");
        fill(words, "off");
        const label = make("label", {}, this.#boxes[head]!, words);
        this.#boxes[head]!.addEventListener("change", () => void this.#show());
        return make("figure", {}, make("figcaption", {}, nameOf(head, settings)), canvas, this.#facts[head]!, label);
      }),
    );
    byId("line").textContent = line.join("").replaceAll("\n", "↵");
    this.#tellOff(undefined);
  }

  /** Returns a step that is given up for it, where there are too many. */
  add(seen: Seen): number | undefined {
    const { step } = this.moment;
    this.#kept.push(seen);
    const steps = this.#kept.map((kept) => kept.step);
    const least = this.#kept.reduce((a, b) => (b.heldOut < a.heldOut ? b : a));
    const dropped = steps.length > this.#most ? missedLeast(steps, [step, least.step]) : undefined;
    if (dropped !== undefined) this.#kept.splice(steps.indexOf(dropped), 1);
    this.#goTo(this.#follows ? seen.step : step);
    if (this.#follows) void this.#show();
    return dropped;
  }

  /** Goes to a kept step. */
  show(step: number): void {
    this.#goTo(step);
    void this.#show();
  }

  #goTo(step: number): void {
    this.#scrub.max = String(this.#kept.length - 1);
    this.#scrub.value = String(this.#kept.findIndex((seen) => seen.step === step));
  }

  /** Draws the chosen step as it was kept, or computes it again if heads are off. */
  async #show(): Promise<void> {
    const signal = this.#latest.begin();
    const all = this.#kept[Number(this.#scrub.value)];
    if (all === undefined) return;
    const seen = this.#off.length === 0 ? all : await this.see(this.moment, signal);
    if (seen === undefined) return;
    this.#draw(seen);
    this.#tellOff(seen === all ? undefined : { all: all.heldOut, loss: seen.heldOut });
  }

  #tellOff(losses: { all: number; loss: number } | undefined): void {
    const count = this.#off.length;
    byId("off-saved").hidden = losses === undefined;
    if (losses === undefined) return clear(byId("off-says"));
    fill(byId("off-says"), "off-costs", () => ({ all: digits(losses.all, 3), loss: digits(losses.loss, 3), count }));
  }

  translate(): void {
    if (this.#shown) this.#draw(this.#shown);
    this.#menu.showNames();
  }

  /** Each head on the held-out line. A saved page holds all of them. */
  #labelled({ step, weights }: Seen): LabelledMatrix[] {
    const { layers, heads, tokens } = this.#settings!;
    const cells = tokens * tokens;
    const letters = this.#line.map(signOf);
    const mask = Uint8Array.from({ length: cells }, (_, at) => Number(at % tokens <= Math.floor(at / tokens)));
    return Array.from({ length: layers * heads }, (_, at) => ({
      id: nameOf(at, this.#settings!),
      name: `step${step}-layer${Math.floor(at / heads)}`,
      title: phrase("head-at-step", { head: nameOf(at, this.#settings!), step }),
      kind: "weights",
      data: weights.subarray(at * cells, (at + 1) * cells),
      rows: tokens,
      columns: tokens,
      rowLabels: letters,
      columnLabels: letters,
      mask,
      head: at % heads,
      among: { matrix: { data: weights, shape: [layers, heads, tokens, tokens] }, at },
      source: phrase("computed-here"),
      tokens: [this.#line.join("").replaceAll("\n", "↵")],
    }));
  }

  #draw(seen: Seen): void {
    this.#shown = seen;
    byId("shown-step").textContent = digits(seen.step, 0);
    this.#scrub.setAttribute("aria-valuetext", phrase("step-of", { step: seen.step }));
    byId("sample").textContent = seen.sample;
    for (const [head, facts] of seen.heads.entries()) {
      fill(this.#facts[head]!, sortOf(facts), () => ({
        before: percent(facts.before),
        two: percent(facts.twoBefore),
        even: digits(facts.evenness, 2),
        space: percent(facts.lastSpace),
        evenly: percent(facts.evenSpace),
      }));
      this.#canvases[head]!.setAttribute("aria-label", this.#facts[head]!.textContent!);
    }
    this.#paint(seen);
  }

  #paint({ weights }: Seen): void {
    const { tokens } = this.#settings!;
    const colours = coloursOf(rampOf("sequential", themeNow(null)));
    for (const [head, canvas] of this.#canvases.entries()) {
      [canvas.width, canvas.height] = [tokens, tokens];
      const context = canvas.getContext("2d")!;
      const image = context.createImageData(tokens, tokens);
      const pixels = new Uint32Array(image.data.buffer);
      for (let i = 0; i < tokens; i++)
        for (let j = 0; j <= i; j++) {
          const weight = weights[(head * tokens + i) * tokens + j]!;
          pixels[i * tokens + j] = colours[Math.round((colours.length - 1) * weight)]!;
        }
      context.putImageData(image, 0, 0);
    }
  }
}

/** Each colour as one number, as it is in a picture. */
function coloursOf(ramp: ArrayLike<number>): Uint32Array {
  const bytes = new Uint8ClampedArray((ramp.length / 3) * 4).fill(255);
  for (let at = 0; at < ramp.length; at++) bytes[Math.floor(at / 3) * 4 + (at % 3)] = ramp[at]!;
  return new Uint32Array(bytes.buffer);
}

/** Layer and head, from 0. */
export function nameOf(head: number, { heads }: Settings): string {
  return `L${Math.floor(head / heads)} H${head % heads}`;
}

function sortOf({ before, twoBefore, lastSpace, evenness }: HeadFacts): string {
  if (before >= NAMED) return "head-before";
  if (twoBefore >= NAMED) return "head-two";
  if (lastSpace >= NAMED) return "head-space";
  return evenness > EVEN ? "head-even" : "head-other";
}
