// The whole Transformer as two machines: a model that has learned what "it" means, and an encoder with a decoder.
import "heed/element";
import type { Heed } from "heed";
import { among, byId, choice, integer } from "../../kit/index.js";
import { digits, make, percent } from "../../../show/index.js";
import {
  askQuestions,
  changeDetector,
  headOf,
  offerMatrices,
  openNumber,
  Page,
  type Offered,
} from "../../rooms/lesson/index.js";
import { Machine, type HeadPlace, type MachineRun, type MachineSource } from "../../rooms/machine/index.js";
import {
  frontSentence,
  rowOf,
  sourceOf,
  storedModel,
  vocabularyOf,
  type Language,
  type Sentence,
} from "../../rooms/pronouns/index.js";
import { offerSlide } from "../../rooms/slides/index.js";
import { runOf, VOCABULARY } from "./both.js";
import { questionsOf } from "./questions.js";

/** The steps of the first machine in their order, and its heads. Links of other pages have them: #part=look-1. */
const STEPS = ["rows", "look-0", "net-0", "look-1", "net-1", "shares"] as const;
const OPENED = ["head-0", "head-1"] as const;
/** The same of the second machine: the heads between the two sentences, after the rows and a look at its own words. */
const [BETWEEN, BETWEEN_STEP] = ["across", 2] as const;

/** `part` is what the machine shows first, `ends` how the sentence ends, `reads` in which language it is. */
const page = new Page({
  seed: integer(1, 1, 99),
  part: choice("whole", ...STEPS, ...OPENED, BETWEEN),
  ends: choice("who", "what"),
  reads: among<Language | undefined>(["page", undefined], ["en", "en"], ["de", "de"]),
});
page.bind("seed", { show: String });
void page.withCore((heed) => {
  new Whole(heed);
});
void askQuestions(page, (heed) => questionsOf(heed, page.language === "de" ? "de" : "en", (key) => page.text(key)));

class Whole {
  readonly #heed: Heed;
  #one: Machine | undefined;
  #both: Machine | undefined;
  #part: string = "whole";
  readonly #isOther = changeDetector();

  constructor(heed: Heed) {
    this.#heed = heed;
    page.onChange(() => void this.#draw());
  }

  async #draw(): Promise<void> {
    await Promise.all([this.#drawOne(), this.#drawBoth()]);
    this.#goTo(page.state.part);
  }

  async #drawOne(): Promise<void> {
    const own = page.language === "de" ? "de" : "en";
    const language = page.state.reads ?? own;
    const model = storedModel(language);
    const sentences = [true, false].map((isWho) => frontSentence(model.table, isWho)) as [Sentence, Sentence];
    const { words, asks } = sentences[page.state.ends === "who" ? 0 : 1]!;
    const source = sourceOf(this.#heed, model, words);
    this.#offer(sentences, language, own);
    page.fill(byId("machine-text"), "machine-text", {
      pronoun: words[asks]!,
      numbers: digits(model.numbers.length, 0),
      words: digits(vocabularyOf(model.table).words.length, 0),
    });
    const machine = (this.#one ??= this.#begin(source, asks));
    const run = source.run([]);
    offerMatrices("machine", () => headsOf(run, (layer) => page.text(`save-look-${layer}`)));
    byId("moved").replaceChildren(...words.map((word, line) => movedRow(run, word, line, language)));
    await machine.show(source, this.#isOther(language) ? asks : machine.word);
  }

  #begin(source: MachineSource, word: number): Machine {
    const host = byId("machine");
    const machine = new Machine(host, source, { word, open: openNumber });
    offerSlide(host.parentElement!, { figure: host.querySelector(".picture")!, alone: "alone", name: "machine" });
    return machine;
  }

  /** Buttons for both ends of the sentence, and for both languages. */
  #offer(sentences: readonly Sentence[], language: Language, own: Language): void {
    byId("sentences").replaceChildren(
      ...sentences.map(({ words, marks }, at) => {
        const ends = at === 0 ? "who" : "what";
        const pressed = { "aria-pressed": String(page.state.ends === ends) };
        const text = words.map((word, place) => word + marks[place]!).join(" ");
        const button = make("button", { type: "button", lang: language, "data-ends": ends, ...pressed }, text);
        button.addEventListener("click", () => {
          page.set({ ends });
          byId("sentences").querySelector<HTMLElement>(`[data-ends=${ends}]`)?.focus();
        });
        return button;
      }),
    );
    for (const one of ["en", "de"] as const) {
      const button = byId(`read-${one}`);
      button.setAttribute("aria-pressed", String(one === language));
      button.onclick = () => page.set({ reads: one === own ? undefined : one });
    }
  }

  async #drawBoth(): Promise<void> {
    const { seed } = page.state;
    const given = { seed, title: (key: string) => page.text(key) };
    const source = { run: (off: readonly HeadPlace[]) => runOf(this.#heed, given, off) };
    const machine = (this.#both ??= new Machine(byId("both"), source, { open: openNumber }));
    const run = source.run([]);
    offerMatrices("both", () => headsOf(run, (layer) => run.layers[layer]!.title!));
    const [first] = run.shares(run.words.length - 1);
    page.fill(byId("guess"), "guess", {
      last: run.words.at(-1)!,
      word: first!.word,
      share: percent(first!.share),
      even: percent(1 / VOCABULARY.length),
    });
    await machine.show(source);
  }

  /** Shows a part that a link asks for. */
  #goTo(part: string): void {
    if (part === this.#part) return;
    this.#part = part;
    const [one, both] = [this.#one!, this.#both!];
    const step = STEPS.findIndex((name) => name === part);
    const head = OPENED.findIndex((name) => name === part);
    one.goTo(step < 0 ? undefined : step);
    both.goTo(part === BETWEEN ? BETWEEN_STEP : undefined);
    if (head >= 0) one.openHead({ layer: head, head: 0 });
    else if (part !== "whole") byId(part === BETWEEN ? "across" : "machine").scrollIntoView();
  }
}

/** The weights of every head of a run, to be saved. */
function headsOf(run: MachineRun, titleOf: (layer: number) => string): Offered[] {
  return run.layers.flatMap(({ lines, seen, heads }, layer) => {
    const weights = run.look(layer).kept["weights"]!;
    return Array.from({ length: heads }, (_, head) => ({
      name: `layer${layer}`,
      title: heads === 1 ? titleOf(layer) : page.text("save-head", { layer: titleOf(layer), head }),
      kind: "weights" as const,
      matrix: headOf(weights, head),
      rowLabels: run.words.slice(...lines),
      columnLabels: run.words.slice(...seen),
      head,
    }));
  });
}

/** The cosine of a word's hidden states with the row that it began with. */
function movedRow(run: MachineRun, word: string, line: number, language: Language): HTMLElement {
  const first = rowOf(run.rows(0), line);
  const cosines = run.layers.map((_, layer) =>
    make("td", {}, digits(cosine(first, rowOf(run.rows(layer + 1), line)), 2)),
  );
  return make("tr", {}, make("th", { scope: "row", lang: language }, word), ...cosines);
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
