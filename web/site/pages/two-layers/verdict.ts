// What a whole training shows, in one sentence.
import type { Graded } from "heed/train";
import { percent } from "../../rooms/lesson/index.js";
import { smooth } from "../../rooms/training/index.js";
import { KINDS } from "./net.js";

/** From a quarter right to nine tenths: the part of the training in which the heads appear. */
const [FOOT, TOP] = [0.25, 0.9];

/** @param steps for each step, the loss and the share of right tokens of each kind of net */
export function verdictOf(steps: readonly (readonly Graded[])[]): [key: string, numbers: Record<string, string>] {
  const [two, one, handed] = KINDS.map((_, kind) => smooth(steps.map((graded) => graded[kind]!.accuracy)));
  const shares = { two: percent(two!.at(-1)!), one: percent(one!.at(-1)!), handed: percent(handed!.at(-1)!) };
  if (two!.at(-1)! < TOP) return ["verdict-slow", shares];
  const risen = { ...shares, from: String(stepOf(two!, FOOT)), to: String(stepOf(two!, TOP)) };
  const handedAt = stepOf(handed!, TOP);
  if (handedAt === undefined) return ["verdict-handed-slow", risen];
  return ["verdict", { ...risen, handedAt: String(handedAt) }];
}

/** The first step at which the share is reached, counted from 1; undefined if it never is. */
function stepOf(shares: readonly number[], wanted: number): number | undefined {
  const at = shares.findIndex((share) => share >= wanted);
  return at < 0 ? undefined : at + 1;
}
