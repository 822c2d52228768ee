// Sentences of kinds that are not read. What is wrong of these differs by seed, so a page asks the model that it has.
import type { Heed } from "heed";
import type { Model } from "./model.js";
import { runOf } from "./run.js";
import { readTyped, textOf } from "./sentences.js";
import type { Language } from "./stored.js";
import { inWordsOf, wordIn } from "./words.js";

export interface Tried {
  readonly text: string;
  readonly meant: string;
}

export const TRIED: Readonly<Record<Language, readonly Tried[]>> = {
  en: [
    { text: "Because it was too tired, the animal didn't cross the street.", meant: "animal" },
    { text: "Because it was too wide, the animal didn't cross the street.", meant: "street" },
    { text: "The street didn't cross the animal because it was too tired.", meant: "animal" },
    { text: "The ball slept in the house because it was so lazy.", meant: "ball" },
    { text: "The cup left the river because it was deep.", meant: "river" },
    { text: "The bread did not eat the bird because it was too hungry.", meant: "bird" },
  ],
  de: [
    { text: "Weil sie zu müde war, überquerte die Katze die Straße nicht.", meant: "Katze" },
    { text: "Weil sie zu breit war, überquerte die Katze die Straße nicht.", meant: "Straße" },
    { text: "Die Straße überquerte die Katze nicht, weil sie zu müde war.", meant: "Katze" },
    { text: "Der Ball schlief im Garten, weil er so faul war.", meant: "Ball" },
    { text: "Die Tasse verließ die Brücke, weil sie gefährlich war.", meant: "Brücke" },
    { text: "Das Brot fraß das Schaf nicht, weil es zu hungrig war.", meant: "Schaf" },
  ],
};

export interface Mistake extends Tried {
  readonly answer: string;
  readonly share: number;
}

/** What the model gets wrong of these. Where its table has words of a reader's own, they have them, too. */
export function mistakesOf(heed: Heed, model: Model, tried: readonly Tried[]): Mistake[] {
  const { table } = model;
  const { base = table } = table;
  return tried.flatMap((one) => {
    const typed = inWordsOf(table, base, readTyped(base, one.text));
    const meant = wordIn(table, base, one.meant);
    const { word: answer, share } = runOf(heed, model, typed.words).shares(typed.asks)[0]!;
    return answer === meant ? [] : [{ text: textOf(typed), meant, answer, share }];
  });
}
