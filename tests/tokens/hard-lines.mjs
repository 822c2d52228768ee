// Lines of text for tokenizers: a novel, sentences of many languages, letters drawn from whole scripts, and what
// tokenizers stumble over. The same seed gives the same lines.
import { sentences } from "./sentences.mjs";

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Letters and marks that Unicode gives a script, those that are typed: without the rare planes. */
const lettersOf = (script, first = 0x21, last = 0xffff) =>
  charactersOf(new RegExp(`^[\\p{L}\\p{M}]$`, "u"), first, last).filter((one) =>
    new RegExp(`^\\p{Script_Extensions=${script}}$`, "u").test(one),
  );

function charactersOf(pattern, first, last) {
  const found = [];
  for (let code = first; code <= last; code++) {
    const one = String.fromCodePoint(code);
    if (pattern.test(one)) found.push(one);
  }
  return found;
}

/** Five groups of scripts, each with some of its kind. */
export const SCRIPTS = {
  Latin: ["Latin"],
  "Cyrillic and Greek": ["Cyrillic", "Greek"],
  "Arabic and Hebrew": ["Arabic", "Hebrew"],
  Devanagari: ["Devanagari"],
  "Chinese, Japanese and Korean": ["Han", "Hiragana", "Katakana", "Hangul"],
};

const DIGITS = charactersOf(/^\p{N}$/u, 0x21, 0x1ffff);
const SPACES = [..." \t\n\r\v\f\u0085\u00a0\u1680\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\u200b\u2060\ufeff"];
const MARKS = charactersOf(/^\p{Mn}$/u, 0x300, 0x36f);
const SIGNS = charactersOf(/^[\p{P}\p{S}]$/u, 0x21, 0xffff);
const OTHERS = [...charactersOf(/^[\p{Cc}\p{Cf}]$/u, 0, 0xffff), "\ue000", "\u{f0000}", "\u0378", "\ufffd", "\uffff"];
const EMOJI = [..."🐈🌳❤🙂🚀🎉", ...["❤️", "👨‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇩🇪🇫🇷", "1️⃣", "🧑🏿‍🚀", "☺︎"]];
const PHRASES = [
  "it's I'M you'Re we’ll don't they'd 's 'S 'll",
  "https://example.org/a_b?c=%20&d#e",
  "const x = (a, b) => a?.b ?? [1, 2]; // €5",
  "<s> </s> <unk> <mask> <pad> [CLS] [SEP] [MASK] [UNK]",
  "<|endoftext|> <|im_start|>user <|begin_of_text|>",
  " <mask>  <mask>, a<mask>b",
  "1234567 3.14 1,000,000 ½ ² Ⅳ ①",
  "a  b   c    d ",
  "\tif x:\n\t\treturn\r\n\r\n",
  "ﬁ ﬀ ™ ㎏ ﷺ Å Å ǅ",
  "İstanbul ISPARTA ıi ß ẞ ΣΑΣ Ὀδυσσεύς ς",
  "<0x41> <0xE2> ▁ ▁a ##ing Ġthe Ċ",
];

/**
 * @param {number} count @param {{ seed?: number, novel: readonly string[] }} options `novel`: its lines
 * @returns {{ kind: string, text: string }[]}
 */
export function makeLines(count, { seed = 27, novel }) {
  const next = uniform(seed);
  const below = (most) => Math.floor(next() * most);
  const pick = (all) => all[below(all.length)];
  const many = (from, to, make) => Array.from({ length: from + below(to - from + 1) }, make);
  const letters = Object.fromEntries(
    Object.entries(SCRIPTS).map(([name, scripts]) => [name, scripts.map((script) => lettersOf(script))]),
  );
  const word = (name) => {
    const all = pick(letters[name]);
    return many(1, 9, () => pick(all)).join("");
  };
  /** Real words and drawn ones, of one script. */
  const line = (name) => {
    const known = pick(sentences[name]).split(" ");
    const from = below(known.length);
    const real = known.slice(from, from + 2 + below(8));
    return [...real, ...many(0, 4, () => word(name))].join(pick([" ", " ", " ", "  ", "\u00a0", "\u3000"]));
  };
  const hard = () =>
    many(1, 8, () =>
      pick([
        () => pick(PHRASES),
        () => pick(EMOJI),
        () => many(1, 4, () => pick(DIGITS)).join(""),
        () => many(1, 3, () => pick(SPACES)).join(""),
        () => pick(sentences.Latin).slice(0, 6) + many(1, 3, () => pick(MARKS)).join(""),
        () => many(1, 4, () => pick(SIGNS)).join(""),
        () => pick(OTHERS),
        () => word(pick(Object.keys(SCRIPTS))),
        () => word("Latin").normalize("NFD"),
        () => word("Latin").toUpperCase(),
        () => pick(["\ud83d", "\udc08", "x".repeat(110), "the ".repeat(9)]),
      ])(),
    ).join(pick(["", " ", ", "]));
  const kinds = { ...Object.fromEntries(Object.keys(SCRIPTS).map((name) => [name, () => line(name)])), hard };
  return Array.from({ length: count }, (_, at) => {
    const names = Object.keys(kinds);
    const kind = names[at % names.length];
    const text = kind === "Latin" && next() < 0.7 ? pick(novel) : kinds[kind]();
    return { kind, text };
  });
}
