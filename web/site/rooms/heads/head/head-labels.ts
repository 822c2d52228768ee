// The names of rows and columns: tokens as people read them, or as they stand in the file.
import { readable } from "../../../../statistics/index.js";
import type { HeadSource } from "../source.js";

export interface HeadLabels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/** The same object for the same tokens, so that what was built of it can stay. */
const made = new WeakMap<object, HeadLabels>();

export function labelsOf({ tokens }: HeadSource, raw: boolean): HeadLabels {
  const { rowTokens, columnTokens } = tokens;
  if (raw) return { rows: rowTokens, columns: columnTokens };
  let labels = made.get(tokens);
  if (labels === undefined) made.set(tokens, (labels = { rows: readable(rowTokens), columns: readable(columnTokens) }));
  return labels;
}
