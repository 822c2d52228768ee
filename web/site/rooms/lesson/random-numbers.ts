// Random numbers in the playground, for links from the lessons.
import type { Changes } from "../state/index.js";

/** Tokens and weights drawn from a seed, as wide as the playground goes. */
export function randomNumbers(seed: number): Changes {
  const source = { from: "random", seed } as const;
  return { width: 16, dim: 16, x: source, query: source, key: source, value: source };
}
