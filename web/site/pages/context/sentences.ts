// The sentences of the sources, and where their "it" should look.
import { wordsOf } from "../../kit/index.js";

export interface Sentence {
  readonly name: "cat" | "bank" | "animal";
  readonly words: readonly string[];
  /** The index of the last "it". */
  readonly asking: number;
  /** The indices of the words that "it" stands for. */
  readonly meant: readonly number[];
}

function sentence(name: Sentence["name"], text: string, meant: readonly string[]): Sentence {
  const words = wordsOf(text);
  return { name, words, asking: words.lastIndexOf("it"), meant: meant.map((word) => words.indexOf(word)) };
}

export const SENTENCES: readonly Sentence[] = [
  sentence("cat", "The cat sat because it was tired.", ["cat"]),
  sentence("bank", "The bank is steep, so it’s dangerous to stand near it.", ["bank", "steep"]),
  sentence("animal", "The animal didn’t cross the street because it was too tired.", ["animal"]),
];

/** The two last words. They decide what "it" is: an animal is tired, a street is wide. */
export const ENDINGS = ["tired", "wide"] as const;
export const CANDIDATES = ["animal", "street"] as const;

export function sentenceEndingIn(ending: string): Sentence {
  return sentence("animal", `The animal didn’t cross the street because it was too ${ending}.`, ["animal"]);
}
