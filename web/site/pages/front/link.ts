// What a link of the front door holds: the sentence, where it differs from the first one. The playground stood at this
// address before, and its links still lead to it: "#v=1&preset=cat", "#step-2".
import { decode, encode, partsOf, typed } from "../../kit/index.js";

/** The field takes no more. */
const LETTERS = 200;
const FIELDS = { sentence: typed("", LETTERS) };

/** The sentence that a link asks for; "" where it asks for none. */
export const sentenceOf = (hash: string): string => decode(FIELDS, hash).values.sentence.trim();

/** @param sentence "" for the first one @param language the language that was chosen */
export const linkTo = (sentence: string, language: string | undefined): string =>
  encode(FIELDS, { sentence }, language);

/** Whether a hash belongs to the playground: it names neither a place on this page nor its language or sentence. */
export function isForPlayground(hash: string, hasPlace: (id: string) => boolean): boolean {
  const text = hash.replace(/^#/, "");
  if (text === "" || /^lang=[\w-]*$/.test(text) || hasPlace(text)) return false;
  return !partsOf(text, () => {}).has("sentence");
}

/** Goes on to the playground if the address is one of its links. */
export function forwardOldLinks(): void {
  if (isForPlayground(location.hash, (id) => document.getElementById(id) !== null))
    location.replace(`play.html${location.search}${location.hash}`);
}
