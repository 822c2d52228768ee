// Steps on the page's own thread, for work that is too short for the worker. The page draws between two slices.
import { inFrameOrTask } from "../../../show/index.js";
import type { StepSource } from "./experiment-run.js";

/** A slice takes a part of a frame. */
const SLICE_MS = 10;

/** @param take takes the next step @param close frees what the steps use */
export function ownSteps<Step>(take: () => Step, close: () => void = () => {}): StepSource<Step> {
  return {
    async advance(count) {
      await new Promise<void>(inFrameOrTask);
      const since = performance.now();
      const steps = [take()];
      while (steps.length < count && performance.now() - since < SLICE_MS) steps.push(take());
      return steps;
    },
    close,
  };
}
