// What is translated: pairs of sequences. Each word of the target knows the place of the source that it comes from.
import type { Random } from "heed/train";

/** What a word of the target is to the grading: looked up, a preposition, "the" after it, or the end. */
export const ROLES = ["looked-up", "preposition", "after", "end"] as const;
export type Role = (typeof ROLES)[number];

export interface Word {
  readonly text: string;
  /** The place of the source that the word comes from. */
  readonly from: number;
  readonly role: Role;
}

export interface Pair {
  readonly source: readonly string[];
  readonly target: readonly Word[];
}

export interface Task {
  readonly sourceWords: readonly string[];
  readonly targetWords: readonly string[];
  /** The longest source and target. */
  readonly sources: number;
  readonly targets: number;
  draw(draw: Random): Pair;
}

/** Pairs whose hash is 0 modulo this number never occur in training. */
const HELD_OUT = 10;

export function isHeldOut({ source }: Pair): boolean {
  let state = 0x811c9dc5;
  for (const sign of source.join(" ")) state = Math.imul(state ^ sign.codePointAt(0)!, 0x01000193);
  return (state >>> 0) % HELD_OUT === 0;
}

/** Draws a pair for training, or one that no training sees. */
export function drawPair(task: Task, draw: Random, heldOut: boolean): Pair {
  for (;;) {
    const pair = task.draw(draw);
    if (isHeldOut(pair) === heldOut) return pair;
  }
}

// ---- reversal -------------------------------------------------------------------------------------------------------

const LETTERS = Array.from("abcdefghijklmnop");
const LENGTH = 8;

/** Eight letters, and the same letters from the last to the first. */
export const reversal: Task = {
  sourceWords: LETTERS,
  targetWords: LETTERS,
  sources: LENGTH,
  targets: LENGTH,
  draw(draw) {
    const source = Array.from({ length: LENGTH }, () => LETTERS[draw.integer(LETTERS.length)]!);
    const target = source.map((_, at) => LENGTH - 1 - at);
    return { source, target: target.map((from) => ({ text: source[from]!, from, role: "looked-up" })) };
  },
};

// ---- German to English ----------------------------------------------------------------------------------------------

type Gender = "m" | "f" | "n";
const CONJUNCTIONS = { weil: "because", dass: "that", wenn: "if", obwohl: "although" };
const NOUNS: readonly (readonly [german: string, english: string, gender: Gender])[] = [
  ["Hund", "dog", "m"],
  ["Mann", "man", "m"],
  ["Vogel", "bird", "m"],
  ["Katze", "cat", "f"],
  ["Frau", "woman", "f"],
  ["Maus", "mouse", "f"],
  ["Pferd", "horse", "n"],
  ["Kind", "child", "n"],
];
/** An adjective without its ending. */
const ADJECTIVES = { klein: "small", groß: "big", müd: "tired", jung: "young", schnell: "quick", still: "quiet" };
/** Some German verbs are two English words. */
const VERBS = {
  sieht: "sees",
  hört: "hears",
  mag: "likes",
  jagt: "chases",
  kennt: "knows",
  sucht: "looks for",
  pflegt: "looks after",
  mustert: "looks at",
};
/** Each is two English words: the second is "the". */
const PREPOSITIONS = { im: "in", am: "by", beim: "near", hinterm: "behind" };
const PLACES = { Garten: "garden", Haus: "house", Wald: "forest", See: "lake", Park: "park" };

const DEFINITE = { m: ["der", "den"], f: ["die", "die"], n: ["das", "das"] } as const;
const INDEFINITE = { m: ["ein", "einen"], f: ["eine", "eine"], n: ["ein", "ein"] } as const;
const ENDINGS = {
  definite: { m: ["e", "en"], f: ["e", "e"], n: ["e", "e"] },
  indefinite: { m: ["er", "en"], f: ["e", "e"], n: ["es", "es"] },
} as const;

const SOURCE_WORDS = [
  ...Object.keys(CONJUNCTIONS),
  ...new Set([...Object.values(DEFINITE), ...Object.values(INDEFINITE)].flat()),
  ...NOUNS.map(([german]) => german),
  ...Object.keys(ADJECTIVES).flatMap((stem) => ["e", "en", "er", "es"].map((ending) => stem + ending)),
  ...Object.keys(VERBS),
  ...Object.keys(PREPOSITIONS),
  ...Object.keys(PLACES),
  ".",
];
const TARGET_WORDS = [
  ".",
  ...new Set(
    [
      ...Object.values(CONJUNCTIONS),
      "the",
      "a",
      ...NOUNS.map(([, english]) => english),
      ...Object.values(ADJECTIVES),
      ...Object.values(VERBS).flatMap((words) => words.split(" ")),
      ...Object.values(PREPOSITIONS),
      ...Object.values(PLACES),
    ].flat(),
  ),
];

/** A part of a sentence in both languages: English words, each with the German word of the part that it comes from. */
interface Part {
  readonly german: readonly string[];
  readonly english: readonly (readonly [text: string, from: number, role?: Role])[];
}

export const germanToEnglish: Task = {
  sourceWords: SOURCE_WORDS,
  targetWords: TARGET_WORDS,
  sources: 11,
  targets: 13,
  draw: sentence,
};

/** A conjunction sends the German verb to the end. English keeps it after the subject. */
function sentence(draw: Random): Pair {
  const conjunction = draw.integer(2) === 1 ? wordOf(draw, CONJUNCTIONS) : undefined;
  const [subject, object] = [nounPhrase(draw, 0), nounPhrase(draw, 1)];
  const verb = wordOf(draw, VERBS);
  const place = draw.integer(2) === 1 ? placeOf(draw) : undefined;
  const end: Part = { german: ["."], english: [[".", 0, "end"]] };
  const given = (part: Part | undefined): Part[] => (part === undefined ? [] : [part]);
  const english = [...given(conjunction), subject, verb, object, ...given(place), end];
  const german = conjunction === undefined ? english : [conjunction, subject, object, ...given(place), verb, end];
  const start = new Map<Part, number>();
  german.reduce((at, part) => (start.set(part, at), at + part.german.length), 0);
  return {
    source: german.flatMap((part) => part.german),
    target: english.flatMap((part) =>
      part.english.map(([text, from, role = "looked-up"]) => ({ text, from: start.get(part)! + from, role })),
    ),
  };
}

/** @param grammatical 0 for the subject, 1 for the object */
function nounPhrase(draw: Random, grammatical: 0 | 1): Part {
  const [german, english, gender] = NOUNS[draw.integer(NOUNS.length)]!;
  const isDefinite = draw.integer(2) === 1;
  const article = (isDefinite ? DEFINITE : INDEFINITE)[gender][grammatical];
  const the = isDefinite ? "the" : "a";
  if (draw.integer(2) === 0)
    return {
      german: [article, german],
      english: [
        [the, 0],
        [english, 1],
      ],
    };
  const [stem, adjective] = entryOf(draw, ADJECTIVES);
  const ending = ENDINGS[isDefinite ? "definite" : "indefinite"][gender][grammatical];
  return {
    german: [article, stem + ending, german],
    english: [
      [the, 0],
      [adjective, 1],
      [english, 2],
    ],
  };
}

function wordOf(draw: Random, words: Readonly<Record<string, string>>): Part {
  const [german, english] = entryOf(draw, words);
  return { german: [german], english: english.split(" ").map((text) => [text, 0] as const) };
}

function placeOf(draw: Random): Part {
  const [preposition, english] = entryOf(draw, PREPOSITIONS);
  const [place, englishPlace] = entryOf(draw, PLACES);
  return {
    german: [preposition, place],
    english: [
      [english, 0, "preposition"],
      ["the", 0, "after"],
      [englishPlace, 1],
    ],
  };
}

function entryOf(draw: Random, words: Readonly<Record<string, string>>): readonly [string, string] {
  const all = Object.entries(words);
  return all[draw.integer(all.length)]!;
}
