// The mask: who may attend to whom, row after row. A link holds it as a text of 0 and 1.
import type { Field } from "../../kit/index.js";
import { OTHER_WORDS, WORDS } from "./words.js";

export const PRESETS = ["all", "causal", "padding", "window", "causal-window", "packed", "empty"] as const;
export type Preset = (typeof PRESETS)[number];

const QUERIES = WORDS.length;
const MOST = QUERIES * Math.max(QUERIES, OTHER_WORDS.length);
/** Tokens at the end that only fill up the row. */
const PADDED = 2;
/** How far a window reaches to either side. */
const REACH = 1;

export function keysOf(isCross: boolean): number {
  return isCross ? OTHER_WORDS.length : WORDS.length;
}

type Rule = (query: number, key: number, keys: number) => boolean;

const RULES: Readonly<Record<Preset, Rule>> = {
  all: () => true,
  causal: (query, key) => key <= query,
  padding: (_, key, keys) => key < keys - PADDED,
  window: (query, key) => Math.abs(query - key) <= REACH,
  "causal-window": (query, key) => key <= query && query - key <= 2 * REACH,
  packed: (query, key, keys) => query < QUERIES / 2 === key < keys / 2,
  empty: (query) => query !== 1,
};

export function presetMask(preset: Preset, keys: number): boolean[] {
  return Array.from({ length: QUERIES * keys }, (_, at) => RULES[preset](Math.floor(at / keys), at % keys, keys));
}

export function isMask(mask: readonly boolean[], preset: Preset, keys: number): boolean {
  return presetMask(preset, keys).every((may, at) => may === mask[at]);
}

export function maskField(): Field<readonly boolean[]> {
  return {
    initial: presetMask("causal", WORDS.length),
    read: (text) =>
      /^[01]+$/.test(text) && text.length <= MOST ? Array.from(text, (sign) => sign === "1") : undefined,
    write: (mask) => mask.map((may) => (may ? "1" : "0")).join(""),
  };
}

/** A mask from a link may have too few cells for its sentences. Missing ones may attend. */
export function fitted(mask: readonly boolean[], keys: number): boolean[] {
  return Array.from({ length: QUERIES * keys }, (_, at) => mask[at] ?? true);
}
