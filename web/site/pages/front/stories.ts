// The two sentences of the front door: one that a head reads as people do, and one that it does not.
import animal from "trained:animal/qk";
import cat from "trained:cat/qk";
import type { PackedQueries } from "../../kit/index.js";

export interface Story {
  readonly name: "cat" | "animal";
  readonly text: string;
  readonly packed: PackedQueries;
  /** The pronoun, the noun that it stands for, and the nouns that it does not stand for: places of pieces. */
  readonly asks: number;
  readonly meant: number;
  readonly others: readonly number[];
}

const storyOf = (name: Story["name"], packed: PackedQueries, meant: string, others: readonly string[]): Story => {
  const at = (word: string): number => packed.tokens.indexOf(`▁${word}`);
  return { name, text: packed.text, packed, asks: at("it"), meant: at(meant), others: others.map(at) };
};

export const STORIES: readonly Story[] = [
  storyOf("cat", cat, "cat", []),
  storyOf("animal", animal, "animal", ["street"]),
];
