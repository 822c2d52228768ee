// The page that trains a small language model: one button, and everything that is seen on the way.
import { Address, byId, decode, encode } from "../../kit/index.js";
import { clear, fill, phrase, Speaker } from "../../kit/texts/index.js";
import { digits, percent } from "../../../show/index.js";
import { AttendedView } from "./attended-view.js";
import { HeadsView } from "./heads-view.js";
import { LossView } from "./loss-view.js";
import { NearView } from "./near-view.js";
import { leastLetters, NANO, SMALL, type Moment, type Opened, type Settings } from "./messages.js";
import { SavedModel } from "./saved-model.js";
import { FIELDS, settingsOf, showSettings } from "./settings.js";
import { StoryView } from "./story-view.js";
import { TextChoice } from "./text-choice.js";
import { TimeNeeded } from "./time-needed.js";
import { Training } from "./training.js";
import { WriteView } from "./write-view.js";

/** The parts that ask for a run. */
const PARTS = ["live", "loss-part", "heads-part", "story-part", "near-part", "write-part", "save-part"];

class Page {
  readonly #speaker = new Speaker("train", () => this.#onLanguage());
  readonly #address = new Address();
  readonly #text = new TextChoice(
    () => leastLetters(settingsOf()),
    () => this.#time.onText(),
  );
  readonly #training: Training = new Training({
    changed: () => this.#showButtons(),
    left: () => this.#leave(),
    begun: (opened, steps) => this.#begin(opened, steps),
    counted: (order, loss) => this.#loss.counted(order, loss),
    learned: (done) => this.#loss.learned(done),
    kept: (seen) => {
      this.#loss.heldOut();
      return this.#heads.add(seen);
    },
    ended: (text, diverged) => this.#tellEnd(text, diverged),
  });
  readonly #time = new TimeNeeded(this.#training, this.#text);
  readonly #loss = new LossView(() => this.#training.told);
  readonly #near = new NearView((moment, signal) => this.#training.ask("near", moment, signal));
  readonly #heads = new HeadsView(
    (moment, signal) => this.#training.ask("see", moment, signal),
    (moment) => void this.#near.show({ ...moment, off: [] }),
  );
  readonly #story = new StoryView((moment, signal) => this.#training.ask("see", moment, signal));
  /** The moment with which the letters were written. */
  #moment: Moment = { step: 0, off: [] };
  readonly #attended = new AttendedView((at, signal) =>
    this.#training.ask("attended", { moment: this.#moment, at }, signal),
  );
  readonly #write = new WriteView(
    (request) => {
      this.#moment = this.#heads.moment;
      return this.#training.ask("write", { ...request, moment: this.#moment });
    },
    (at) => (at === undefined ? this.#attended.hide() : void this.#attended.show(at)),
  );
  readonly #saved = new SavedModel({
    training: this.#training,
    text: this.#text,
    moment: () => this.#heads.moment,
    opened: (name, opened) => this.#tellOpened(name, opened),
  });

  constructor() {
    this.#speaker.chooseByLink();
    this.#speaker.translate();
    this.#heads.translate();
    const { values } = decode(FIELDS, location.hash);
    showSettings(values as Settings);
    this.#followSettings();
    byId("start").addEventListener("click", () => void this.#train());
    addEventListener("hashchange", () => this.#onAddress());
    this.#time.tell();
  }

  /** A choice of settings is tried at once, a field when it has settled. */
  #followSettings(): void {
    for (const [id, settings] of [["small", SMALL] as const, ["nano", NANO] as const])
      byId(id).addEventListener("click", () => {
        showSettings(settings);
        this.#time.tell();
      });
    byId("fields").addEventListener("change", () => this.#time.settle());
  }

  async #train(): Promise<void> {
    const { text } = this.#text;
    if (text === undefined) return this.#text.complain();
    const settings = settingsOf();
    this.#address.keep(encode(FIELDS, settings as never, this.#speaker.asked));
    await this.#training.train(text, settings);
  }

  /** Nothing of the run before is shown any more. */
  #leave(): void {
    this.#saved.isUnsaved = false;
    this.#near.hide();
    this.#story.hide();
    for (const part of PARTS) byId(part).hidden = true;
    clear(byId("rare-says"));
  }

  #begin(opened: Opened, steps: number): void {
    this.#saved.isUnsaved = steps > 0;
    this.#loss.begin(steps, opened.letters.length);
    this.#heads.begin(this.#training.settings, opened);
    this.#write.begin(opened);
    for (const part of ["live", "loss-part", "heads-part"]) byId(part).hidden = false;
    byId("ghost").hidden = true;
    if (opened.rare > 0) fill(byId("rare-says"), "rare", { count: opened.rare });
  }

  #tellEnd(text: string, diverged: number | undefined): void {
    const { told, settings } = this.#training;
    const { parameters, flavour, learned, heldOut } = this.#training.opened!;
    const least = told.reduce((a, b) => (b.heldOut < a.heldOut ? b : a));
    const last = told.at(-1)!;
    const bytes = new TextEncoder().encode(text).length;
    const kept = this.#text.isShort(bytes) && least !== last ? least : last;
    const key = diverged !== undefined ? "diverged" : kept === last ? "done" : "done-least";
    const { steps } = settings;
    const ended = last.step < steps ? "stopped" : "ended";
    fill(byId("status"), key, () => ({
      ended: phrase(ended, { at: last.step, steps, parameters: digits(parameters, 0) }),
      loss: digits(kept.heldOut, 3),
      held: percent(heldOut / (learned + heldOut)),
      step: kept.step,
      at: diverged ?? 0,
      flavour: phrase(`frame.${flavour}`),
    }));
    this.#show(kept.step, kept.heldOut);
    const shown = told.filter(({ step }) => step <= kept.step);
    void this.#story.show(shown, settings, this.#loss.pairs);
  }

  #tellOpened(name: string, opened: Opened): void {
    const { heldOut } = this.#training.told[0]!;
    this.#show(0, heldOut);
    const figures = () => ({ name, parameters: digits(opened.parameters, 0), loss: digits(heldOut, 3) });
    fill(byId("status"), "opened", figures);
  }

  /** All that a model at rest can be asked. */
  #show(step: number, heldOut: number): void {
    this.#heads.show(step);
    this.#loss.conclude(heldOut);
    for (const part of ["write-part", "save-part"]) byId(part).hidden = false;
    const moment = { step, off: [] };
    void this.#near.show(moment);
    void this.#training.ask("places", moment).then((places) => places && this.#loss.places(step, places));
  }

  #showButtons(): void {
    const { busy, opened } = this.#training;
    if (busy) this.#time.end();
    const [start, pause, cancel] = [byId("start"), byId("pause"), byId("cancel")];
    fill(start, opened ? "again" : "train");
    fill(pause, "pause");
    start.hidden = byId("open-model").hidden = busy !== undefined;
    const trains = busy === "training";
    const held = [pause, cancel].some((button) => button === document.activeElement);
    pause.hidden = cancel.hidden = byId("progress").hidden = !trains;
    if (trains) pause.focus();
    else if (held) start.focus();
  }

  /** The fields take the settings of another link. */
  #onAddress(): void {
    this.#speaker.chooseByLink();
    showSettings(decode(FIELDS, location.hash).values as Settings);
    this.#translate();
    this.#time.tell();
  }

  #onLanguage(): void {
    this.#address.keep(encode(FIELDS, settingsOf() as never, this.#speaker.asked));
    this.#translate();
  }

  #translate(): void {
    this.#speaker.translate();
    this.#loss.translate();
    this.#heads.translate();
    this.#attended.translate();
    this.#text.tell();
  }
}

new Page();
