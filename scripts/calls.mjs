// Reads the list of calls in src/calls.def, which says how it is written, and its part src/calls_forward.def. So the
// words that JavaScript writes have the names and the order of the structs in C++.
//
// Usage: node scripts/calls.mjs   (writes web/lib/read/option-list.ts)
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** How a word is marked whose type is no whole number. All other types are addresses. */
const MARKS = { float: "~", Positive: "~", Size: "", Bound: "" };

/**
 * A line for each table of a list, for readTables() in web/lib/call/core.ts: its name, that of the table that it begins
 * with, and the names of its own words, "~" before that of a float and "*" before that of an address.
 * @param {"calls.def" | "calls_forward.def"} list
 */
export function wordsOf(list) {
  const lines = [];
  for (const [, macro, first, second = "none"] of entriesOf(list)) {
    if (macro === "WORD" || macro === "OPTION") lines.push(`${lines.pop()} ${MARKS[first] ?? "*"}${second}`);
    else lines.push(`${first} ${second}`);
  }
  return lines.join("\n");
}

function entriesOf(list) {
  const text = readFileSync(path.join(root, "src", list), "utf8").replace(/\/\/.*/g, "");
  const included = /#include "(.+)"/.exec(text);
  const before = included ? entriesOf(included[1]) : [];
  return [...before, ...text.matchAll(/\b(WORDS|CALL|WORD|OPTION)\((\w+)(?:, (\w+))?[^)]*\)/g)];
}

/** The options of attention that are a number above 0. */
export const NUMBERS = entriesOf("calls_forward.def").flatMap(([, , type, name]) =>
  type === "Positive" ? [name] : [],
);

export const OPTION_LIST = path.join(root, "web/lib/read/option-list.ts");

/** The text of that file. */
export function optionList() {
  const [options] = wordsOf("calls_forward.def").split("\n");
  const words = options
    .split(" ")
    .slice(2)
    .filter((word) => !word.startsWith("*"));
  const listed = (names) => `[\n${names.map((name) => `  "${name.replace("~", "")}",\n`).join("")}] as const;\n`;
  return `// Written by scripts/calls.mjs from src/calls_forward.def, when the package is built.

/** The words of the options that are not tensors. */
export const OPTION_WORDS = ${listed(words)}
/** The options that are a number above 0. The word of each has its name, and is 0 without the option. */
// prettier-ignore
export const NUMBERS = ${listed(NUMBERS)}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(OPTION_LIST, optionList());
