// Names of files that say what is in them: heed-weights-head2-6x6-the-animal-didn-t.csv
import type { LabelledMatrix } from "./labelled.js";

const WORDS = 4;
const LONGEST = 40;

export function fileName({ name, head, rows, columns, tokens = [] }: LabelledMatrix, extension: string): string {
  const words = tokens
    .slice(0, WORDS)
    .map(plain)
    .filter((word) => word !== "");
  const parts = [
    "heed",
    plain(name),
    head === undefined ? "" : `head${head}`,
    `${rows}x${columns}`,
    words.join("-").slice(0, LONGEST),
  ];
  return `${parts
    .filter((part) => part !== "")
    .join("-")
    .replace(/-+$/, "")}.${extension}`;
}

/** Keeps letters and digits of every script. Anything else becomes a dash. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
