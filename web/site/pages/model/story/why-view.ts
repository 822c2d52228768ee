// Why the model says this next word: its machine with heads to switch, what it would say earlier, and a table of what
// each part brings beside what is said while the part is off.
import type { Heed } from "heed";
import { byId } from "../../../kit/index.js";
import { digits, make, percent } from "../../../../show/index.js";
import { clear, fill, filled, phrase } from "../../../kit/texts/index.js";
import { Machine, type HeadPlace, type OpenNumber } from "../../../rooms/machine/index.js";
import { asWritten, decidedAfter, type Model } from "../../../rooms/stories/index.js";
import type { Mark } from "./field.js";
import { runOf, type Brought, type Place, type StoryRun } from "../../../rooms/stories/run/index.js";

export interface Shown {
  readonly heed: Heed;
  readonly model: Model;
  /** What is read of the text. */
  readonly words: readonly string[];
  readonly run: StoryRun;
  readonly off: readonly HeadPlace[];
  /** The word that is followed: what comes after it is asked. */
  readonly line: number;
}

/** A part, with what is said while it is off. */
export interface Tried extends Brought {
  readonly says?: { readonly word: string; readonly share: number };
  /** By how much the difference of the two logits falls. */
  readonly falls?: number;
}

export interface Why {
  readonly word: string;
  readonly against: string;
  /** The difference of their logits. */
  readonly total: number;
  readonly parts: readonly Tried[];
}

/** Takes the likeliest word apart. */
export function whyOf({ heed, model, words, run, off, line }: Shown): Why {
  const [first, second] = run.shares(line);
  const [word, other] = [first!.word, second!.word];
  const decided = decidedAfter(model.table, words.slice(0, line + 1));
  const giver = decided?.what === "receiver" ? words[decided.by.at(-1)!] : undefined;
  const against = giver !== undefined && giver !== word ? giver : other;
  const leadIn = (one: StoryRun): number => {
    const shares = one.shares(line);
    const logitOf = (name: string): number => shares.find((share) => share.word === name)!.logit;
    return logitOf(word) - logitOf(against);
  };
  const total = leadIn(run);
  const parts = run.brought(line, word, against).map((brought): Tried => {
    const { part } = brought;
    if (part === "row" || isOff(off, part)) return brought;
    const without = runOf(heed, model, words, [...off, part]);
    return { ...brought, says: without.shares(line)[0]!, falls: total - leadIn(without) };
  });
  return { word, against, total, parts };
}

const isOff = (off: readonly Place[], { layer, head }: Place): boolean =>
  off.some((one) => one.layer === layer && one.head === head);

export const headName = ({ layer, head }: Place): string => phrase("head-name", { layer, head: head! });

const partName = (part: Brought["part"], word: string): string => {
  if (part === "row") return phrase("part-row", { word });
  return part.head === undefined ? phrase("part-net", { layer: part.layer }) : headName(part);
};

/** Of each layer the head whose absence costs most, and the word that it looks at most. */
export function marksOf({ run, line }: Shown, { parts }: Why): Mark[] {
  return run.layers.flatMap((_, layer) => {
    const heads = parts.filter(
      ({ part, falls }) => part !== "row" && part.layer === layer && part.head !== undefined && falls,
    );
    const needed = heads.sort((a, b) => b.falls! - a.falls!)[0];
    if (needed === undefined || needed.falls! < NEEDED) return [];
    const place = needed.part as HeadPlace;
    const { at, share } = lookOf(run, place, line);
    const word = run.words[at]!;
    return [{ at, layer, text: phrase("head-looks", { head: headName(place), word, share: percent(share) }) }];
  });
}

/** The word that a head looks at most. */
export function lookOf(run: StoryRun, { layer, head }: HeadPlace, line: number): { at: number; share: number } {
  const { data, shape } = run.look(layer).kept["weights"]!;
  const row = data.subarray((head * shape.at(-2)! + line) * shape.at(-1)!).slice(0, line + 1);
  const at = row.reduce((best, weight, seen) => (weight > row[best]! ? seen : best), 0);
  return { at, share: row[at]! };
}

/** A head whose absence costs less than this of the difference is not pointed at. */
const NEEDED = 1;

export class WhyView {
  readonly #open: OpenNumber;
  readonly #changed: (line: number, off: readonly HeadPlace[]) => void;
  readonly #heads = byId<HTMLSelectElement>("head-picked");
  #machine: Machine | undefined;
  #shown: Shown | undefined;
  /** The head of which the sentence above the machine speaks; undefined until the reader picks one. */
  #picked: string | undefined;

  constructor(open: OpenNumber, changed: (line: number, off: readonly HeadPlace[]) => void) {
    [this.#open, this.#changed] = [open, changed];
    this.#heads.addEventListener("change", () => {
      this.#picked = this.#heads.value;
      drawPicked(this.#shown!, this.#heads.value);
    });
  }

  /** @param why undefined where there is no text */
  show(shown: Shown | undefined, why: Why | undefined): void {
    byId("why-story").hidden = shown === undefined;
    this.#shown = shown;
    if (shown === undefined || why === undefined) return;
    const { words, off, line } = shown;
    fill(byId("why-story-title"), "why-word", { word: why.word });
    byId("all-on").hidden = off.length === 0;
    this.#drawMachine(shown);
    this.#drawHeads(shown, why);
    drawLens(shown);
    drawTable(why, words[line]!);
    drawFurthest(why);
  }

  #drawMachine({ heed, model, words, run, off, line }: Shown): void {
    const source = {
      run: (wanted: readonly HeadPlace[]) => (wanted === off ? run : runOf(heed, model, words, wanted)),
    };
    if (this.#machine === undefined) {
      const changed = (word: number, now: readonly HeadPlace[]): void => {
        const before = this.#shown?.off ?? [];
        const switched = [...now, ...before].find((place) => isOff(now, place) !== isOff(before, place));
        if (switched) this.#picked = keyOf(switched);
        this.#changed(word, now);
      };
      this.#machine = new Machine(byId("story-machine"), source, { word: line, open: this.#open, changed });
      if (off.length === 0) return;
    }
    void this.#machine.show(source, line, off);
  }

  #drawHeads(shown: Shown, { parts }: Why): void {
    const heads = parts.flatMap(({ part, falls = 0 }) =>
      part === "row" || part.head === undefined ? [] : [{ layer: part.layer, head: part.head, falls }],
    );
    const missed = heads.reduce((most, one) => (one.falls > most.falls ? one : most));
    this.#heads.replaceChildren(...heads.map((one) => make("option", { value: keyOf(one) }, headName(one))));
    this.#heads.value = this.#picked ?? keyOf(shown.off[0] ?? missed);
    drawPicked(shown, this.#heads.value);
  }
}

/** A head as links have it. */
export const keyOf = ({ layer, head }: HeadPlace): string => `${layer}.${head}`;
export const placeOf = (key: string): HeadPlace => {
  const [layer, head] = key.split(".").map(Number);
  return { layer: layer!, head: head! };
};

/** Where a head looks, and what comes next with it and without it. */
function drawPicked({ heed, model, words, run, off, line }: Shown, key: string): void {
  const place = placeOf(key);
  const others = off.filter((one) => keyOf(one) !== key);
  const without = [...others, place];
  const [on, left] = [others, without].map((some) =>
    some.length === off.length ? run.shares(line)[0]! : runOf(heed, model, words, some).shares(line)[0]!,
  );
  const { at, share } = lookOf(run, place, line);
  fill(byId("head-says"), "head-says", {
    ...{ after: words[line]!, seen: words[at]!, look: percent(share) },
    ...{ word: on!.word, share: percent(on!.share), other: left!.word, left: percent(left!.share) },
  });
}

/** What would be said if the last norm read the followed row earlier. */
function drawLens({ run, words, line }: Shown): void {
  const depths = run.layers.map((_, at) => at).concat(run.layers.length);
  byId("story-lens").replaceChildren(
    ...depths.map((depth) => {
      const { word, share } = run.lens(depth, line)[0]!;
      const name = depth === 0 ? "lens-first" : "lens-behind";
      return make(
        "div",
        {},
        filled("dt", name, {}, { word: asWritten(words, line), layer: depth - 1 }),
        make("dd", { "data-computed": "" }, `${word} ${percent(share)}`),
      );
    }),
  );
}

function drawTable({ word, against, total, parts }: Why, after: string): void {
  fill(byId("brings-lead"), "brings-lead", { word, against, total: digits(total, 1) });
  const most = Math.max(...parts.map(({ value }) => Math.abs(value)));
  const rows = parts.map(({ part, value, says }) => {
    const bar = make("span", { class: value < 0 ? "below" : "" });
    bar.style.setProperty("--part", String(Math.abs(value) / most));
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, partName(part, after)),
      make("td", { class: "bar" }, bar),
      make("td", { class: "value" }, signed(value)),
      make(
        "td",
        { class: says && says.word !== word ? "other" : "" },
        says ? `${says.word} ${percent(says.share)}` : "–",
      ),
    );
  });
  const head = make(
    "tr",
    {},
    filled("th", "brings-part", { scope: "col" }),
    make("td"),
    filled("th", "brings-value", { scope: "col" }),
    filled("th", "brings-off", { scope: "col" }),
  );
  byId("brings").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

/** With one decimal. What rounds to zero has no sign. */
const signed = (value: number): string => {
  const sign = Math.abs(value) < 0.05 ? "" : value < 0 ? "−" : "+";
  return `${sign}${digits(Math.abs(value), 1)}`;
};

/** The head whose part and whose effect are furthest apart. */
function drawFurthest({ parts, word }: Why): void {
  const place = byId("brings-furthest");
  const heads = parts.filter(({ part, falls }) => part !== "row" && part.head !== undefined && falls !== undefined);
  const apart = ({ value, falls }: Tried): number => Math.abs(falls! - value);
  const furthest = heads.sort((a, b) => apart(b) - apart(a))[0];
  if (furthest === undefined) return clear(place);
  const { part, value, falls } = furthest;
  fill(place, "brings-furthest", {
    head: headName(part as HeadPlace),
    value: signed(value),
    falls: signed(-falls!),
    word,
  });
}
