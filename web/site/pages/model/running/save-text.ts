// The heads of a text as a file, under the names that the viewer and the Python of the page give them.
import type { Tensor } from "heed";
import { npzOf, numberArray, textArray } from "../../../rooms/export/index.js";

const letOthersWork = (): Promise<void> => new Promise((rest) => setTimeout(rest));

/** @param weights `[heads, tokens, tokens]` of each layer */
export function saveText(weights: readonly Tensor[], names: readonly string[]): Promise<Blob> {
  const attention = weights.map(({ data }) => data);
  const shape = [weights.length, ...weights[0]!.shape];
  return npzOf([numberArray("attention", shape, attention), textArray("tokens", names)], letOthersWork);
}
