// What goes to the terminal. Titles, tokens and names of files are of others, and none of them may steer it.
import { shownText } from "../lib/read/index.js";

export function print(line: string): void {
  console.log(shown(line));
}

export function printError(line: string): void {
  console.error(shown(line));
}

/** Texts written from right to left come with signs of direction round them, which a terminal does without. */
function shown(line: string): string {
  return shownText(line.replace(/[\u2066-\u2069]/g, ""));
}
