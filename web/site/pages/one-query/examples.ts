// The two examples of the lesson: the second look of the small model that reads the course's sentence, and the one that
// Raschka prints.
import { tensor, type Heed, type Tensor } from "heed";
import { begin, numbersOf } from "../../rooms/state/index.js";
import {
  frontSentence,
  runOf,
  storedModel,
  TABLES,
  type Language,
  type PronounRun,
  type Sentence,
} from "../../rooms/pronouns/index.js";

export interface Example {
  readonly tokens: readonly string[];
  readonly x: Tensor;
  readonly weights: Readonly<Record<"queryWeight" | "keyWeight" | "valueWeight", Tensor>>;
  /** How many tokens one may ask, from the first on. */
  seenBy(token: number): number;
  /** Of the trained model. */
  readonly run?: PronounRun;
}

/** The worked example "Your journey starts with one step". */
export const PRESET = "journey";
/** The token that asks at first. */
export const PRINTED_ASKS = 1;
const printed = numbersOf(begin(PRESET));
export const PRINTED: Example = {
  tokens: printed.tokens,
  x: tensor(printed.x),
  weights: {
    queryWeight: tensor(printed.query),
    keyWeight: tensor(printed.key),
    valueWeight: tensor(printed.value),
  },
  seenBy: () => printed.tokens.length,
};

/** The look that is asked: the second one. It goes back only. */
export const LOOK = { layer: 1, head: 0 } as const;

/** The course's sentence. @param wide whether its last word is said of the second noun */
export const sentenceOf = (language: Language, wide: boolean): Sentence => frontSentence(TABLES[language], !wide);

/** The most tokens that an example has. */
export const MOST = Math.max(
  printed.tokens.length,
  ...Object.values(TABLES).flatMap((table) => [true, false].map((who) => frontSentence(table, who).words.length)),
);

const made = new Map<string, Example>();

/** The sentence, with the numbers that the model has learned. */
export function trained(heed: Heed, language: Language, wide: boolean): Example {
  const key = `${language} ${wide}`;
  let example = made.get(key);
  if (example === undefined) made.set(key, (example = madeOf(heed, language, wide)));
  return example;
}

function madeOf(heed: Heed, language: Language, wide: boolean): Example {
  const { words } = sentenceOf(language, wide);
  const run = runOf(heed, storedModel(language), words);
  const { x, weights } = run.stages(LOOK.layer);
  const { queryWeight, keyWeight, valueWeight } = weights;
  return { tokens: words, x, weights: { queryWeight, keyWeight, valueWeight }, seenBy: (token) => token + 1, run };
}
