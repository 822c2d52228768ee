// What the page shows, without any content of a file; it is also the page's link.
import type { Reading } from "./files/index.js";
import { LONGEST_NAME, lookIn, lookWords, PLAIN, type Links, type Look } from "../../rooms/heads/index.js";

export interface State extends Look {
  /** The name of the file; "" for the example. */
  readonly file: string;
  readonly part: number;
  readonly text: number;
  readonly reading: Reading;
}

export const START: State = { file: "", part: 0, text: 0, reading: "plain", ...PLAIN };

const READINGS: readonly Reading[] = ["plain", "turned", "causal"];

/** The version of the link. */
const VERSION = "1";

function linkOf({ file, part, text, reading, ...look }: State, language: string | undefined): string {
  const words = new URLSearchParams({ v: VERSION });
  if (language !== undefined) words.set("lang", language);
  if (file !== "") words.set("file", file);
  if (part > 0) words.set("part", String(part));
  if (text > 0) words.set("text", String(text));
  if (reading !== "plain") words.set("read", reading);
  for (const [name, word] of Object.entries(lookWords(look))) words.set(name, word);
  return `#${words}`;
}

/** How the page writes its link. @param asked the language that the link asks for */
export function linksIn(asked: () => string | undefined): Links<State> {
  return { start: START, of: (state) => linkOf(state, asked()) };
}

/** What does not fit is left out: a link from elsewhere may hold anything. */
export function stateOf(hash: string): State {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (words.get("v") !== VERSION) return START;
  const count = (name: string): number => Number(/^\d{1,6}$/.exec(words.get(name) ?? "")?.[0] ?? 0);
  return {
    file: (words.get("file") ?? "").slice(0, LONGEST_NAME),
    part: count("part"),
    text: count("text"),
    reading: READINGS.find((one) => one === words.get("read")) ?? "plain",
    ...lookIn(words),
  };
}
