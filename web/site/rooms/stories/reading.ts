// Reads a text: what its sentences tell, and which words they decide.
import { formOf, formsOf, patternsOf, wordsOf, type Element, type Pattern } from "./patterns.js";
import type { Table } from "./table.js";
import { DECIDES, World, type Decision, type Filled, type Placed } from "./world.js";

/** A decided word of a text, with its place. */
export interface Decided extends Decision {
  readonly at: number;
}

/** What the words so far decide of the next one; undefined where it is free. */
export function decidedAfter(table: Table, words: readonly string[]): Decision | undefined {
  const world = new World();
  const begin = tellAll(table, world, words);
  return decidedNext(table, world, words, begin);
}

/** All words of a text that are decided by words before them. */
export function decidedIn(table: Table, words: readonly string[]): Decided[] {
  const world = new World();
  const found: Decided[] = [];
  let begin = 0;
  words.forEach((word, at) => {
    const one = at === 0 ? undefined : decidedNext(table, world, words.slice(0, at), begin);
    if (one) found.push({ ...one, at });
    if (word !== ".") return;
    tellOne(table, world, words.slice(begin, at + 1), begin);
    begin = at + 1;
  });
  return found;
}

/** Takes all whole sentences in. Returns where the last one begins, which is not whole. */
function tellAll(table: Table, world: World, words: readonly string[]): number {
  let begin = 0;
  for (let end = words.indexOf("."); end >= 0; end = words.indexOf(".", begin)) {
    tellOne(table, world, words.slice(begin, end + 1), begin);
    begin = end + 1;
  }
  return begin;
}

function tellOne(table: Table, world: World, sentence: readonly string[], begin: number): void {
  for (const pattern of Object.values(patternsOf(table)).flat()) {
    if (pattern.elements.length !== sentence.length) continue;
    const filled = filledBy(table, world, pattern, sentence, begin);
    if (filled) return world.tell(pattern.kind, filled);
  }
  const { sexes } = wordsOf(table);
  world.pass(sentence.flatMap((word, at) => (sexes.has(word) ? { word, at: begin + at } : [])));
}

/** What fills the places of a sentence that begins like this; undefined where it does not fit. */
function filledBy(
  table: Table,
  world: World,
  { elements, implied }: Pattern,
  sentence: readonly string[],
  begin: number,
): Filled | undefined {
  const filled: Record<string, Placed> = {};
  if (implied) {
    const one = world.implied(implied);
    if (!one) return undefined;
    filled[implied] = one;
  }
  for (const [at, word] of sentence.entries()) {
    const element = elements[at];
    if (!element || !takes(table, element, word, filled)) return undefined;
    if (element.slot && !element.form && element.slot !== implied) filled[element.slot] ??= { word, at: begin + at };
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

function decidedNext(table: Table, world: World, words: readonly string[], begin: number): Decision | undefined {
  const sentence = words.slice(begin);
  let found: Decision | undefined;
  for (const pattern of Object.values(patternsOf(table)).flat()) {
    if (pattern.elements.length <= sentence.length) continue;
    const filled = filledBy(table, world, pattern, sentence, begin);
    if (!filled) continue;
    const next = nextOf(table, world, pattern, pattern.elements[sentence.length]!, filled);
    if (next === "never") continue;
    if (next === undefined || (found && found.word !== next.word)) return undefined;
    found ??= next;
  }
  return found;
}

/** The next word of a pattern; "never" where what was told forbids it. */
function nextOf(
  table: Table,
  world: World,
  { kind, before }: Pattern,
  { slot, form }: Element,
  filled: Filled,
): Decision | "never" | undefined {
  const { befores, sounds } = wordsOf(table);
  const decides = DECIDES[kind];
  const place = before && !filled.P && decides?.P?.(world, filled);
  if (place && befores.get(place.word) !== before) return "never";
  if (!slot) return undefined;
  if (slot === "S") return { word: sounds.get(filled.N!.word)!, what: "sound", by: [filled.N!.at] };
  const own = filled[slot];
  const decision = decides?.[slot]?.(world, filled);
  if (!form) return own && decision && own.word !== decision.word ? "never" : decision;
  const of = own ? { word: own.word, by: [own.at] } : decision;
  return of && { word: formOf(table, form, of.word), what: "form", by: of.by };
}
