// What the search finds: words are compared by their stems, rare words count more than frequent ones, and a name counts
// more than a text. A sentence of an error leads to its place in the list of errors.
import { stemsOf, termsOf, type Term } from "./words.js";

/** A page of the documentation, and its parts. The first part is the page itself. */
export interface IndexedPage {
  readonly file: string;
  readonly title: string;
  /** What it is kept for: "seldom" is for completeness. */
  readonly kind: "guide" | "reference" | "errors" | "seldom";
  /** `also` has phrases by which readers may call the part, with commas between them. */
  readonly parts: readonly (readonly [place: string, name: string, text: string, also?: string])[];
}

export interface Found {
  readonly href: string;
  readonly title: string;
  readonly page: string;
  /** Words round the first word that was sought. */
  readonly text: string;
}

const MOST = 12;
/** A part that has less than this share of what was sought is not found. */
const LEAST_COVER = 0.55;
/** The least that a pasted sentence shares with one of the list: of the shorter sentence, and of the longer one. */
const SAME_SENTENCE = [0.7, 0.25] as const;
const FEWEST_WORDS = 5;
/** How likely a part of such a page is the answer. A page as a whole is a little likelier than its parts. */
const LIKELY = { guide: 1, reference: 0.8, errors: 0.4, seldom: 0.4 };
const WHOLE_PAGE = 1.1;

/** A part as it is compared. */
interface Part {
  readonly found: Found;
  /** Whether it is a sentence of the list of errors. */
  readonly isSentence: boolean;
  readonly likely: number;
  readonly name: readonly string[];
  readonly phrases: readonly (readonly string[])[];
  readonly title: ReadonlySet<string>;
  readonly text: ReadonlyMap<string, number>;
}

/** The index as it is compared: its parts, and how many of them have a stem. */
interface Prepared {
  readonly parts: readonly Part[];
  readonly counts: ReadonlyMap<string, number>;
}

const prepared = new WeakMap<readonly IndexedPage[], Prepared>();

/** The parts that answer best. */
export function find(index: readonly IndexedPage[], query: string): Found[] {
  let made = prepared.get(index);
  if (made === undefined) prepared.set(index, (made = prepare(index)));
  const { parts } = made;
  const terms = termsOf(query, (stem) => made.counts.has(stem));
  if (terms.length === 0) return [];
  const said = sentencesLike(made, query);
  const scored = parts
    .map((part) => ({ part, score: said.get(part) ?? scoreOf(made, part, terms) * part.likely }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  return scored.slice(0, MOST).map(({ part }) => ({ ...part.found, text: excerpt(part.found.text, terms) }));
}

function prepare(index: readonly IndexedPage[]): Prepared {
  const parts = index.flatMap(({ file, title, kind, parts: all }) =>
    all.map(([place, name, text, also = ""]) => ({
      found: { href: place === "" ? file : `${file}#${place}`, title: name || title, page: title, text },
      isSentence: kind === "errors" && place.startsWith("says-"),
      likely: LIKELY[kind] * (place === "" ? WHOLE_PAGE : 1),
      name: stemsOf(name || title),
      phrases: also.split(",").map((phrase) => stemsOf(phrase)),
      title: new Set(stemsOf(title)),
      text: counted(stemsOf(text)),
    })),
  );
  const counts = counted(
    parts.flatMap(({ name, phrases, text }) => [...new Set([...name, ...phrases.flat(), ...text.keys()])]),
  );
  return { parts, counts };
}

function counted(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

/** How much a stem tells: the fewer parts have it, the more it tells. */
function rarity({ parts, counts }: Prepared, stem: string): number {
  return Math.log(1 + parts.length / (counts.get(stem) ?? 0.5));
}

/** 0 where too little of what was sought is there. */
function scoreOf(made: Prepared, part: Part, terms: readonly Term[]): number {
  let [score, sought, covered] = [0, 0, 0];
  for (const { stems, weight } of terms) {
    const rare = Math.min(...stems.map((stem) => rarity(made, stem))) * weight;
    const here = Math.max(...stems.map((stem) => worthOf(part, stem)));
    sought += rare;
    if (here > 0) covered += rare;
    score += rare * here;
  }
  const cover = covered / sought;
  if (cover < LEAST_COVER) return 0;
  return (score / sought + fitOf(part, terms)) * cover * cover;
}

/** What a stem is worth in a part: most in its name, least in its text. A beginning is worth less than a whole word. */
function worthOf({ name, phrases, title, text }: Part, stem: string): number {
  if (name.includes(stem)) return 6;
  if (phrases.some((phrase) => phrase.includes(stem))) return 5;
  const times = text.get(stem);
  const inText = times === undefined ? 0 : 1.5 + Math.min(1, times / 8);
  const inTitle = title.has(stem) ? 2 : 0;
  if (inText + inTitle > 0) return inText + inTitle;
  if (stem.length < 2) return 0;
  const begins = (one: string): boolean => one.startsWith(stem);
  if (name.some(begins)) return 3.5;
  if (phrases.some((phrase) => phrase.some(begins))) return 2.5;
  for (const one of text.keys()) if (begins(one)) return 1;
  return 0;
}

/** How well the whole of what was sought is the whole name, the member of a name, or one of the phrases. */
function fitOf({ found, name, phrases }: Part, terms: readonly Term[]): number {
  const isMet = (one: string): boolean => terms.some(({ stems }) => stems.includes(one));
  const weigh = (some: readonly Term[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  const share = (words: readonly string[]): number => {
    if (words.length === 0) return 0;
    const asked = terms.filter(({ stems }) => stems.some((stem) => words.includes(stem)));
    return (words.filter(isMet).length / words.length) * (weigh(asked) / weigh(terms));
  };
  const member = found.title.includes(".") ? stemsOf(found.title.split(".").at(-1)!) : [];
  return 8 * Math.max(share(name), share(member) * 0.9, ...phrases.map(share));
}

/** Sentences of errors that have nearly all words of the query, with a score above all others. */
function sentencesLike(made: Prepared, query: string): Map<Part, number> {
  const pasted = query.replace(/^[^]*?\b[\w/]+\.\w+: /, "");
  const found = new Map<Part, number>();
  if (pasted.trim().split(/\s+/).length < FEWEST_WORDS) return found;
  const sought = new Set(stemsOf(pasted));
  const size = (stems: Iterable<string>): number => [...stems].reduce((sum, stem) => sum + rarity(made, stem), 0);
  const asked = size(sought);
  for (const part of made.parts) {
    if (!part.isSentence) continue;
    const own = new Set(stemsOf(part.found.text));
    const common = size([...own].filter((stem) => sought.has(stem)));
    const [shorter, longer] = [size(own), asked].sort((a, b) => a - b) as [number, number];
    const [least, leastOfLonger] = SAME_SENTENCE;
    if (own.size < 3 || common / shorter < least || common / longer < leastOfLonger) continue;
    // What was said first is the error; advice comes after it.
    const places = [...sought].flatMap((stem, at) => (own.has(stem) ? [at] : []));
    found.set(part, 100 + common - (3 * places.reduce((sum, at) => sum + at)) / places.length);
  }
  return found;
}

function excerpt(text: string, terms: readonly Term[]): string {
  const lower = text.toLowerCase();
  const places = terms.flatMap(({ stems }) => stems.map((stem) => wordAt(lower, stem))).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 40);
  const from = start === 0 || places.length === 0 ? 0 : text.indexOf(" ", start) + 1;
  return `${from > 0 ? "… " : ""}${text.slice(from, from + 120)}`;
}

/** Where a word begins with the stem. */
function wordAt(text: string, stem: string): number {
  for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!)) return at;
  return -1;
}
