// Words as the search compares them: without endings, without words that every question has, and by all their names.

/** What readers call a thing, and what the documentation calls it. Headings have more words of their own. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    backprop: ["backward", "gradient"],
    backpropagation: ["backward", "gradient"],
    big: ["size", "large"],
    cancel: ["abort", "cancel"],
    checkpoint: ["checkpoint", "save"],
    colour: ["color"],
    conversion: ["convert"],
    csp: ["policies", "policy"],
    derivative: ["gradient"],
    fp16: ["float16"],
    freeze: ["block", "responsive"],
    generate: ["decode", "cache"],
    gpt2: ["gpt-2"],
    gqa: ["kvHeads", "grouped"],
    half: ["float16", "half"],
    hydration: ["hydrate"],
    js: ["javascript"],
    kilobyte: ["kb", "size"],
    lr: ["learningRate"],
    migration: ["migrate"],
    mha: ["multihead", "MultiheadAttention"],
    mqa: ["kvHeads", "multi-query"],
    nextjs: ["next"],
    numpy: ["numpy"],
    optimise: ["optimize", "fast"],
    optimiser: ["optimizer"],
    padded: ["padding"],
    persist: ["save", "store"],
    rope: ["rotary"],
    sdpa: ["scaled_dot_product_attention"],
    size: ["size", "memory"],
    speed: ["fast", "speed"],
    ssr: ["server"],
    store: ["save", "store"],
    tfjs: ["tensorflow", "tfjs"],
    thread: ["workers", "thread"],
    ts: ["typescript"],
    visualise: ["visualize", "show"],
  }),
);

/** Every question has them. */
const STOP = new Set(
  (
    "a about all am an and any anyone are as at be been but by can could do does doing for from get got " +
    "has have heed how i if in into is it its just let like many may me my need no not of on or our " +
    "please possible put should so some such than that the their them then there these they this those " +
    "to too use used using via want was way we were what when where which who why will with within " +
    "without work works would you your"
  ).split(" "),
);

/** Many questions have them, and they say little. So do numbers and single letters. */
const LIGHT = /^(available|examples?|features?|functions?|library|supported|supports?|\d+|.)$/i;

/** Each term is compared with all parts. Of a longer text, such as a page that was pasted, the first ones count. */
const MOST_TERMS = 50;

/** What was sought: one of the stems is enough. */
export interface Term {
  readonly stems: readonly string[];
  readonly weight: number;
}

/**
 * The terms of a query, each once, with its weight for each time. A word of parts, as in multi-head or in_proj_weight,
 * is one term where the index knows it.
 */
export function termsOf(query: string, isKnown: (stem: string) => boolean): Term[] {
  const words = query.match(WORD) ?? [];
  const asked = words.filter((word) => !STOP.has(word.toLowerCase()));
  const terms = new Map<string, Term>();
  for (const { stems, weight } of (asked.length > 0 ? asked : words).flatMap((word) => termsOfWord(word, isKnown))) {
    const key = stems.join(" ");
    const before = terms.get(key)?.weight ?? 0;
    if (before > 0 || terms.size < MOST_TERMS) terms.set(key, { stems, weight: before + weight });
  }
  return [...terms.values()];
}

function termsOfWord(word: string, isKnown: (stem: string) => boolean): Term[] {
  const whole = stemOf(joined(word));
  const others = SYNONYMS.get(word.toLowerCase()) ?? SYNONYMS.get(whole) ?? SYNONYM_STEMS.get(whole) ?? [];
  const stems = [...new Set([whole, ...others.map((other) => stemOf(joined(other)))])];
  const parts = partsOf(word);
  if (parts.length > 1 && !stems.some(isKnown)) return parts.flatMap((part) => termsOfWord(part, isKnown));
  return [{ stems, weight: LIGHT.test(word) ? 0.3 : 1 }];
}

/** Letters and digits, with what joins parts of a name. */
const WORD = /[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*/gu;

/** The stems of a text: of whole words and of their parts. */
export function stemsOf(text: string): string[] {
  return (text.match(WORD) ?? []).flatMap((word) => {
    if (/^\d+$/.test(word) || STOP.has(word.toLowerCase())) return [];
    const parts = partsOf(word).filter((part) => part.length > 1 && !STOP.has(part.toLowerCase()));
    return [...new Set([joined(word), ...parts].map(stemOf))];
  });
}

const joined = (word: string): string => word.replaceAll("-", "").toLowerCase();

/** kvHeads has two parts, in_proj_weight has three. */
const partsOf = (word: string): string[] => {
  const parts = word
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1-")
    .split(/[-_]/)
    .filter(Boolean);
  return parts.length > 1 ? parts : [word];
};

/** A word in lower case without its ending: save, saves, saved and saving are one. */
export function stemOf(word: string): string {
  let stem = word.toLowerCase();
  if (stem.length < 4 || /[\d_]/.test(stem)) return stem;
  if (stem.endsWith("ies")) stem = `${stem.slice(0, -3)}y`;
  else if (/(s|x|z|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^su]s$/.test(stem) && !/[ai]s$/.test(stem)) stem = stem.slice(0, -1);
  const bare = stem.replace(/(?<!e)ed$|ing$|ation$|er$/, "");
  if (bare.length >= 3 && /[aeiouy]/.test(bare)) stem = bare;
  return stem
    .replace(/([bdgmnprt])\1$/, "$1")
    .replace(/(?<=..)e$/, "")
    .replace(/(?<=....)i[sz]$/, "");
}

const SYNONYM_STEMS = new Map(Array.from(SYNONYMS, ([word, others]) => [stemOf(word), others]));
