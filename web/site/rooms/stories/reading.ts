// Reads a text: what its sentences tell, and which words they decide.
import { formOf, formsOf, patternsOf, wordsOf, type Element, type Pattern } from "./patterns.js";
import type { Table } from "./table.js";
import { DECIDES, where, World, type Decision, type Filled, type Placed } from "./world.js";

/** A decided word of a text, with its place. */
export interface Decided extends Decision {
  readonly at: number;
}

/** What the words so far decide of the next one; undefined where it is free. */
export function decidedAfter(table: Table, words: readonly string[]): Decision | undefined {
  const reading = new Reading(table);
  for (const word of words) reading.read(word);
  return reading.next();
}

/**
 * All words of a text that are decided by words before them. A look may come before any thing, and a pronoun be in the
 * place of a name: where that is so, nothing is decided.
 */
export function decidedIn(table: Table, words: readonly string[]): Decided[] {
  const { looks, forms } = wordsOf(table);
  const reading = new Reading(table);
  const found: Decided[] = [];
  words.forEach((word, at) => {
    const one = at === 0 ? undefined : reading.next();
    reading.read(word);
    if (one && (one.word === word || !(looks.has(word) || forms.has(word)))) found.push({ ...one, at });
  });
  return found;
}

/** Reads word by word. Looks are kept apart from the other words. */
class Reading {
  readonly #table: Table;
  readonly #world = new World();
  #words = 0;
  #sentence: Placed[] = [];
  /** The looks of this sentence, each by how many words are before it. */
  #looks = new Map<number, Placed>();
  /** The patterns that this sentence may still have. */
  #fitting: readonly Pattern[];

  constructor(table: Table) {
    this.#table = table;
    this.#fitting = Object.values(patternsOf(table)).flat();
  }

  read(word: string): void {
    const placed = { word, at: this.#words++ };
    if (wordsOf(this.#table).looks.has(word)) this.#looks.set(this.#sentence.length, placed);
    else {
      this.#sentence.push(placed);
      this.#fitting = this.#fitting.filter((pattern) => filledBy(this.#table, this.#world, pattern, this.#sentence));
    }
    if (word === ".") this.#tell();
  }

  #tell(): void {
    const [table, world, sentence] = [this.#table, this.#world, this.#sentence];
    const { looks, sexes, genders } = wordsOf(table);
    const pattern = this.#fitting.find(({ elements }) => elements.length === sentence.length);
    const filled = pattern && completed(world, pattern, filledBy(table, world, pattern, sentence)!);
    if (filled) world.tell(pattern.kind, filled);
    else world.pass(sentence.filter(({ word }) => sexes.has(word)));
    for (const [before, { word }] of this.#looks) {
      const thing = sentence[before];
      if (thing && genders.has(thing.word)) world.looks.set(looks.get(word)!, thing);
    }
    [this.#sentence, this.#looks] = [[], new Map()];
    this.#fitting = Object.values(patternsOf(table)).flat();
  }

  next(): Decision | undefined {
    const [table, world, sentence] = [this.#table, this.#world, this.#sentence];
    const look = this.#looks.get(sentence.length);
    let found: Decision | undefined;
    for (const pattern of this.#fitting) {
      const element = pattern.elements[sentence.length];
      const filled = filledBy(table, world, pattern, sentence);
      if (!element || !filled || (look && !isThing(element))) continue;
      const next = nextOf(table, world, pattern, element, filled, look);
      if (next === "never") continue;
      if (next === undefined) return undefined;
      if (found === undefined || (found.what === "form" && next.what !== "form")) found = next;
      else if (found.word !== next.word && next.what !== "form") return undefined;
      else if (found.word !== next.word && found.what === "form") return undefined;
    }
    return found;
  }
}

const isThing = ({ slot, form }: Element): boolean => (slot === "T" || slot === "U") && !form;

/** Whoever goes without saying, too; undefined where nobody can be meant. */
function completed(world: World, { implied }: Pattern, filled: Filled): Filled | undefined {
  const all: Record<string, Placed> = { ...(filled as Record<string, Placed>) };
  for (const slot of implied) {
    const one = all[slot] ?? world.implied(slot, all as Filled)[0];
    if (!one) return undefined;
    all[slot] = one;
  }
  return all as Filled;
}

/** What fills the places of a sentence that begins like this; undefined where it does not fit. */
function filledBy(
  table: Table,
  world: World,
  { elements, implied }: Pattern,
  sentence: readonly Placed[],
): Filled | undefined {
  if (implied.some((slot) => slot !== "B" && world.implied(slot, {}).length === 0)) return undefined;
  const filled: Record<string, Placed> = {};
  for (const [at, placed] of sentence.entries()) {
    const element = elements[at];
    if (!element) return undefined;
    const { slot, form } = element;
    if (slot && form && implied.includes(slot) && !filled[slot]) {
      const means = (one: Placed): boolean => formOf(table, form, one.word) === placed.word;
      const one = world.implied(slot, filled as Filled).find(means);
      if (!one) return undefined;
      filled[slot] = one;
    }
    if (!takes(table, element, placed.word, filled)) return undefined;
    if (slot && !form) filled[slot] ??= placed;
  }
  return filled as Filled;
}

function takes(table: Table, element: Element, word: string, filled: Record<string, Placed>): boolean {
  const { slot, form } = element;
  if (!slot) return element.word === word;
  const before = filled[slot]?.word;
  if (before !== undefined) return word === (form ? formOf(table, form, before) : before);
  return formsOf(table, element).includes(word);
}

/** The next word of a pattern; "never" where what was told forbids it. */
function nextOf(
  table: Table,
  world: World,
  { kind, before, implied, isNew }: Pattern,
  { slot, form }: Element,
  filled: Filled,
  look: Placed | undefined,
): Decision | "never" | undefined {
  const { befores, sounds, looks } = wordsOf(table);
  const decides = { P: where, ...DECIDES[kind] };
  const place = before && !filled.P && decides.P(world, filled);
  if (place && place !== "never" && befores.get(place.word) !== before) return "never";
  if (!slot) return undefined;
  const means = filled[slot] ?? (implied.includes(slot) ? world.implied(slot, filled)[0] : undefined);
  if (slot === "S") {
    const animal = filled.N ?? world.animal!;
    return { word: sounds.get(animal.word)!, what: "sound", by: [animal.at] };
  }
  const decision = decides[slot]?.(world, filled);
  if (decision === "never") return "never";
  if (isNew && slot === "T") return decision ? "never" : undefined;
  if (form) {
    const of = means ? { word: means.word, by: [means.at] } : decision;
    return of && { word: formOf(table, form, of.word), what: "form", by: of.by };
  }
  if (means && decision && means.word !== decision.word) return "never";
  const looked = look && world.looks.get(looks.get(look.word)!);
  return decision ?? (looked && { word: looked.word, what: "thing", by: [looked.at, look.at] });
}
