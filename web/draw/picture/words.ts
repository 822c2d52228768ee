// The texts of a picture, with {parameters}.
import { OF_ROWS } from "../../show/index.js";

export const ENGLISH = {
  ...OF_ROWS,
  hatched: "Hatched cells may not be attended to.",
  embedded: "The {rows} × {columns} cells are an embedded picture, one pixel each.",
  moreRows: "There are {count} more rows.",
  masked: "masked",
  ofRow: "the row’s largest",
  looks: "“{word}” looks at {shares}.",
  looksAtNothing: "“{word}” looks at no word.",
  share: "“{word}” with {share}",
} as const;

/** The texts of a picture, with their parameters in braces. */
export type DrawWords = Readonly<Record<keyof typeof ENGLISH, string>>;
