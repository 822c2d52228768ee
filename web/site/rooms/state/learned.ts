// The numbers of heads that were trained. Settings and links name a head; a page that shows one brings its numbers.
import type { Learned, MatrixKey, Rows, Setting } from "./setting.js";

/** @param tokens which the model reads; only X depends on them */
export type LearnedNumbers = (source: Learned, name: MatrixKey, tokens: readonly string[]) => Rows;

let numbers: LearnedNumbers | undefined;

export function bringLearned(given: LearnedNumbers): void {
  numbers = given;
}

export function learnedRows(source: Learned, name: MatrixKey, tokens: readonly string[]): Rows {
  if (numbers === undefined) throw new Error("learnedRows: the page must call bringLearned first.");
  return numbers(source, name, tokens);
}

const INPUTS = ["x", "query", "key", "value"] as const;

/** The head whose numbers a setting has, whole or in part; undefined where it has none. */
export function headOfSetting(setting: Setting): Learned | undefined {
  return INPUTS.map((name) => setting[name]).find((source) => source.from === "learned");
}

/** Who sees whom in a look: the first goes ahead only, the second back only. */
export const seenIn = (look: Learned["look"]): Pick<Setting, "causal" | "ahead"> => ({
  causal: look === "second",
  ahead: look === "first",
});

/** The other look of the same model: its numbers instead of those of this one, and its mask. */
export function withLook<S extends Setting>(state: S, look: Learned["look"]): S {
  const matrices = [...INPUTS, "output" as const].flatMap((name) => {
    const source = state[name];
    return source?.from === "learned" ? [[name, { ...source, look }] as const] : [];
  });
  return { ...state, ...Object.fromEntries(matrices), ...seenIn(look) };
}
