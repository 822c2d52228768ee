// The page that trains a small language model: one button, and everything that is seen on the way.
import workerText from "page:worker";
import {
  Address,
  byId,
  decode,
  encode,
  offerFile,
  openWithFiles,
  WorkerHost,
  type HandedFiles,
} from "../../kit/index.js";
import { fill, languageNow, Speaker } from "../../kit/texts/index.js";
import { digits, make } from "../../../show/index.js";
import { AttendedView } from "./attended-view.js";
import { HeadsView } from "./heads-view.js";
import { LossView } from "./loss-view.js";
import { NearView } from "./near-view.js";
import { FIELDS, settingsOf, showSettings } from "./settings.js";
import { TextChoice } from "./text-choice.js";
import { tokenizerOf } from "./tokenizer-of.js";
import { isKept, NANO, SMALL, type Advanced, type Look, type Opened, type Seen, type Settings } from "./plan.js";
import { WriteView } from "./write-view.js";

/** How long the worker trains before it answers: the page can pause, and its curve moves. */
const SLICE_MS = 60;
/** Contexts that are counted: of no letter to four letters. */
const ORDERS = 5;

class Page {
  readonly #speaker = new Speaker("train", () => this.#onLanguage());
  readonly #address = new Address();
  readonly #text = new TextChoice();
  readonly #start = byId<HTMLButtonElement>("start");
  readonly #pause = byId<HTMLButtonElement>("pause");
  readonly #cancel = byId<HTMLButtonElement>("cancel");
  readonly #progress = byId<HTMLProgressElement>("progress");
  readonly #status = byId("status");
  readonly #loss = new LossView(() => this.#seen);
  readonly #heads = new HeadsView((look) => this.#see(look));
  /** The look with which the letters were written. */
  #look: Look = { step: 0, off: [] };
  readonly #attended = new AttendedView((at) => this.#worker!.ask("attended", { look: this.#look, at }));
  readonly #near = new NearView((look) => this.#worker!.ask("near", look));
  readonly #write = new WriteView(
    (request) => {
      this.#look = this.#heads.look;
      return this.#worker!.ask("write", { ...request, look: this.#look });
    },
    (at) => (at === undefined ? this.#attended.hide() : void this.#attended.show(at)),
  );
  #worker: WorkerHost | undefined;
  #running = false;
  #paused: { promise: Promise<void>; resume: () => void } | undefined;
  #opened: Opened | undefined;
  #settings: Settings = SMALL;
  #seen: Seen[] = [];

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    this.#heads.translate();
    const { values } = decode(FIELDS, location.hash);
    showSettings(values as Settings);
    byId("small").addEventListener("click", () => showSettings(SMALL));
    byId("nano").addEventListener("click", () => {
      showSettings(NANO);
      void this.#tellTime(NANO);
    });
    this.#start.addEventListener("click", () => void this.#train());
    this.#pause.addEventListener("click", () => this.#pauseOrResume());
    this.#cancel.addEventListener("click", () => this.#stop());
    byId<HTMLInputElement>("open").addEventListener(
      "change",
      ({ target }) => void this.#open(target as HTMLInputElement),
    );
    for (const file of ["model.safetensors", "config.json", "tokenizer.json"]) {
      const button = make("button", { type: "button" }, file);
      button.addEventListener("click", () => void this.#save(file));
      byId("files").append(button);
    }
    byId("to-viewer").addEventListener("click", () => this.#openInViewer());
  }

  /** Says how long a training will take, by some steps of it. */
  async #tellTime(settings: Settings): Promise<void> {
    const text = this.#text.text;
    if (text === undefined || this.#running) return;
    fill(this.#status, "timing");
    try {
      this.#worker ??= new WorkerHost(workerText);
      const stepMs = await this.#worker.ask<number>("time", { text, settings });
      if (this.#running) return;
      const { steps } = settings;
      fill(this.#status, "takes", () => ({ steps: digits(steps, 0), minutes: digits((steps * stepMs) / 60_000, 1) }));
    } catch (error) {
      fill(this.#status, "failed", { reason: (error as Error).message });
    }
  }

  async #train(): Promise<void> {
    const text = this.#text.text;
    if (text === undefined) return;
    this.#settings = settingsOf();
    this.#address.keep(encode(FIELDS, this.#settings as never, this.#speaker.asked));
    this.#running = true;
    this.#seen = [];
    this.#showButtons();
    fill(this.#status, "reading");
    try {
      this.#worker ??= new WorkerHost(workerText);
      this.#opened = await this.#worker.ask<Opened>("begin", { text, settings: this.#settings });
      this.#loss.begin(this.#settings.steps, this.#opened.letters.length);
      this.#heads.begin(this.#settings, this.#opened.line);
      for (const part of ["loss-part", "heads-part"]) byId(part).hidden = false;
      await this.#run(this.#worker, this.#settings.steps);
      this.#tellEnd(text);
    } catch (error) {
      const { name, message } = error as Error;
      if (name !== "AbortError") fill(this.#status, "failed", { reason: message });
    }
    this.#running = false;
    this.#paused = undefined;
    this.#showButtons();
  }

  /** Trains in slices. What is counted and seen comes in between, each in a message of its own. */
  async #run(worker: WorkerHost, steps: number): Promise<void> {
    await this.#keep(worker, 0);
    let [step, counted] = [0, 0];
    while (step < steps && this.#running) {
      await this.#paused?.promise;
      if (counted < ORDERS && step >= 20 * counted) this.#loss.counted(counted++, await worker.ask<number>("count"));
      const until = nextKept(step, steps);
      const done = await worker.ask<Advanced>("advance", { ms: SLICE_MS, until });
      step = done.step;
      this.#loss.learned(done);
      this.#tell(done, steps);
      if (step === until) await this.#keep(worker, step);
    }
    // A run that was cancelled keeps the step that it reached.
    if (this.#seen.at(-1)?.step !== step) await this.#keep(worker, step);
    while (counted < ORDERS) this.#loss.counted(counted++, await worker.ask<number>("count"));
    this.#write.begin(this.#opened!.letters);
    for (const part of ["write-part", "save-part"]) byId(part).hidden = false;
  }

  async #keep(worker: WorkerHost, step: number): Promise<void> {
    await worker.ask("keep");
    const seen = await worker.ask<Seen>("see", { step, off: [] });
    this.#seen.push(seen);
    this.#loss.heldOut();
    this.#heads.add(seen);
  }

  async #see(look: Look): Promise<Seen> {
    const seen = await this.#worker!.ask<Seen>("see", look);
    await this.#near.show({ ...look, off: [] });
    return seen;
  }

  #tell({ step, stepMs }: Advanced, steps: number): void {
    const { batch, tokens } = this.#settings;
    this.#progress.value = step / steps;
    fill(this.#status, "training", () => ({
      step,
      steps,
      speed: digits(Math.round((batch * tokens * 1000) / stepMs / 1000), 0),
      left: digits(Math.ceil(((steps - step) * stepMs) / 1000), 0),
    }));
  }

  #tellEnd(text: string): void {
    const { parameters, flavour } = this.#opened!;
    const least = this.#seen.reduce((a, b) => (b.heldOut < a.heldOut ? b : a));
    const last = this.#seen.at(-1)!;
    const bytes = new TextEncoder().encode(text).length;
    const kept = this.#text.isShort(bytes) && least !== last ? least : last;
    this.#heads.show(kept.step);
    void this.#near.show({ step: kept.step, off: [] });
    const key = kept === last ? "done" : "done-least";
    fill(this.#status, key, () => ({
      parameters: digits(parameters, 0),
      loss: digits(kept.heldOut, 3),
      step: kept.step,
      flavour,
    }));
    this.#loss.conclude();
  }

  #pauseOrResume(): void {
    if (this.#paused) {
      this.#paused.resume();
      this.#paused = undefined;
    } else {
      let resume = (): void => {};
      const promise = new Promise<void>((resolve) => (resume = resolve));
      this.#paused = { promise, resume };
    }
    fill(this.#pause, this.#paused ? "go-on" : "pause");
  }

  #stop(): void {
    this.#running = false;
    this.#paused?.resume();
    this.#paused = undefined;
  }

  #showButtons(): void {
    fill(this.#start, this.#seen.length > 0 || this.#opened ? "again" : "train");
    fill(this.#pause, "pause");
    this.#start.hidden = this.#running;
    this.#pause.hidden = this.#cancel.hidden = this.#progress.hidden = !this.#running;
    if (this.#running) this.#pause.focus();
  }

  async #save(file: string): Promise<void> {
    const content = (await this.#saved(this.#heads.look))[file]!;
    const type = typeof content === "string" ? "application/json" : "application/octet-stream";
    offerFile(new Blob([content], { type }), file);
  }

  /** The three files of a step. */
  async #saved(look: Look): Promise<HandedFiles> {
    const { config, weights, letters } = await this.#worker!.ask<Saved>("save", look);
    const json = (value: object): string => JSON.stringify(value, undefined, 1);
    return { "model.safetensors": weights, "config.json": json(config), "tokenizer.json": json(tokenizerOf(letters)) };
  }

  /** A tab of the viewer asks for the files of this step when it has loaded. */
  #openInViewer(): void {
    const { look } = this.#heads;
    const viewer = `model.html#${new URLSearchParams({ lang: languageNow(), file: "trained-here" })}`;
    const opens = openWithFiles(viewer, () => this.#saved(look));
    fill(byId("viewer-says"), opens ? "in-viewer" : "no-viewer");
  }

  async #open({ files }: HTMLInputElement): Promise<void> {
    if (!files?.[0] || !this.#worker) return;
    try {
      await this.#worker.ask("open", new Uint8Array(await files[0].arrayBuffer()));
      await this.#heads.again();
      fill(this.#status, "opened", { name: files[0].name });
    } catch (error) {
      fill(this.#status, "failed", { reason: (error as Error).message });
    }
  }

  #onLanguage(): void {
    this.#address.keep(encode(FIELDS, settingsOf() as never, this.#speaker.asked));
    this.#speaker.translate();
    this.#loss.translate();
    this.#heads.translate();
    this.#text.tell();
  }
}

interface Saved {
  readonly config: object;
  readonly weights: Uint8Array<ArrayBuffer>;
  readonly letters: readonly string[];
}

function nextKept(step: number, steps: number): number {
  let next = step + 1;
  while (!isKept(next, steps)) next++;
  return next;
}

new Page();
