// Reads the list of calls in src/calls.def, which says how it is written, and its part src/calls_forward.def. So the
// words that JavaScript writes have the names and the order of the structs in C++.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const source = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../src");

/** How a word is marked whose type is no whole number. All other types are addresses. */
const MARKS = { float: "~", Size: "", Bound: "" };

/**
 * A line for each table of a list, for readTables() in web/lib/call/core.ts: its name, that of the table that it begins
 * with, and the names of its own words, "~" before that of a float and "*" before that of an address.
 * @param {"calls.def" | "calls_forward.def"} list
 */
export function wordsOf(list) {
  const lines = [];
  for (const [, macro, first, second = "none"] of entriesOf(list)) {
    if (macro === "WORD") lines.push(`${lines.pop()} ${MARKS[first] ?? "*"}${second}`);
    else lines.push(`${first} ${second}`);
  }
  return lines.join("\n");
}

function entriesOf(list) {
  const text = readFileSync(path.join(source, list), "utf8").replace(/\/\/.*/g, "");
  const included = /#include "(.+)"/.exec(text);
  const before = included ? entriesOf(included[1]) : [];
  return [...before, ...text.matchAll(/\b(WORDS|CALL|WORD)\((\w+)(?:, (\w+))?\)/g)];
}
