// What each head does for the next word of one text: where it looks, what it brings, and what is said without it. Over
// many texts: heads that stand in for each other.
import type { Heed } from "heed";
import { largestAt } from "../../kit/index.js";
import {
  asWritten,
  decidedAfter,
  headsOf,
  newTexts,
  Reader,
  rightOf,
  type Head,
  type Model,
} from "../../rooms/stories/index.js";
import { runOf, TEXTS, type Hundred, type StoryRun } from "../../rooms/stories/run/index.js";

export interface HeadHere extends Head {
  /** The word that it looks at most from the last word, and with which weight. */
  readonly seen: string;
  readonly weight: number;
  /** What it gives to the right name. */
  readonly toRight: number;
  /** What it brings to the lead of the right name. */
  readonly brings: number;
  /** The likeliest word without the head, and its share. */
  readonly says: string;
  readonly share: number;
  /** The share of the right name without it. */
  readonly rightShare: number;
  /** By how much the lead falls without it. */
  readonly falls: number;
}

export interface Here {
  readonly words: readonly string[];
  /** Who is given the thing, and who gives it. */
  readonly right: string;
  readonly giver: string;
  /** The share of the right name. */
  readonly share: number;
  /** The logit of the right name less that of whoever gives. */
  readonly lead: number;
  readonly heads: readonly HeadHere[];
}

/** @param words a text that ends where somebody is given something */
export function lookInto(heed: Heed, model: Model, words: readonly string[]): Here {
  const { word: right, by } = decidedAfter(model.table, words)!;
  const giver = words[by.at(-1)!]!;
  const line = words.length - 1;
  const of = (run: StoryRun) => {
    const shares = run.shares(line);
    const find = (name: string) => shares.find(({ word }) => word === name)!;
    return { first: shares[0]!, share: find(right).share, lead: find(right).logit - find(giver).logit };
  };
  const run = runOf(heed, model, words);
  const whole = of(run);
  const brought = run.brought(line, right, giver);
  const heads = headsOf(model).map((head): HeadHere => {
    const row = lookOf(run, head, line);
    const at = largestAt(row);
    const without = of(runOf(heed, model, words, [head]));
    return {
      ...head,
      seen: asWritten(words, at),
      weight: row[at]!,
      toRight: row.reduce((sum, weight, seen) => sum + (words[seen] === right ? weight : 0), 0),
      brings: brought.find(({ part }) => part !== "row" && part.layer === head.layer && part.head === head.head)!.value,
      ...{ says: without.first.word, share: without.first.share, rightShare: without.share },
      falls: whole.lead - without.lead,
    };
  });
  return { words, right, giver, share: whole.share, lead: whole.lead, heads };
}

/** What the head of a line gives to each word up to its own. */
function lookOf(run: StoryRun, { layer, head }: Head, line: number): Float32Array {
  const { data, shape } = run.look(layer).kept["weights"]!;
  const begin = (head * shape.at(-2)! + line) * shape.at(-1)!;
  return data.slice(begin, begin + line + 1) as Float32Array;
}

const most = <Thing>(things: readonly Thing[], by: (one: Thing) => number): Thing =>
  things.reduce((best, one) => (by(one) > by(best) ? one : best));

/** The head without which the right name has the smallest share. */
export const missedMost = ({ heads }: Here): HeadHere => most(heads, ({ rightShare }) => -rightShare);

/** The head that looks most at the right name. */
export const looksMost = ({ heads }: Here): HeadHere => most(heads, ({ toRight }) => toRight);

/** A head is missed if at least this many of 100 texts go wrong without it. */
const LOST = 20;

export interface StandIns {
  readonly heads: readonly [Hundred["heads"][number], Hundred["heads"][number]];
  /** Texts that are right without both. */
  readonly right: number;
}

/**
 * Two heads of a layer that replace each other: either may be off, but not both. Undefined if there is no such pair.
 * @param seed draws the same texts as in askHundred @param waits is called after each two; false ends it
 */
export async function standInsOf(
  heed: Heed,
  model: Model,
  seed: number,
  { right, heads }: Hundred,
  waits: () => Promise<boolean>,
): Promise<StandIns | undefined> {
  const texts = newTexts(model.table, TEXTS, seed);
  const spared = heads.filter(({ off }) => right - off < LOST);
  const pairs = spared.flatMap((one, at) =>
    spared.slice(at + 1).flatMap((other) => (other.layer === one.layer ? [[one, other] as const] : [])),
  );
  const reader = new Reader(heed, model, texts.length / 2, false);
  try {
    const found: StandIns[] = [];
    for (const pair of pairs) {
      found.push({ heads: pair, right: Math.round(TEXTS * rightOf(reader, model, texts, pair)) });
      if (!(await waits())) return undefined;
    }
    const alone = ({ heads: two }: StandIns): number => Math.min(...two.map(({ off }) => off));
    const needed = found.filter((one) => alone(one) - one.right >= LOST);
    return needed.sort((a, b) => a.right - b.right)[0];
  } finally {
    reader.dispose();
  }
}
