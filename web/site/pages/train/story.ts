// What happened in the heads of one run, from what was measured at its kept steps. Nothing is said that was not.
import { EVEN, NAMED, type HeadFacts, type Told } from "./messages.js";

/** Where a head puts its weight. */
export type Sort = "before" | "twoBefore" | "lastSpace";

const SORTS: readonly Sort[] = ["before", "twoBefore", "lastSpace"];

export interface Story {
  /** The last step at which all heads look evenly at what they see; the loss at first and there. */
  readonly even: { readonly step: number; readonly first: number; readonly there: number } | undefined;
  /** The first head of each sort, in the order of their steps. */
  readonly named: readonly Named[];
}

export interface Named {
  readonly sort: Sort;
  readonly head: number;
  readonly step: number;
  readonly share: number;
  readonly loss: number;
}

/** The story of the kept steps up to the last one that is given. */
export function storyOf(told: readonly Told[]): Story {
  const last = told.filter(({ heads }) => heads.every(({ evenness }) => evenness > EVEN)).at(-1);
  const even = last && last.step > 0 ? { step: last.step, first: told[0]!.heldOut, there: last.heldOut } : undefined;
  const named = SORTS.flatMap((sort) => {
    const first = told.find(({ heads }) => heads.some((head) => head[sort] >= NAMED));
    return first === undefined ? [] : [namedIn(first, sort)];
  });
  return { even, named: named.sort((a, b) => a.step - b.step) };
}

/** The head that has most of a sort at a step. */
function namedIn({ step, heldOut, heads }: Told, sort: Sort): Named {
  const shares = heads.map((head: HeadFacts) => head[sort]);
  const share = Math.max(...shares);
  return { sort, head: shares.indexOf(share), step, share, loss: heldOut };
}
