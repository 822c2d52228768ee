// Formulas as MathML, from the small part of TeX that these pages need. Screen readers read MathML.
//
//   E = \frac{QK^\top}{\sqrt{d_k}}     identifiers, digits, operators, ^ _ { } \frac \sqrt \text \sum, the names below

const SIGNS: Readonly<Record<string, string>> = {
  alpha: "α",
  omega: "ω",
  partial: "∂",
  sigma: "σ",
  mu: "μ",
  infty: "∞",
  top: "⊤",
  ell: "ℓ",
  Delta: "Δ",
  delta: "δ",
  lambda: "λ",
};
const OPERATORS: Readonly<Record<string, string>> = {
  cdot: "·",
  times: "×",
  div: "÷",
  to: "→",
  le: "≤",
  ge: "≥",
  approx: "≈",
  ne: "≠",
  in: "∈",
  sum: "∑",
  ldots: "…",
  quad: "\u2003",
  lbrace: "{",
  rbrace: "}",
};
const FUNCTIONS = new Set([
  "softmax",
  "exp",
  "log",
  "max",
  "min",
  "var",
  "tr",
  "diag",
  "ln",
  "argmax",
  "concat",
  "head",
]);

/** Letters that have a colour: in a formula Q is as blue as the queries in a picture. */
const COLOURS: Readonly<Record<string, string>> = {
  Q: "query",
  K: "key",
  V: "value",
  O: "output",
  q: "query",
  k: "key",
  v: "value",
};

/** @param tex the text between the dollar signs @param display on a line of its own */
export function formula(tex: string, display = false): string {
  const parser = new Parser(tex);
  return `<math${display ? ' display="block"' : ""}>${parser.row()}</math>`;
}

class Parser {
  readonly #tokens: string[];
  #at = 0;
  /** How many scripts this place is in: the k of d_k is no key. */
  #depth = 0;

  constructor(readonly tex: string) {
    this.#tokens = tex.match(/\\[A-Za-z]+|\\.|\d+(?:[.,]\d+)*|\S/gu) ?? [];
  }

  /** Reads up to the closing brace or the end. */
  row(): string {
    const parts: string[] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "}") parts.push(this.#scripted());
    return `<mrow>${parts.join("")}</mrow>`;
  }

  /** A base with its superscript and subscript. */
  #scripted(): string {
    const isSum = this.#tokens[this.#at] === "\\sum";
    const isWeight = /^[WU]$/.test(this.#tokens[this.#at] ?? "");
    const colour = isWeight ? COLOURS[this.#tokens[this.#at + 2] ?? ""] : this.#colourHere();
    const base = coloured(this.#atom(), colour);
    let [below, above]: [string?, string?] = [];
    for (;;) {
      if (this.#take("_")) below = coloured(this.#script(), isWeight ? colour : undefined);
      else if (this.#take("^")) above = coloured(this.#script(), isWeight ? colour : undefined);
      else break;
    }
    const [both, under, over] = isSum ? ["munderover", "munder", "mover"] : ["msubsup", "msub", "msup"];
    if (below !== undefined && above !== undefined) return `<${both}>${base}${below}${above}</${both}>`;
    if (below !== undefined) return `<${under}>${base}${below}</${under}>`;
    return above === undefined ? base : `<${over}>${base}${above}</${over}>`;
  }

  /** In a script only capitals have a colour: the Q of W_Q, but not the k of d_k. */
  #colourHere(): string | undefined {
    const token = this.#tokens[this.#at] ?? "";
    return this.#depth === 0 || /^[A-Z]$/.test(token) ? COLOURS[token] : undefined;
  }

  #script(): string {
    this.#depth++;
    const inside = this.#atom();
    this.#depth--;
    return inside;
  }

  #atom(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Error(`formula: "${this.tex}" ends too early.`);
    if (token === "{") return this.#closed(this.row());
    if (token.startsWith("\\")) return this.#command(token.slice(1));
    if (/^\d/.test(token)) return `<mn>${token}</mn>`;
    if (/^\p{L}$/u.test(token)) return `<mi>${token}</mi>`;
    if (token === "'") return "<mo>′</mo>";
    const isSign = token === "-" && /^[({=,]?$/.test(this.#tokens[this.#at - 2] ?? "");
    const attributes = (/[()[\]|]/.test(token) ? ' stretchy="false"' : "") + (isSign ? ' form="prefix"' : "");
    return `<mo${attributes}>${token.replace("-", "−").replace("<", "&lt;").replace("&", "&amp;")}</mo>`;
  }

  #command(name: string): string {
    if (name === "frac") return `<mfrac>${this.#group()}${this.#group()}</mfrac>`;
    if (name === "sqrt") return `<msqrt>${this.#group()}</msqrt>`;
    if (name === "text") return `<mtext>${this.#words()}</mtext>`;
    if (name === "hat") return `<mover accent="true">${this.#group()}<mo>^</mo></mover>`;
    if (FUNCTIONS.has(name)) return `<mi>${name}</mi>`;
    if (SIGNS[name] !== undefined) return `<mi>${SIGNS[name]}</mi>`;
    if (OPERATORS[name] !== undefined) return `<mo>${OPERATORS[name]}</mo>`;
    throw new Error(`formula: "${this.tex}" uses \\${name}, which texts/formula.ts does not know. Add it there.`);
  }

  #group(): string {
    return this.#take("{") ? this.#closed(this.row()) : this.#atom();
  }

  /** The words of \text{…}. Tokens lose their spaces, so the words are read from the source. */
  #words(): string {
    const words: string[] = [];
    if (!this.#take("{")) throw new Error(`formula: "${this.tex}" needs a brace after \\text.`);
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== "}") words.push(this.#tokens[this.#at++]!);
    this.#closed("");
    const plain = words.join("");
    const spaced = [...this.tex.matchAll(/\\text\{([^}]*)\}/g)]
      .map(([, inside]) => inside!)
      .find((inside) => inside.replace(/\s/g, "") === plain);
    return spaced ?? plain;
  }

  #closed(inside: string): string {
    if (!this.#take("}")) throw new Error(`formula: "${this.tex}" lacks a closing brace.`);
    return inside;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }
}

function coloured(inside: string, colour: string | undefined): string {
  return colour === undefined ? inside : inside.replace(/^<(mi|mrow)>/, `<$1 class="${colour}">`);
}
