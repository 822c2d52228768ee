// The names of rows and columns: tokens as people read them, or as they stand in the file.
import { readable } from "../heads/index.js";
import type { OpenText } from "../open-file.js";

export interface HeadLabels {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

export function labelsOf({ tokens: { rowTokens, columnTokens } }: OpenText, raw: boolean): HeadLabels {
  if (raw) return { rows: rowTokens, columns: columnTokens };
  return { rows: readable(rowTokens), columns: readable(columnTokens) };
}
