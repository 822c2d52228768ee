// The lesson on the head that brings a name: a guess first, then heads are switched off one by one, and what a head
// looks at is compared with what it is needed for, over one sentence and over 100 new ones.
import "heed/element";
import type { Heed } from "heed";
import { byId, flag, integer } from "../../kit/index.js";
import { digits, make, percent } from "../../../show/index.js";
import {
  askQuestions,
  changeDetector,
  fillTable,
  headOf,
  keepBet,
  offerMatrices,
  openNumber,
  Page,
  shareCell,
  tableRow,
  type Offered,
} from "../../rooms/lesson/index.js";
import { Machine, type HeadPlace } from "../../rooms/machine/index.js";
import { headsOf, readTyped, SHAPE, wordsOf, type Head, type Language, type Model } from "../../rooms/stories/index.js";
import { runOf, type StoryRun } from "../../rooms/stories/run/index.js";
import { looksMost, lookInto, missedMost, type HeadHere, type Here } from "./heads.js";
import { HundredView } from "./hundred-view.js";
import { modelOf, type Carried } from "./model.js";
import { questionsOf } from "./questions.js";
import { SheetView } from "./sheet-view.js";

/** `guess` is the place of a head among all, from 1; 0 before the reader has chosen. */
const page = new Page({ guess: integer(0, 0, SHAPE.layers * SHAPE.heads), sheet: flag(false) });
page.bindFold("sheet");
const carried = JSON.parse(byId("models").textContent!) as Carried;
const models = new Map<Language, Model>();
const nameOf = ({ layer, head }: Head): string => page.text("head-name", { layer, head });
const ownLanguage = (): Language => (page.language === "de" ? "de" : "en");

function modelNow(): Model {
  const language = ownLanguage();
  let model = models.get(language);
  if (model === undefined) models.set(language, (model = modelOf(carried, language)));
  return model;
}

void page.withCore((heed) => {
  new Lesson(heed);
});
void askQuestions(page, (heed) => questionsOf(heed, modelNow, nameOf));

class Lesson {
  readonly #heed: Heed;
  readonly #isOther = changeDetector();
  readonly #hundred;
  readonly #sheet;
  #machine: Machine | undefined;
  #here!: Here;
  /** The heads that the reader has switched off in this text, by their places among all. */
  readonly #tried = new Set<number>();

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#hundred = new HundredView(page, heed, nameOf);
    this.#sheet = new SheetView(page, heed, nameOf);
    byId("all-on").addEventListener("click", () => void this.#switch([]));
    page.onChange(() => this.#draw());
    if (page.state.sheet) byId("sheet").scrollIntoView();
  }

  #draw(): void {
    const model = modelNow();
    const { words } = readTyped(model.table, page.text("text"));
    const isOther = this.#isOther(page.language);
    if (isOther) {
      this.#here = lookInto(this.#heed, model, words);
      this.#tried.clear();
    }
    this.#drawAsked();
    this.#drawGuesses();
    this.#drawApart();
    if (!isOther) return this.#drawTries();
    this.#hundred.use(model);
    this.#sheet.use(model, this.#here);
    void this.#show(model);
  }

  async #show(model: Model): Promise<void> {
    const { words } = this.#here;
    const source = { run: (off: readonly HeadPlace[]) => runOf(this.#heed, model, words, off) };
    const last = words.length - 1;
    const changed = (): void => this.#followed();
    this.#machine ??= new Machine(byId("machine"), source, { word: last, open: openNumber, changed });
    await this.#machine.show(source, last, []);
    offerMatrices("machine", () => weightsOf(source.run([])));
    this.#followed();
  }

  async #switch(off: readonly HeadPlace[]): Promise<void> {
    await this.#machine!.show(undefined, this.#here.words.length - 1, off);
    this.#followed();
  }

  /** The machine has other heads off. */
  #followed(): void {
    const [only, ...others] = this.#off;
    if (only !== undefined && others.length === 0) this.#tried.add(placeOf(only));
    this.#drawTries();
  }

  get #off(): readonly HeadPlace[] {
    return this.#machine?.off ?? [];
  }

  // ---- the question before -----------------------------------------------------------------------------------------

  #drawAsked(): void {
    const { right, giver, share } = this.#here;
    page.fill(byId("ask-text"), "ask-text", { count: wordsOf(modelNow().table).all.length });
    byId("story").replaceChildren(`${page.text("text")} `, make("b", {}, right), ` (${percent(share)})`);
    page.fill(byId("guess-text"), "guess-text", { right, giver });
  }

  #drawGuesses(): void {
    const { guess } = page.state;
    const hadFocus = byId("guesses").contains(document.activeElement);
    const labels = this.#here.heads.map((head, at) => {
      const input = make("input", { type: "radio", name: "guess", value: String(at + 1) });
      input.checked = guess === at + 1;
      input.addEventListener("change", () => this.#bet(at));
      const said = { head: nameOf(head), word: head.seen, look: percent(head.weight) };
      return make("label", {}, input, page.element("span", "guess-head", {}, said));
    });
    byId("guesses").replaceChildren(...labels);
    if (hadFocus) byId("guesses").querySelector<HTMLElement>("input:checked")?.focus();
    const chosen = this.#here.heads[guess - 1];
    page.fill(byId("guess-said"), chosen ? "guess-said" : "guess-open", chosen ? { head: nameOf(chosen) } : {});
  }

  #bet(at: number): void {
    const isRight = this.#here.heads[at] === missedMost(this.#here);
    page.set({ guess: at + 1 });
    keepBet(page.name, "head", {
      ...{ choice: String(at), right: isRight },
      asked: `${page.text("text")} … ${page.text("guess-legend")}`,
      said: nameOf(this.#here.heads[at]!),
    });
  }

  // ---- one by one --------------------------------------------------------------------------------------------------

  #drawTries(): void {
    const { heads, right } = this.#here;
    const off = new Set(this.#off.map(placeOf));
    const focused = (document.activeElement as HTMLElement | null)?.dataset["head"];
    byId<HTMLTableElement>("tries").tBodies[0]!.replaceChildren(
      ...heads.map((head, at) => {
        const says = this.#tried.has(at) ? `${head.says} ${percent(head.share)}` : "?";
        const isOther = this.#tried.has(at) && head.says !== right;
        return tableRow(
          nameOf(head),
          page.text("seen-share", { word: head.seen, look: percent(head.weight) }),
          make("td", { class: "toggles" }, this.#button(at, off.has(at))),
          make("td", isOther ? { class: "other" } : {}, says),
        );
      }),
    );
    if (focused !== undefined) byId("tries").querySelector<HTMLElement>(`[data-head="${focused}"]`)?.focus();
    byId<HTMLButtonElement>("all-on").disabled = off.size === 0;
    this.#drawSays();
    this.#drawTried();
  }

  #button(at: number, isOff: boolean): HTMLButtonElement {
    const head = this.#here.heads[at]!;
    const button = page.element("button", "switch-off", {
      ...{ type: "button", "data-head": String(at), "aria-pressed": String(isOff) },
      "aria-label": page.text("switch-off-head", { head: nameOf(head) }),
    });
    button.addEventListener("click", () => void this.#switch(isOff ? [] : [head]));
    return button;
  }

  /** What the machine says at its last word, with the heads that are off. */
  #drawSays(): void {
    const run = this.#machine?.run as StoryRun | undefined;
    const [first] = run?.shares(this.#here.words.length - 1) ?? [];
    if (first === undefined) return;
    const heads = this.#off.map(nameOf).join("; ");
    const said = { word: first.word, share: percent(first.share), heads };
    page.fill(byId("says"), this.#off.length === 0 ? "says-whole" : "says-off", said);
    byId("says").classList.toggle("other", first.word !== this.#here.right);
  }

  #drawTried(): void {
    const { heads, right, share } = this.#here;
    const missed = missedMost(this.#here);
    if (this.#tried.size < heads.length)
      return page.fill(byId("tried"), "tried", { done: this.#tried.size, all: heads.length });
    const guess = heads[page.state.guess - 1];
    const key = guess === undefined ? "tried-no-guess" : guess === missed ? "tried-won" : "tried-lost";
    page.fill(byId("tried"), key, {
      ...{ head: nameOf(missed), guess: guess ? nameOf(guess) : "", right },
      ...{ share: percent(share), left: percent(missed.rightShare) },
    });
  }

  // ---- where it looks, and what it does ----------------------------------------------------------------------------

  #drawApart(): void {
    const { heads, right, giver, lead } = this.#here;
    page.fill(byId("apart-text"), "apart-text", { right, giver, lead: digits(lead, 1) });
    page.fill(byId("to-right"), "column-to-right", { right });
    const largest = Math.max(...heads.flatMap(({ brings, falls }) => [Math.abs(brings), Math.abs(falls)]));
    fillTable(
      "apart",
      heads.map((head) =>
        tableRow(
          nameOf(head),
          shareCell(head.toRight, percent(head.toRight)),
          amountCell(head.brings, largest),
          amountCell(head.falls, largest),
        ),
      ),
    );
    const [looking, missed] = [looksMost(this.#here), missedMost(this.#here)];
    page.fill(byId("apart-looks"), looking === missed ? "apart-same" : "apart-looks", this.#facts(looking));
    page.fill(byId("apart-missed"), "apart-missed", this.#facts(missed));
  }

  #facts(head: HeadHere): Record<string, string> {
    const { right } = this.#here;
    return {
      ...{ head: nameOf(head), right, seen: head.seen, look: percent(head.toRight), weight: percent(head.weight) },
      ...{ brings: signed(head.brings), change: signed(-head.falls), says: head.says, share: percent(head.share) },
    };
  }
}

const placeOf = ({ layer, head }: HeadPlace): number => layer * SHAPE.heads + head;

/** With one decimal. What rounds to zero has no sign. */
function signed(value: number): string {
  const sign = Math.abs(value) < 0.05 ? "" : value < 0 ? "−" : "+";
  return `${sign}${digits(Math.abs(value), 1)}`;
}

/** A bar with its number; below zero it is empty. */
function amountCell(value: number, largest: number): HTMLTableCellElement {
  const cell = shareCell(Math.abs(value) / largest, signed(value));
  if (value < 0) cell.classList.add("below");
  return cell;
}

/** The weights of every head, to be saved. */
function weightsOf(run: StoryRun): Offered[] {
  return headsOf(modelNow()).map((head) => ({
    name: `layer${head.layer}`,
    title: nameOf(head),
    kind: "weights" as const,
    matrix: headOf(run.look(head.layer).kept["weights"]!, head.head),
    rowLabels: run.words,
    columnLabels: run.words,
    head: head.head,
  }));
}
