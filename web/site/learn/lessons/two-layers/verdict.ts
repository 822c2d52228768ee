// What a whole training shows, in one sentence.
import type { Graded } from "heed/train";
import { percent } from "../../frame/index.js";
import { smooth } from "../../training/index.js";
import { KINDS } from "./net.js";

/** From a quarter right to nine tenths: the cliff. */
const [FOOT, TOP] = [0.25, 0.9];

/** @param steps of each step, the loss and the share of right tokens of each kind of net */
export function verdictOf(steps: readonly (readonly Graded[])[]): [key: string, numbers: Record<string, string>] {
  const [two, one, handed] = KINDS.map((_, kind) => smooth(steps.map((graded) => graded[kind]!.accuracy)));
  const numbers = {
    two: percent(two!.at(-1)!),
    one: percent(one!.at(-1)!),
    handed: percent(handed!.at(-1)!),
    from: stepOf(two!, FOOT),
    to: stepOf(two!, TOP),
    handedAt: stepOf(handed!, TOP),
  };
  return [two!.at(-1)! >= TOP ? "verdict" : "verdict-slow", numbers];
}

/** The first step at which the share is reached. */
function stepOf(shares: readonly number[], wanted: number): string {
  return String(shares.findIndex((share) => share >= wanted) + 1);
}
