// The page that measures: one button to start and stop, what is being measured, and the figures as they come.
import { make } from "../../../show/index.js";
import { Address, byId, decode, encode, offerFile } from "../../kit/index.js";
import { clear, fill, languageNow, phrase, Speaker } from "../../kit/texts/index.js";
import { flops, SHAPES, type Shape } from "../../../measure/index.mjs";
import { Figures } from "./figures.js";
import {
  figureOf,
  isDisturbed,
  measureShapes,
  type Doing,
  type Figure,
  type Measured,
  type Peak,
  type Spread,
} from "./measure.js";
import { fixed, labelOf, titleOf } from "./names.js";
import { FIELDS, shapesOf, SPREAD, type Entry, type SetName } from "./plan.js";
import { SpreadTable } from "./spread.js";

/** What the page holds, besides what it saves. */
interface Shown {
  readonly figures: { readonly shape: Shape; readonly entry: Entry; readonly measured: Measured }[];
  readonly spread: { readonly spread: Spread; readonly cores: number }[];
  readonly peak: Peak;
}

class Page {
  #stop: AbortController | undefined;
  /** Until this browser has its own figures, the published ones. */
  #shown: Shown;
  readonly #published = readPublished();
  /** The day of the measurement. */
  #date = "";
  readonly #figures = new Figures(byId("figures") as HTMLTableElement);
  readonly #spread = new SpreadTable(byId("spread") as HTMLTableElement, byId("no-workers"));
  readonly #start = byId("start");
  readonly #save = byId("save");
  readonly #progress = byId("progress") as HTMLProgressElement;
  readonly #status = byId("status");
  readonly #address = new Address();
  readonly #speaker = new Speaker("bench", () => this.#onLanguage());

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    // Links also name the set alone: "#one".
    const { values } = decode(FIELDS, location.hash.replace(/^#(?=\w+(&|$))/, "#set="));
    inputOf(values.set).checked = true;
    this.#shown = this.#published.shown;
    this.#draw();
    this.#start.addEventListener("click", () => (this.#stop ? this.#stop.abort() : void this.#measure()));
    this.#save.addEventListener("click", () => this.#download());
  }

  async #measure(): Promise<void> {
    const set = chosenSet();
    this.#stop = new AbortController();
    this.#date = new Date().toISOString().slice(0, 10);
    this.#show(true);
    try {
      await measureShapes(shapesOf(set), set === "full" ? "normal" : "quick", this, this.#stop.signal);
      this.#tellDone();
    } catch (error) {
      const { name, message } = error as Error;
      if (name === "AbortError") fill(this.#status, "stopped");
      else fill(this.#status, "failed", { reason: message });
    } finally {
      this.#stop = undefined;
      this.#show(false);
    }
  }

  #show(running: boolean): void {
    fill(this.#start, running ? "stop" : "again");
    this.#progress.hidden = !running;
    this.#progress.value = 0;
    this.#save.hidden = running || this.#isPublished || this.#shown.figures.length === 0;
    for (const input of document.querySelectorAll<HTMLInputElement>("#set input")) input.disabled = running;
  }

  doing(what: Doing, done: number, of: number): void {
    this.#progress.value = done / of;
    fill(this.#status, "measuring", () => ({ what: wordsOf(what), step: done + 1, steps: of }));
  }

  get #isPublished(): boolean {
    return this.#shown === this.#published.shown;
  }

  peak(peak: Peak): void {
    this.#shown = { figures: [], spread: [], peak };
    this.#draw();
  }

  #draw(): void {
    const { peak, figures, spread } = this.#shown;
    this.#showPeak(peak);
    for (const { shape, entry, measured } of figures) this.#figures.show(shape, entry, measured);
    for (const one of spread) this.#spread.show(one.spread, one.cores);
    for (const [id, from] of Object.entries(this.#published.from)) {
      if (this.#isPublished) fill(byId(`${id}-published`), "published", () => ({ ...from, date: dayOf(from.date) }));
      else clear(byId(`${id}-published`));
    }
  }

  #showPeak(peak: Peak): void {
    this.#figures.clear(peak.best.gflops);
    this.#spread.clear();
    for (const [id, { gflops, name }] of [
      ["peak", peak.best],
      ["separate", peak.separate],
    ] as const) {
      byId(id).replaceChildren(fixed(gflops, 1), make("small", {}, ` GFLOP/s (${name})`));
    }
  }

  measured(shape: Shape, entry: Entry, measured: Measured): void {
    this.#shown.figures.push({ shape, entry, measured });
    this.#figures.show(shape, entry, measured);
  }

  spread(spread: Spread, cores: number): void {
    this.#shown.spread.push({ spread, cores });
    this.#spread.show(spread, cores);
  }

  #tellDone(): void {
    const { figures } = this.#shown;
    const shown = figures.map(({ measured }) => figureOf(measured)).filter((figure) => figure !== undefined);
    const disturbed = shown.filter(isDisturbed).length;
    fill(this.#status, disturbed === 0 ? "done" : "done-disturbed", { count: figures.length, disturbed });
  }

  /** Writes every figure again. */
  #onLanguage(): void {
    this.#address.keep(encode(FIELDS, { set: chosenSet() }, this.#speaker.asked));
    this.#speaker.translate();
    this.#draw();
  }

  #download(): void {
    const { peak, figures, spread } = this.#shown;
    const saved = {
      engine: navigator.userAgent,
      date: this.#date,
      figures: figures.map(({ shape, entry, measured }) => ({ shape: shape.name, name: entry, measured })),
      spread: spread.map((one) => one.spread),
      peak,
    };
    const text = JSON.stringify(saved, undefined, 1);
    offerFile(new Blob([text], { type: "application/json" }), `heed-bench-${this.#date}.json`);
  }
}

/** Where published figures come from. */
interface From {
  readonly engine: string;
  readonly machine: string;
  readonly date: string;
}

/** What build.mjs has read in the results of the benchmark. */
function readPublished(): { readonly shown: Shown; readonly from: Readonly<Record<"figures" | "spread", From>> } {
  const { peak, figures, spread, from } = JSON.parse(byId("published").textContent!);
  const shapeOf = (name: string): Shape => SHAPES.find((shape) => shape.name === name)!;
  const figureFor = (shape: Shape, ms: number): Figure => {
    const gflops = flops(shape) / ms / 1e6;
    return { ms, gflops, spread: 0, nearbyPeak: peak.best.gflops };
  };
  const shown = {
    peak,
    figures: figures.map(({ shape: name, entry, gflops }: { shape: string; entry: Entry; gflops: number }) => {
      const shape = shapeOf(name);
      return { shape, entry, measured: { kernel: figureFor(shape, flops(shape) / gflops / 1e6) } };
    }),
    spread: spread.map(({ workers, plain, ms }: { workers: number; plain: number; ms: number }) => ({
      spread: { workers, plain: figureFor(SPREAD, plain), figure: figureFor(SPREAD, ms) },
      cores: spread.length,
    })),
  };
  return { shown, from };
}

const dayOf = (date: string): string =>
  new Date(date).toLocaleDateString(languageNow(), { dateStyle: "long", timeZone: "UTC" });

function wordsOf(what: Doing): string {
  if (what.kind === "peak") return phrase("this-peak");
  if (what.kind === "entry") return phrase("this-entry", { shape: titleOf(what.shape), entry: labelOf(what.entry) });
  return phrase("this-spread", { shape: SPREAD.name, workers: what.workers, cores: what.cores });
}

function chosenSet(): SetName {
  return document.querySelector<HTMLInputElement>("#set input:checked")!.value as SetName;
}

function inputOf(set: string): HTMLInputElement {
  return document.querySelector<HTMLInputElement>(`#set input[value=${set}]`)!;
}

new Page();
