// What happened in the heads, from the figures of this run alone.
import type { HeadFacts, Seen } from "./plan.js";

/** A head whose weight on one place is this large has a name. */
export const NAMED = 0.5;
/** Above this share of the entropy of equal weights a head is nearly even. */
export const EVEN = 0.95;

const KINDS = ["before", "twoBefore", "lastSpace"] as const;

export type Kind = (typeof KINDS)[number];

export interface Story {
  /** The last of the first steps at which every head was nearly even; undefined where one never was. */
  readonly even: Seen | undefined;
  /** The head that gives most to one place at the end, if that is half of its weight. */
  readonly named: Named | undefined;
}

export interface Named {
  readonly kind: Kind;
  readonly head: number;
  readonly share: number;
  /** The first step from which on it gives half of its weight or more. */
  readonly since: Seen;
}

/** @param seen the kept steps, from the first on; the last of them is the end of the story */
export function storyOf(seen: readonly Seen[]): Story {
  const uneven = seen.findIndex(({ heads }) => heads.some(({ evenness }) => evenness <= EVEN));
  const last = uneven < 0 ? seen.length - 1 : uneven - 1;
  return { even: seen[last], named: namedOf(seen) };
}

/** What a head is called after; undefined where it gives no place half of its weight. */
export function kindOf(facts: HeadFacts): Kind | undefined {
  return KINDS.find((kind) => (facts[kind] ?? 0) >= NAMED);
}

function namedOf(seen: readonly Seen[]): Named | undefined {
  const { heads } = seen.at(-1)!;
  const found = heads.flatMap((facts, head) => {
    const kind = kindOf(facts);
    return kind === undefined ? [] : [{ kind, head, share: facts[kind]! }];
  });
  const most = found.reduce<(typeof found)[number] | undefined>((a, b) => (a && a.share >= b.share ? a : b), undefined);
  if (most === undefined) return undefined;
  let since = seen.length - 1;
  while (since > 0 && (seen[since - 1]!.heads[most.head]![most.kind] ?? 0) >= NAMED) since--;
  return { ...most, since: seen[since]! };
}
