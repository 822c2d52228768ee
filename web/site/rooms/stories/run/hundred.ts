// Over 100 new texts: how often the right name comes next, as it is and with each head off, and which heads are worth
// a second look. The heads are chosen by these measures only.
import type { Heed } from "heed";
import {
  looks,
  newTexts,
  Reader,
  rightOf,
  type Asked,
  type Head,
  type HeadLooks,
  type Looked,
  type Model,
} from "../index.js";

export const TEXTS = 100;
/** Texts that are read between two looks at the page. */
const SLICE = 20;

export interface HeadOfHundred extends HeadLooks {
  /** Texts that are right while the head is off. */
  readonly off: number;
}

export interface Hundred {
  readonly right: number;
  readonly heads: readonly HeadOfHundred[];
}

/** @param seed draws the texts @param waits is called between two slices; false ends it */
export async function askHundred(
  heed: Heed,
  model: Model,
  seed: number,
  waits: (done: number) => Promise<boolean>,
): Promise<Hundred | undefined> {
  const texts = newTexts(model.table, TEXTS, seed);
  const slices = Array.from({ length: TEXTS / SLICE }, (_, at) => texts.slice(at * SLICE, (at + 1) * SLICE));
  const reader = new Reader(heed, model, SLICE, false);
  try {
    const seen: Looked[] = [];
    for (const slice of slices) {
      seen.push(looks(heed, model, slice));
      if (!(await waits(0))) return undefined;
    }
    const mean = (of: (one: Looked) => number): number => seen.reduce((sum, one) => sum + of(one), 0) / seen.length;
    const heads: HeadOfHundred[] = [];
    for (const [at, { layer, head }] of seen[0]!.heads.entries()) {
      const off = await rightWithout(reader, model, slices, { layer, head }, () =>
        waits((at + 1) / seen[0]!.heads.length),
      );
      if (off === undefined) return undefined;
      heads.push({
        ...{ layer, head, off },
        right: mean(({ heads: all }) => all[at]!.right),
        giver: mean(({ heads: all }) => all[at]!.giver),
        others: mean(({ heads: all }) => all[at]!.others),
      });
    }
    return { right: Math.round(TEXTS * mean(({ right }) => right)), heads };
  } finally {
    reader.dispose();
  }
}

async function rightWithout(
  reader: Reader,
  model: Model,
  slices: readonly (readonly Asked[])[],
  off: Head,
  waits: () => Promise<boolean>,
): Promise<number | undefined> {
  let right = 0;
  for (const slice of slices) {
    right += Math.round(slice.length * rightOf(reader, model, slice, [off]));
    if (!(await waits())) return undefined;
  }
  return right;
}

/** A head that costs at most the first number of 100 texts is not missed; from the second up it is. */
const [FEW, MANY] = [5, 20];

export interface Chosen {
  /** The head whose absence costs most. */
  readonly strongest: HeadOfHundred;
  /** Looks most at the right name, among those whose absence costs little; undefined where none is. */
  readonly idle: HeadOfHundred | undefined;
  /** Looks more at a wrong name than at the right one and is missed; it may be the strongest. */
  readonly wrong: HeadOfHundred | undefined;
}

export function chosenOf({ right, heads }: Hundred): Chosen {
  const strongest = heads.reduce((best, one) => (one.off < best.off ? one : best));
  const wrongLook = ({ giver, others }: HeadOfHundred): number => Math.max(giver, others);
  const most = (some: readonly HeadOfHundred[], by: (one: HeadOfHundred) => number): HeadOfHundred | undefined =>
    [...some].sort((a, b) => by(b) - by(a))[0];
  return {
    strongest,
    idle: most(
      heads.filter(({ off }) => right - off <= FEW),
      (one) => one.right,
    ),
    wrong: most(
      heads.filter((one) => right - one.off >= MANY && wrongLook(one) > one.right),
      wrongLook,
    ),
  };
}
