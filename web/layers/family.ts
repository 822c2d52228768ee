// A family of published models: the names and shapes that other programs have for the parts of a languageModel.
import type { Floats } from "../lib/api/index.js";
import { listText } from "../lib/read/index.js";
import type { NamedTensor } from "../train/index.js";
import type { LanguageModel, LanguageModelOptions, LanguageModelShape } from "./transformer.js";

/** What config.json holds. The other names are those of the family. */
export interface ModelConfig {
  /** The family, such as "gpt2". */
  readonly model_type: string;
  readonly [name: string]: unknown;
}

export interface Family {
  /** Its `model_type`. */
  readonly type: string;
  /** As people write it. */
  readonly title: string;
  /** What the names of its tensors begin with in files of models that have an output. */
  readonly prefix: string;
  /** What a model has and the family does not; undefined where it fits. */
  misfit(shape: LanguageModelShape): string | undefined;
  config(shape: LanguageModelShape): ModelConfig;
  /** The options of such a model. `where` begins the sentences about a config that languageModel cannot be. */
  options(where: string, config: Readonly<Record<string, unknown>>): LanguageModelOptions;
  /** Every tensor of the family, with the numbers of the model. Its file has `positions` rows of positions. */
  tensors(model: LanguageModel, positions: number): FamilyTensor[];
}

export interface FamilyTensor {
  /** Numbers of its own, in the layout of the family. */
  readonly tensor: NamedTensor;
  /** Writes them into the model; undefined where the model has no such numbers, which must then be zeros. */
  readonly put: (() => void) | undefined;
}

/** `"a", "b" or "c"`. */
export const wordsText = (words: readonly string[]): string =>
  listText(
    words.map((word) => `"${word}"`),
    "or",
  );

/**
 * A tensor of the family that has these matrices of the model side by side, or these vectors one after another. `read`
 * gives one or several, all of one size. Where they have fewer rows, they have the first ones.
 */
export function tensorOf(
  name: string,
  shape: readonly number[],
  read: () => readonly (Floats | undefined)[],
): FamilyTensor {
  const value = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
  const columns = shape[shape.length - 1]! / read().length;
  const each = (visit: (part: Floats, own: number, whole: number) => void): void => {
    const parts = read() as readonly Floats[];
    for (let own = 0, whole = 0; own < parts[0]!.length; own += columns)
      for (const part of parts) {
        visit(part, own, whole);
        whole += columns;
      }
  };
  if (read()[0] === undefined) return { tensor: { name, shape, value }, put: undefined };
  each((part, own, whole) => value.set(part.subarray(own, own + columns), whole));
  const put = (): void => each((part, own, whole) => part.set(value.subarray(whole, whole + columns), own));
  return { tensor: { name, shape, value }, put };
}
