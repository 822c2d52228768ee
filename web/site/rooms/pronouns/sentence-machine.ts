// The sentence of the front door with either word, as a model reads it: its answer, and the machine that gives it.
import "./pronouns.css";
import type { Heed } from "heed";
import { make, percent } from "../../../show/index.js";
import { fill } from "../../kit/texts/index.js";
import { Machine, type MachineOptions } from "../machine/index.js";
import type { Model } from "./model.js";
import { sourceOf, type PronounRun } from "./run.js";
import { frontSentence, textOf, type Sentence } from "./sentences.js";
import "./texts/en.json";

export interface SentenceMachineOptions {
  readonly open: MachineOptions["open"];
  /** After the sentence has been read, with the heads that are on. */
  readonly read?: (run: PronounRun, sentence: Sentence) => void;
}

export class SentenceMachine {
  readonly #heed: Heed;
  readonly #options: SentenceMachineOptions;
  readonly #choices = make("p", { class: "presets" });
  readonly #answer = make("p", { class: "verdict", "data-computed": true });
  readonly #place = make("div", { class: "read" });
  #machine: Machine | undefined;
  #model: Model | undefined;
  #whoIsMeant = true;

  constructor(host: HTMLElement, heed: Heed, options: SentenceMachineOptions) {
    [this.#heed, this.#options] = [heed, options];
    host.replaceChildren(this.#choices, this.#answer, this.#place);
  }

  /** Reads the sentence with a model. One of another table or shape begins at its pronoun, with all heads on. */
  show(model: Model): void {
    const isOther = model.table !== this.#model?.table || model.shape !== this.#model.shape;
    this.#model = model;
    const source = sourceOf(this.#heed, model, this.#sentence.words);
    this.#drawChoices();
    if (this.#machine === undefined)
      this.#machine = new Machine(this.#place, source, {
        word: this.#sentence.asks,
        open: this.#options.open,
        changed: () => this.#tell(),
      });
    else if (isOther) void this.#machine.show(source, this.#sentence.asks, []);
    else void this.#machine.show(source);
    this.#tell();
  }

  get #sentence(): Sentence {
    return frontSentence(this.#model!.table, this.#whoIsMeant);
  }

  #drawChoices(): void {
    const { table } = this.#model!;
    const { activeElement } = document;
    const hadFocus = Array.from(this.#choices.children).findIndex((one) => one === activeElement);
    const buttons = [true, false].map((whoIsMeant) => {
      const pressed = String(whoIsMeant === this.#whoIsMeant);
      const text = textOf(frontSentence(table, whoIsMeant));
      const button = make("button", { type: "button", lang: table.language, "aria-pressed": pressed }, text);
      button.addEventListener("click", () => {
        this.#whoIsMeant = whoIsMeant;
        this.show(this.#model!);
      });
      return button;
    });
    this.#choices.replaceChildren(...buttons);
    buttons[hadFocus]?.focus();
  }

  #tell(): void {
    const sentence = this.#sentence;
    const run = sourceOf(this.#heed, this.#model!, sentence.words).run(this.#machine!.off);
    const { word: answer, share } = run.shares(sentence.asks)[0]!;
    const meant = sentence.words[sentence.meant]!;
    const key = answer === meant ? "pronouns.answer-right" : "pronouns.answer-wrong";
    const told = { pronoun: sentence.words[sentence.asks]!, answer, share: percent(share), meant };
    fill(this.#answer, key, told);
    this.#options.read?.(run, sentence);
  }
}
