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
import { clear, fill, languageNow, phrase, Speaker } from "../../kit/texts/index.js";
import { digits, make, percent } from "../../../show/index.js";
import { AttendedView } from "./attended-view.js";
import { HeadsView } from "./heads-view.js";
import { LossView } from "./loss-view.js";
import { areModel, readModel } from "./model-files.js";
import { NearView } from "./near-view.js";
import { FIELDS, settingsOf, showSettings } from "./settings.js";
import { StoryView } from "./story-view.js";
import { TextChoice } from "./text-choice.js";
import { tokenizerOf } from "./tokenizer-of.js";
import { isKept, isLarge, leastLetters, NANO, SMALL } from "./plan.js";
import type { Advanced, Moment, ModelFiles, Opened, PlaceLoss, Seen, Settings, Told } from "./plan.js";
import { WriteView } from "./write-view.js";

/** How long the worker trains before it answers: the page can pause, and its curve moves. */
const SLICE_MS = 60;
/** Contexts that are counted: of no letter to four letters. */
const ORDERS = 5;
/** A setting that goes on changing is not tried. */
const SETTLED_MS = 300;
const WEIGHTS = "model.safetensors";
/** The parts that ask for a run. */
const PARTS = ["live", "loss-part", "heads-part", "story-part", "near-part", "write-part", "save-part"];

class Page {
  readonly #speaker = new Speaker("train", () => this.#onLanguage());
  readonly #address = new Address();
  readonly #text = new TextChoice(
    () => leastLetters(settingsOf()),
    () => this.#onText(),
  );
  readonly #start = byId<HTMLButtonElement>("start");
  readonly #pause = byId<HTMLButtonElement>("pause");
  readonly #cancel = byId<HTMLButtonElement>("cancel");
  readonly #progress = byId<HTMLProgressElement>("progress");
  readonly #status = byId("status");
  readonly #loss = new LossView(() => this.#told);
  readonly #near = new NearView((moment) => this.#ask("near", moment));
  readonly #heads = new HeadsView(
    (moment) => this.#ask("see", moment),
    (moment) => void this.#near.show({ ...moment, off: [] }),
  );
  readonly #story = new StoryView((moment) => this.#ask("see", moment));
  /** The moment with which the letters were written. */
  #moment: Moment = { step: 0, off: [] };
  readonly #attended = new AttendedView((at) => this.#ask("attended", { moment: this.#moment, at }));
  readonly #write = new WriteView(
    (request) => {
      this.#moment = this.#heads.moment;
      return this.#ask("write", { ...request, moment: this.#moment });
    },
    (at) => (at === undefined ? this.#attended.hide() : void this.#attended.show(at)),
  );
  #worker: WorkerHost | undefined;
  #busy: "training" | "opening" | undefined;
  #stopped = false;
  #paused: { promise: Promise<void>; resume: () => void } | undefined;
  /** An answer that was asked for in an earlier run is of no use. */
  #runs = 0;
  #timed = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #opened: Opened | undefined;
  #settings: Settings = SMALL;
  #told: Told[] = [];
  #unsaved = false;

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    this.#heads.translate();
    const { values } = decode(FIELDS, location.hash);
    showSettings(values as Settings);
    this.#followSettings();
    this.#followFiles();
    this.#start.addEventListener("click", () => void this.#train());
    this.#pause.addEventListener("click", () => this.#pauseOrResume());
    this.#cancel.addEventListener("click", () => this.#stop());
    for (const file of [WEIGHTS, "config.json", "tokenizer.json"]) {
      const button = make("button", { type: "button" }, file);
      button.addEventListener("click", () => void this.#save(file));
      byId("files").append(button);
    }
    byId("to-viewer").addEventListener("click", () => this.#openInViewer());
    addEventListener("hashchange", () => this.#onAddress());
    addEventListener("beforeunload", (event) => this.#unsaved && event.preventDefault());
    void this.#tellTime();
  }

  /** A choice of settings is tried at once, a field when it has settled. */
  #followSettings(): void {
    for (const [id, settings] of [["small", SMALL] as const, ["nano", NANO] as const])
      byId(id).addEventListener("click", () => {
        showSettings(settings);
        this.#text.tell();
        void this.#tellTime();
      });
    byId("fields").addEventListener("change", () => this.#settle());
  }

  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#text.tell();
      void this.#tellTime();
    }, SETTLED_MS);
  }

  /** A text may make a long training possible, whose time is not told yet. */
  #onText(): void {
    if (this.#status.getAttribute("data-t") === "rest") this.#settle();
  }

  /** Files are dropped anywhere: a model, or a text. What is no file is left to the field of text. */
  #followFiles(): void {
    const input = byId<HTMLInputElement>("open");
    input.addEventListener("change", () => {
      const files = Array.from(input.files ?? []);
      // So the same files can be chosen once more.
      input.value = "";
      void this.#open(files);
    });
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
    document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = Array.from(event.dataTransfer!.files);
      if (areModel(files)) void this.#open(files);
      else if (files[0]) void this.#text.read(files[0]);
    });
  }

  get #host(): WorkerHost {
    return (this.#worker ??= new WorkerHost(workerText, (error) => this.#lose(error)));
  }

  /** Asks for what a view shows. Undefined where that fails, which is said, and where another run has begun since. */
  async #ask<Answer>(method: string, argument: unknown): Promise<Answer | undefined> {
    const run = this.#runs;
    try {
      const answer = await this.#host.ask<Answer>(method, argument);
      return run === this.#runs ? answer : undefined;
    } catch (error) {
      if (run === this.#runs) this.#tellProblem(error as Error);
      return undefined;
    }
  }

  #tellProblem({ name, message }: Error): void {
    if (name !== "AbortError" && this.#worker !== undefined) fill(this.#status, "failed", { reason: message });
  }

  /** The worker has broken off, and its model is gone. */
  #lose({ message }: Error): void {
    this.#worker?.stop();
    this.#worker = undefined;
    this.#stop();
    this.#leave();
    fill(this.#status, "lost", { reason: message });
  }

  /** Says how long a large training will take, by some steps of it. */
  async #tellTime(): Promise<void> {
    const asked = ++this.#timed;
    if (this.#busy) return;
    const [settings, { text }] = [settingsOf(), this.#text];
    if (text === undefined || !isLarge(settings)) {
      if (/^(timing|takes)$/.test(this.#status.getAttribute("data-t") ?? "")) fill(this.#status, "rest");
      return;
    }
    fill(this.#status, "timing");
    const isCurrent = (): boolean => asked === this.#timed && !this.#busy;
    try {
      const stepMs = await this.#host.ask<number>("time", { text, settings });
      const { steps } = settings;
      const figures = () => ({ steps: digits(steps, 0), minutes: digits((steps * stepMs) / 60_000, 1) });
      if (isCurrent()) fill(this.#status, "takes", figures);
    } catch (error) {
      if (isCurrent()) this.#tellProblem(error as Error);
    }
  }

  /** One at a time. */
  async #alone(busy: "training" | "opening", act: () => Promise<void>): Promise<void> {
    this.#busy = busy;
    this.#timed++;
    this.#stopped = false;
    this.#showButtons();
    try {
      await act();
    } catch (error) {
      this.#tellProblem(error as Error);
    }
    this.#busy = undefined;
    this.#paused = undefined;
    this.#showButtons();
  }

  async #train(): Promise<void> {
    const { text } = this.#text;
    if (text === undefined) return this.#text.complain();
    this.#settings = settingsOf();
    const { steps } = this.#settings;
    this.#address.keep(encode(FIELDS, this.#settings as never, this.#speaker.asked));
    this.#progress.value = 0;
    await this.#alone("training", async () => {
      this.#leave();
      fill(this.#status, "reading");
      this.#begin(await this.#host.ask<Opened>("begin", { text, settings: this.#settings }), steps);
      this.#unsaved = true;
      const diverged = await this.#run(steps);
      this.#tellEnd(text, diverged);
    });
  }

  /** A saved model takes the place of a training. Where it does not fit, all stays as it is. */
  async #open(files: readonly File[]): Promise<void> {
    if (this.#busy || !areModel(files)) return;
    await this.#alone("opening", async () => {
      const saved = await readModel(files);
      const fitting = await this.#openFitting(saved);
      if (fitting === undefined) return;
      const { opened } = fitting;
      this.#leave();
      this.#settings = fitting.settings;
      this.#begin(opened, 0);
      await this.#run(0);
      const { heldOut } = this.#told[0]!;
      this.#show(0, heldOut);
      const { name } = saved;
      const figures = () => ({ name, parameters: digits(opened.parameters, 0), loss: digits(heldOut, 3) });
      fill(this.#status, "opened", figures);
    });
  }

  /** Gives the fields the sizes of the model. They stay as they were where it is refused, which is said. */
  async #openFitting(saved: ModelFiles): Promise<{ opened: Opened; settings: Settings } | undefined> {
    const before = settingsOf();
    let opened: Opened | undefined;
    try {
      showSettings({ ...before, ...saved.sizes });
      // The fields may be changed while it opens.
      const settings = settingsOf();
      const { text } = this.#text;
      const isOurs = Object.entries(saved.sizes).every(([name, size]) => settings[name as keyof Settings] === size);
      if (!isOurs) fill(this.#status, "open-sizes", { name: saved.name });
      else if (text === undefined) this.#text.complain();
      else {
        opened = await this.#host.ask<Opened | undefined>("open", { text, settings, files: saved });
        if (opened !== undefined) return { opened, settings };
        fill(this.#status, "open-letters", { name: saved.name });
      }
    } finally {
      if (opened === undefined) showSettings(before);
    }
    return undefined;
  }

  /** Nothing of the run before can be asked for any more. */
  #leave(): void {
    this.#runs++;
    this.#told = [];
    this.#unsaved = false;
    this.#near.hide();
    this.#story.hide();
    for (const part of PARTS) byId(part).hidden = true;
    clear(byId("rare-says"));
  }

  #begin(opened: Opened, steps: number): void {
    this.#opened = opened;
    this.#loss.begin(steps, opened.letters.length);
    this.#heads.begin(this.#settings, opened);
    this.#write.begin(opened);
    for (const part of ["live", "loss-part", "heads-part"]) byId(part).hidden = false;
    byId("ghost").hidden = true;
    if (opened.rare > 0) fill(byId("rare-says"), "rare", { count: opened.rare });
  }

  /**
   * Trains in slices. What is counted and seen comes in between, each in a message of its own. Returns the step at
   * which the loss was no number any more.
   */
  async #run(steps: number): Promise<number | undefined> {
    const worker = this.#host;
    await this.#keep(worker, 0);
    let [step, counted] = [0, 0];
    while (step < steps && !this.#stopped) {
      await this.#paused?.promise;
      if (counted < ORDERS && step >= 20 * counted) this.#loss.counted(counted++, await worker.ask<number>("count"));
      const until = nextKept(step, steps);
      const done = await worker.ask<Advanced>("advance", { ms: SLICE_MS, until });
      step = done.step;
      if (!Number.isFinite(done.loss)) break;
      this.#loss.learned(done);
      this.#tell(done, steps);
      if (step === until && !(await this.#keep(worker, step))) break;
    }
    // A run that was cancelled keeps the step that it reached.
    const isFinite = this.#told.at(-1)!.step === step || (await this.#keep(worker, step));
    while (counted < ORDERS) this.#loss.counted(counted++, await worker.ask<number>("count"));
    return isFinite ? undefined : step;
  }

  /** False, and nothing is kept, where the model has come to compute no numbers any more. */
  async #keep(worker: WorkerHost, step: number): Promise<boolean> {
    await worker.ask("keep");
    const seen = await worker.ask<Seen>("see", { step, off: [] });
    const isFinite = Number.isFinite(seen.heldOut);
    if (step > 0 && !isFinite) {
      await worker.ask("forget", step);
      return false;
    }
    const { heldOut, heads } = seen;
    this.#told.push({ step, heldOut, heads });
    this.#loss.heldOut();
    const dropped = this.#heads.add(seen);
    if (dropped !== undefined) await worker.ask("forget", dropped);
    return true;
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

  #tellEnd(text: string, diverged: number | undefined): void {
    const { parameters, flavour, learned, heldOut } = this.#opened!;
    const least = this.#told.reduce((a, b) => (b.heldOut < a.heldOut ? b : a));
    const last = this.#told.at(-1)!;
    const bytes = new TextEncoder().encode(text).length;
    const kept = this.#text.isShort(bytes) && least !== last ? least : last;
    const key = diverged !== undefined ? "diverged" : kept === last ? "done" : "done-least";
    const { steps } = this.#settings;
    const ended = last.step < steps ? "stopped" : "ended";
    fill(this.#status, key, () => ({
      ended: phrase(ended, { at: last.step, steps, parameters: digits(parameters, 0) }),
      loss: digits(kept.heldOut, 3),
      held: percent(heldOut / (learned + heldOut)),
      step: kept.step,
      at: diverged ?? 0,
      flavour: phrase(`frame.${flavour}`),
    }));
    this.#show(kept.step, kept.heldOut);
    const told = this.#told.filter(({ step }) => step <= kept.step);
    void this.#story.show(told, this.#settings, this.#loss.pairs);
  }

  /** All that a model at rest can be asked. */
  #show(step: number, heldOut: number): void {
    this.#heads.show(step);
    this.#loss.conclude(heldOut);
    for (const part of ["write-part", "save-part"]) byId(part).hidden = false;
    const moment = { step, off: [] };
    void this.#near.show(moment);
    void this.#ask<PlaceLoss[]>("places", moment).then((places) => places && this.#loss.places(step, places));
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
    this.#stopped = true;
    this.#paused?.resume();
    this.#paused = undefined;
  }

  #showButtons(): void {
    fill(this.#start, this.#opened ? "again" : "train");
    fill(this.#pause, "pause");
    this.#start.hidden = byId("open-model").hidden = this.#busy !== undefined;
    const trains = this.#busy === "training";
    const held = [this.#pause, this.#cancel].some((button) => button === document.activeElement);
    this.#pause.hidden = this.#cancel.hidden = this.#progress.hidden = !trains;
    if (trains) this.#pause.focus();
    else if (held) this.#start.focus();
  }

  async #save(file: string): Promise<void> {
    const content = (await this.#saved(this.#heads.moment))[file];
    if (content === undefined) return;
    const type = typeof content === "string" ? "application/json" : "application/octet-stream";
    offerFile(new Blob([content], { type }), file);
    if (file === WEIGHTS) this.#unsaved = false;
  }

  /** The three files of a step; none where they cannot be had. */
  async #saved(moment: Moment): Promise<HandedFiles> {
    const saved = await this.#ask<Saved>("save", moment);
    if (saved === undefined) return {};
    const json = (value: object): string => JSON.stringify(value, undefined, 1);
    const tokenizer = json(tokenizerOf(saved.letters));
    return { [WEIGHTS]: saved.weights, "config.json": json(saved.config), "tokenizer.json": tokenizer };
  }

  /** A tab of the viewer asks for the files of this step when it has loaded. */
  #openInViewer(): void {
    const viewer = `model.html#${new URLSearchParams({ lang: languageNow(), file: "trained-here" })}`;
    // This page may train anew before the other asks.
    const files = this.#saved(this.#heads.moment);
    fill(byId("viewer-says"), openWithFiles(viewer, () => files) ? "in-viewer" : "no-viewer");
  }

  /** The fields take the settings of another link. */
  #onAddress(): void {
    this.#speaker.chooseByLink();
    showSettings(decode(FIELDS, location.hash).values as Settings);
    this.#translate();
    void this.#tellTime();
  }

  #onLanguage(): void {
    this.#keepLink();
    this.#translate();
  }

  #keepLink(): void {
    this.#address.keep(encode(FIELDS, settingsOf() as never, this.#speaker.asked));
  }

  #translate(): void {
    this.#speaker.translate();
    this.#loss.translate();
    this.#heads.translate();
    this.#attended.translate();
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
