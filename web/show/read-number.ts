// A number as people write it, and a number written so that reading it gives the same number.

/** 0.55, .5, −1e-3, and 0,55 where the comma is the point; undefined for anything else. */
export function readDecimal(text: string): number | undefined {
  const plain = text.trim().replace(/[\u2212\u2013]/g, "-");
  const pointed = /^[^.]*,[^,.]*$/.test(plain) ? plain.replace(",", ".") : plain;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(pointed) ? Number(pointed) : undefined;
}

/** Every digit of it: what was 0.1 as a 32-bit float is written 0.1, and reads back as the same float. */
export function whole(value: number, single: boolean): string {
  const text = single ? shortestSingle(value) : String(value);
  return text.replace("-", "\u2212").replace("e\u2212", "e-");
}

function shortestSingle(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}
