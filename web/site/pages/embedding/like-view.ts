// The small model's table before its training and after it: the nearest rows of a word, and how near the words of each
// kind are.
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits, make } from "../../../show/index.js";
import {
  cellButton,
  figureButton,
  fillTable,
  formula,
  meanFigure,
  openCells,
  openFigures,
  shareCell,
  tableRow,
  type AttentionComputation,
  type Figure,
  type Page,
} from "../../rooms/lesson/index.js";
import { nearestTo, scoresOf, unitRows } from "./cosine.js";
import { sorted } from "./reading-view.js";
import { kindsOf, MOMENTS, type Kind, type Small, type When } from "./small.js";

const SHOWN = 6;
/** Words that stand for their kind. */
const NAMED = 3;
/** Pairs that a mean shows. */
const FIRST = 12;

/** What a mean is of: pairs of words of a kind, or each of them with all words that are not. */
const MEANS = ["before", "after", "others"] as const;
type Mean = (typeof MEANS)[number];

type Pair = readonly [row: number, column: number];

export class LikeView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;

  constructor(page: Page<F>, heed: Heed) {
    [this.#page, this.#heed] = [page, heed];
  }

  /** @param word "" for the word that is said in the course's sentence */
  show(small: Small, word: string): void {
    const { table, words, idOf } = small;
    const field = byId<HTMLInputElement>("like");
    const [first] = table.front.said;
    [field.lang, field.placeholder] = [table.language, first];
    if (document.activeElement !== field) field.value = word || first;
    byId("listed").replaceChildren(...sorted(words, table.language).map((value) => make("option", { value })));
    const asked = idOf((word || first).trim());
    this.#showKinds(small);
    const sizes = { listed: words.length, columns: small.rows.after.shape[1]! };
    this.#page.fill(byId("like-text"), "like-text", sizes);
    if (asked === undefined) {
      fillTable("alike", []);
      return this.#page.fill(byId("like-said"), "like-unknown", { word });
    }
    const found = MOMENTS.map((when) => nearestTo(this.#heed, unitRows(small.rows[when]), words, asked));
    for (const [at, when] of MOMENTS.entries()) openCells(`alike-${when}`, found[at]!.computation);
    const rows = Array.from({ length: SHOWN }, (_, place) => {
      const cells = found.flatMap(({ scores, order }, at) => {
        const other = order[place]!;
        const cell = { matrix: "raw", column: other } as const;
        const button = cellButton(digits(scores[other]!, 2), `alike-${MOMENTS[at]!}`, cell);
        return [make("span", { lang: table.language }, words[other]!), shareCell(Math.max(0, scores[other]!), button)];
      });
      return tableRow(String(place + 1), ...cells);
    });
    fillTable("alike", rows);
    this.#page.fill(byId("like-said"), "like-said", { word: words[asked]!, ...sizes });
  }

  #showKinds(small: Small): void {
    const { words, table } = small;
    const all = (when: When): AttentionComputation => {
      const units = unitRows(small.rows[when]);
      return scoresOf(this.#heed, units, units, { tokens: words, keyTokens: words });
    };
    const cosines = { before: all("before"), after: all("after") };
    const kinds = kindsOf(small);
    const meanOf = (kind: Kind, mean: Mean): number => meanAt(pairsOf(small, kind, mean), cosines[momentOf(mean)]);
    openFigures("kind", (at) => {
      const [kind, mean] = at.split("-") as [string, Mean];
      return this.#meanFigure(small, { kind: kinds[Number(kind)]!, mean, cosines: cosines[momentOf(mean)] });
    });
    fillTable(
      "kinds",
      kinds.map((kind, at) =>
        tableRow(
          make("span", { lang: table.language }, nameOf(kind)),
          ...MEANS.map((mean) => figureButton(digits(meanOf(kind, mean), 2), "kind", `${at}-${mean}`)),
        ),
      ),
    );
    const averageOf = (areNouns: boolean, mean: Mean): string => {
      const some = kinds.filter((kind) => kind.areNouns === areNouns);
      return digits(some.reduce((sum, kind) => sum + meanOf(kind, mean), 0) / some.length, 2);
    };
    this.#page.fill(byId("kinds-said"), "kinds-said", {
      said: averageOf(false, "after"),
      nouns: averageOf(true, "after"),
      saidBefore: averageOf(false, "before"),
      nounsBefore: averageOf(true, "before"),
    });
  }

  #meanFigure(
    small: Small,
    { kind, mean, cosines }: { kind: Kind; mean: Mean; cosines: AttentionComputation },
  ): Figure {
    const { words } = small;
    const pairs = pairsOf(small, kind, mean);
    return meanFigure({
      location: nameOf(kind),
      title: this.#page.text(`mean-${mean}`),
      formula: formula("\\frac{1}{n} \\sum_p c_p", true),
      heads: ["", "c"],
      rows: pairs.slice(0, FIRST).map(([row, column]) => ({
        name: `${words[row]!}, ${words[column]!}`,
        numbers: [
          {
            value: cosineAt(cosines, [row, column]),
            cell: () => [cosines, { matrix: "raw", head: 0, row, column }] as const,
          },
        ],
      })),
      sum: pairs.reduce((all, pair) => all + cosineAt(cosines, pair), 0),
      count: pairs.length,
    });
  }
}

const momentOf = (mean: Mean): When => (mean === "before" ? "before" : "after");

const nameOf = ({ words }: Kind): string => words.slice(0, NAMED).join(", ") + (words.length > NAMED ? "\u00a0…" : "");

function pairsOf({ words, idOf }: Small, kind: Kind, mean: Mean): Pair[] {
  const own = kind.words.map((word) => idOf(word)!);
  const others = words.map((_, at) => at).filter((at) => !own.includes(at));
  return own.flatMap((row, at) =>
    (mean === "others" ? others : own.slice(at + 1)).map((column): Pair => [row, column]),
  );
}

const cosineAt = ({ kept, tokens }: AttentionComputation, [row, column]: Pair): number =>
  kept.raw.data[row * tokens.length + column]!;

const meanAt = (pairs: readonly Pair[], cosines: AttentionComputation): number =>
  pairs.reduce((sum, pair) => sum + cosineAt(cosines, pair), 0) / pairs.length;
