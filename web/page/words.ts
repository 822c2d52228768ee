// The texts of a saved page beside those of the element, with {parameters}.
import { OF_ROWS } from "../show/index.js";

export const ENGLISH = {
  text: "Text",
  layer: "Layer",
  head: "Head",
  shownAs: "Shown as",
  heatmap: "heat map",
  arcs: "arcs",
  table: "table",
  inWords: "In words",
  ...OF_ROWS,
  moreRows: "{count} more rows are only in the table.",
  self: "Pattern “self”: on average a token gives {share} to itself.",
  previous: "Pattern “previous”: on average a token gives {share} to the token before it.",
  next: "Pattern “next”: on average a token gives {share} to the token after it.",
  first: "Pattern “first”: on average a token gives {share} to the first token.",
  separator: "Pattern “separator”: on average a token gives {share} to separators.",
  punctuation: "Pattern “punctuation”: on average a token gives {share} to punctuation.",
  duplicate: "Pattern “duplicate”: on average a token that came before gives {share} to its earlier places.",
  induction: "Pattern “induction”: on average a token that came before gives {share} to what followed it there.",
  broad: "Pattern “broad”: the rows spread over {share} of the entropy that they can have.",
  mixed: "No pattern stands out: the largest share is {share}.",
  half: "The numbers are kept in half precision, which has 11 bits; they take {size}.",
  made: "Made with heed {version}. This file needs no network.",
  noScript: "The matrix is drawn by the script of this file.",
  old: "This browser is too old for this file: it cannot unpack its script. A newer one shows it.",
} as const;

/** The texts of a saved page, with their parameters in braces. */
export type PageWords = Readonly<Record<keyof typeof ENGLISH, string>>;
