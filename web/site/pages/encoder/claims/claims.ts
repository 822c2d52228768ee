// What is said of the heads, each number computed here: where a pronoun leads, what a last word changes, and what a
// head gives to neighbours on average.
import { largestAt } from "../../../kit/index.js";
import { digits, make, percent } from "../../../../show/index.js";
import { placeName, type HeadPlace } from "../../../rooms/heads/index.js";
import { filled, phrase } from "../../../kit/texts/index.js";
import { allHeads, rowOf, weightsOf, type Reader, type ReadSentence } from "../sentence/reader.js";

export interface Claim {
  readonly text: string;
  readonly pronoun: string;
  /** The noun that the pronoun stands for. */
  readonly meant: string;
}

const NOUN_HEAD = { layer: 1, head: 1 };
const PREDICATE_HEAD = { layer: 1, head: 2 };

const TIRED = "The animal didn't cross the street because it was too tired.";
const WIDE = "The animal didn't cross the street because it was too wide.";

export const CLAIMS: readonly Claim[] = [
  { text: "The cat sat because it was tired.", pronoun: "it", meant: "cat" },
  { text: "My mother called the doctor because she was sick.", pronoun: "she", meant: "mother" },
  { text: "The robot stopped because its battery was empty.", pronoun: "its", meant: "robot" },
  { text: "The children went home because they were hungry.", pronoun: "they", meant: "children" },
  { text: "The bank is steep, so it's dangerous to stand near it.", pronoun: "it", meant: "bank" },
  { text: "The dog chased the cat because it was angry.", pronoun: "it", meant: "dog" },
  { text: TIRED, pronoun: "it", meant: "animal" },
  { text: WIDE, pronoun: "it", meant: "street" },
];

interface Judged extends Claim {
  readonly sentence: ReadSentence;
  readonly row: number;
  readonly found: number;
  readonly right: boolean;
}

export function judge(reader: Reader, claim: Claim): Judged {
  const sentence = reader.read(claim.text)!;
  const row = sentence.labels.indexOf(claim.pronoun);
  const found = largestAt(rowOf(sentence, NOUN_HEAD, row));
  return { ...claim, sentence, row, found, right: sentence.labels[found] === claim.meant };
}

/** Reads the sentences one at a time, so that the page never waits for all of them. */
export async function showClaims(
  host: HTMLElement,
  reader: Reader,
  open: (claim: Claim, beside?: Claim) => void,
  pause: () => Promise<void>,
): Promise<void> {
  const judged: Judged[] = [];
  for (const claim of CLAIMS) {
    await pause();
    judged.push(judge(reader, claim));
  }
  host.replaceChildren(pronouns(judged, open), whatChangesNothing(judged, open), predicates(judged), averages(judged));
}

function share({ sentence, row }: Judged, head: typeof NOUN_HEAD, label: string): string {
  const at = sentence.labels.indexOf(label);
  return percent(rowOf(sentence, head, row)[at]!);
}

function pronouns(judged: readonly Judged[], open: (claim: Claim) => void): HTMLElement {
  const rows = judged.map((one) => {
    const { sentence, row, found, right, meant, text, pronoun } = one;
    const button = make("button", { type: "button", class: "sentence", lang: "en" }, text);
    button.addEventListener("click", () => open(one));
    const looks = `${pronoun} → ${sentence.labels[found]} ${percent(rowOf(sentence, NOUN_HEAD, row)[found]!)}`;
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, button),
      make("td", { lang: "en" }, looks),
      make("td", { lang: "en" }, `${meant} ${share(one, NOUN_HEAD, meant)}`),
      filled("td", right ? "right" : "wrong", { class: right ? "right" : "wrong" }),
    );
  });
  const count = judged.filter(({ right }) => right).length;
  const heads = ["sentence", "looks-most-at", "it-means"].map((key) => filled("th", key, { scope: "col" }));
  const verdict = make("th", { scope: "col" }, filled("span", "right-or-wrong", { class: "unseen" }));
  return make(
    "section",
    {},
    filled("h3", "noun"),
    filled("p", "noun-text", { class: "prose" }, { right: count, count: judged.length }),
    tableOf("noun-table", [...heads, verdict], rows),
  );
}

/** @param label the key of its name */
function tableOf(label: string, heads: readonly HTMLElement[], rows: readonly HTMLElement[]): HTMLElement {
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  const name = { "data-t-label": label, "aria-label": phrase(label) };
  return make("div", { class: "scroller", tabindex: 0, role: "group", ...name }, table);
}

/** The row of "it" with the one last word and with the other. */
function whatChangesNothing(judged: readonly Judged[], open: (claim: Claim, beside: Claim) => void): HTMLElement {
  const [tired, wide] = [TIRED, WIDE].map((text) => judged.find((one) => one.text === text)!) as [Judged, Judged];
  const words = ["animal", "street"];
  const button = filled("button", "compare-both", { type: "button" });
  button.addEventListener("click", () => open(tired, wide));
  const told = (one: Judged): string => words.map((word) => `${word} ${share(one, NOUN_HEAD, word)}`).join(", ");
  return make(
    "section",
    {},
    filled("h3", "no-change"),
    filled("p", "no-change-text", {}, () => ({ tired: told(tired), wide: told(wide) })),
    button,
  );
}

function predicates(judged: readonly Judged[]): HTMLElement {
  const told = [judged[0]!, judged[4]!, judged[3]!].map((one) => {
    const row = rowOf(one.sentence, PREDICATE_HEAD, one.row);
    const found = largestAt(row);
    return `${one.pronoun} → ${one.sentence.labels[found]} ${percent(row[found]!)}`;
  });
  return make("section", {}, filled("h3", "predicate"), filled("p", "predicate-text", {}, { list: told.join("; ") }));
}

/**
 * How much each head gives, on average over all pieces of the sentences, to the piece itself and to those beside it.
 */
function averages(judged: readonly Judged[]): HTMLElement {
  const mean = (place: HeadPlace, by: number): number => {
    let [sum, count] = [0, 0];
    for (const { sentence } of judged) {
      const [weights, side] = [weightsOf(sentence, place), sentence.labels.length];
      for (let row = Math.max(0, -by); row < side - Math.max(0, by); row++, count++)
        sum += weights[row * side + row + by]!;
    }
    return sum / count;
  };
  const keys = ["head", "itself", "previous", "next"];
  const heads = keys.map((key) => filled("th", key, { scope: "col" }));
  const rows = allHeads().map((place) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, placeName(place)),
      ...[0, -1, 1].map((by) => make("td", { class: "number-cell" }, digits(mean(place, by), 2))),
    ),
  );
  return make(
    "section",
    {},
    filled("h3", "neighbour-means"),
    filled("p", "neighbour-text", { class: "prose" }),
    tableOf("neighbour-table", heads, rows),
  );
}
