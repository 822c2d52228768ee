// What the page's link holds: the sentence, the chosen piece, and how the heads are shown.
import { lookIn, lookWords, PLAIN, type Links, type Look } from "../../rooms/heads/index.js";
import { HEADS, LAYERS } from "./model/encoder.js";

export interface State extends Look {
  readonly text: string;
  /** Counted from 0; undefined for the first pronoun. */
  readonly piece: number | undefined;
}

const HEAD = { layer: 1, head: 1 };
const START: State = { ...PLAIN, text: "The cat sat because it was tired.", head: HEAD, piece: undefined };
const MOST_CHARACTERS = 2000;

/** A head is always open. Links may also name it "L1H1". */
export function stateOf(hash: string): State {
  const words = new URLSearchParams(hash.slice(1));
  words.set("head", (words.get("head") ?? "").replace(/^L(\d)H(\d)$/, "$1.$2"));
  const piece = words.get("piece") ?? "";
  const { head, ...look } = lookIn(words);
  return {
    ...look,
    head: head !== undefined && head.layer < LAYERS && head.head < HEADS ? head : HEAD,
    text: (words.get("text") ?? START.text).slice(0, MOST_CHARACTERS),
    piece: /^\d{1,3}$/.test(piece) ? Number(piece) : undefined,
  };
}

/** How the page writes its link. @param asked the language that the link asks for */
export function linksIn(asked: () => string | undefined): Links<State> {
  return { start: START, of: (state) => linkOf(state, asked()) };
}

function linkOf({ text, piece, ...look }: State, language: string | undefined): string {
  const words = new URLSearchParams({ v: "1", text });
  if (language !== undefined) words.set("lang", language);
  if (piece !== undefined) words.set("piece", String(piece));
  for (const [name, word] of Object.entries(lookWords(look))) words.set(name, word);
  return `#${words}`;
}
