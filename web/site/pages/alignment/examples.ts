// Sentences that no step trains on: one for each thing to see.
import { heldOutPairs } from "./net.js";
import type { Pair, Task } from "./tasks.js";

export const EXAMPLES = ["crossing", "straight", "twice", "place"] as const;

const SEARCHED = 600;

/** In the order of EXAMPLES. */
export function examplesOf(task: Task): Pair[] {
  const all = heldOutPairs(task, SEARCHED);
  const isTwoWords = ({ target }: Pair): boolean => target.some(({ text }) => text === "looks");
  const startsInOrder = ({ target }: Pair): boolean =>
    target.every(({ from }, at) => at === 0 || from >= target[at - 1]!.from);
  const hasPlace = ({ target }: Pair): boolean => target.some(({ role }) => role === "after");
  const isRepeated = ({ source }: Pair): boolean => new Set(source).size < source.length;
  const conditions: readonly ((pair: Pair) => boolean)[] = [
    (pair) =>
      isTwoWords(pair) && !startsInOrder(pair) && !hasPlace(pair) && !isRepeated(pair) && pair.source.length > 7,
    (pair) => isTwoWords(pair) && startsInOrder(pair) && !hasPlace(pair) && !isRepeated(pair) && pair.source.length > 5,
    (pair) => !startsInOrder(pair) && !hasPlace(pair) && isRepeated(pair) && pair.source.length > 6,
    (pair) => !startsInOrder(pair) && hasPlace(pair) && !isRepeated(pair) && pair.source.length > 8,
  ];
  return conditions.map((isWanted) => all.find(isWanted)!);
}
