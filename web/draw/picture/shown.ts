// Texts as a picture may hold them.
import { shownText } from "../../show/index.js";

/** A text as a picture may hold it: what steers or breaks a line is shown as \u001b. Isolated texts stay isolated. */
export function shown(text: string): string {
  return text.replace(/[^\u2068\u2069]+/g, (part) => shownText(part, Infinity));
}

/** The beginning of a label, as a picture may hold it. */
export function shownLabel(label: string): string {
  return shown(label.length > 400 ? `${label.slice(0, 400)}…` : label);
}
