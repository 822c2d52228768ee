// MathML as text, a function per construct. Tokens are data: they are escaped here and nowhere else.

export type MathML = string;

export const letter = (name: string): MathML => `<mi>${escaped(name)}</mi>`;
export const number = (value: number | string): MathML => `<mn>${String(value).replace("-", "\u2212")}</mn>`;
export const word = (text: string): MathML => `<mtext>${escaped(text)}</mtext>`;
export const operator = (sign: string): MathML => `<mo>${sign}</mo>`;
export const row = (...parts: MathML[]): MathML => `<mrow>${parts.join("")}</mrow>`;
export const below = (base: MathML, subscript: MathML): MathML => `<msub>${base}${subscript}</msub>`;
export const both = (base: MathML, subscript: MathML, superscript: MathML): MathML =>
  `<msubsup>${base}${subscript}${superscript}</msubsup>`;
export const over = (top: MathML, bottom: MathML): MathML => `<mfrac>${top}${bottom}</mfrac>`;
export const root = (inside: MathML): MathML => `<msqrt>${inside}</msqrt>`;
export const brackets = (...inside: MathML[]): MathML =>
  row('<mo stretchy="false">(</mo>', ...inside, '<mo stretchy="false">)</mo>');
export const called = (name: "exp" | "tanh", ...inside: MathML[]): MathML =>
  row(`<mi mathvariant="normal">${name}</mi>`, operator("\u2061"), brackets(...inside));

/** Σ over an index, from its first value to its last. */
export function sum(index: string, last: number, first = 1): MathML {
  return `<munderover><mo>∑</mo>${row(letter(index), operator("="), number(first))}${number(last)}</munderover>`;
}

/** ∂L ∕ ∂ of something. */
export function slopeOf(of: MathML): MathML {
  return over(row(operator("∂"), letter("L")), row(operator("∂"), of));
}

/** Side by side; a part that stands alone stays as it is. */
export function together(parts: readonly MathML[]): MathML {
  return parts.length === 1 ? parts[0]! : row(...parts);
}

/** Subscripts side by side. */
export function list(...parts: MathML[]): MathML {
  return row(...parts.flatMap((part, at) => (at === 0 ? [part] : [operator(","), part])));
}

/** What is defined, and what it is. Each further = may begin a line where the panel is narrow. */
export function equation(left: MathML, first: MathML, ...more: MathML[]): MathML {
  const line = (...parts: MathML[]): MathML => `<math display="block">${row(...parts)}</math>`;
  return [line(left, operator("="), first), ...more.map((right) => line(operator("="), right))].join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
