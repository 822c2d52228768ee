// Reads numbers as people write them, and writes numbers so that reading them gives the same number.

/** Attributes of a field that takes a decimal. */
export const NUMBER_FIELD = { type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" } as const;

/** Reads 0.55, .5, −1e-3, and 0,55 with a decimal comma; undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/[\u2212\u2013]/g, "-");
  const pointed = /^[^.]*,[^,.]*$/.test(plain) ? plain.replace(",", ".") : plain;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(pointed) ? Number(pointed) : undefined;
}

/** A number with all its digits. For a 32-bit float these are the fewest that read back as the same float: 0.1. */
export function allDigits(value: number, float32: boolean): string {
  const text = float32 ? shortestFloat32(value) : String(value);
  return text.replace("-", "\u2212").replace("e\u2212", "e-");
}

/** The fewest digits that read back as the same 32-bit float. */
export function shortestFloat32(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** What somebody typed, cut to fit into a sentence about it. */
export function shortened(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

/** "1 number", "2 numbers". */
export function countOfNumbers(count: number): string {
  return `${count} ${count === 1 ? "number" : "numbers"}`;
}
