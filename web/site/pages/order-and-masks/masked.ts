// Attention under the mask that the reader draws.
import type { Heed } from "heed";
import { attentionOf, rowOf, type AttentionComputation } from "../../rooms/lesson/index.js";
import { namesOf, OTHER_WORDS, rowsOfWords, SOFT_SCALE, WORDS } from "./words.js";

export interface Masked {
  readonly computation: AttentionComputation;
  /** Queries that may see nothing, and the largest number in all their weights and context vectors. */
  readonly blind: readonly number[];
  readonly blindLargest: number;
  /** How many keys no query may see, and how many of them hold only NaN. */
  readonly hidden: number;
  readonly poisoned: number;
  /** How many numbers of the output are NaN, and how many there are. */
  readonly nans: number;
  readonly numbers: number;
}

export interface MaskOptions {
  readonly mask: readonly boolean[];
  readonly isCross: boolean;
  /** Writes NaN into keys and values that no query may see. */
  readonly isPoisoned: boolean;
}

export function attendMasked(heed: Heed, { mask, isCross, isPoisoned }: MaskOptions): Masked {
  const q = rowsOfWords(WORDS);
  const context = rowsOfWords(isCross ? OTHER_WORDS : WORDS);
  const hidden = indices(context, (key) => q.every((_, query) => !mask[query * context.length + key]));
  const blind = indices(q, (query) => context.every((_, key) => !mask[query * context.length + key]));
  const kv = context.map((row, key) => (isPoisoned && hidden.includes(key) ? row.map(() => NaN) : row));
  const shape = [q.length, context.length];
  const computation = attentionOf(heed, {
    tokens: namesOf(WORDS),
    keyTokens: namesOf(isCross ? OTHER_WORDS : WORDS),
    q,
    k: kv,
    v: kv,
    options: { scale: SOFT_SCALE, mask: { data: [...mask], shape } },
  });
  const { weights, output } = computation.kept;
  const inBlind = blind.flatMap((row) => [...rowOf(weights, row), ...rowOf(output, row)]);
  return {
    computation,
    blind,
    blindLargest: inBlind.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
    hidden: hidden.length,
    poisoned: kv.filter((row) => row.every(Number.isNaN)).length,
    nans: output.data.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0),
    numbers: output.data.length,
  };
}

function indices(rows: readonly unknown[], holds: (index: number) => boolean): number[] {
  return rows.map((_, index) => index).filter(holds);
}
