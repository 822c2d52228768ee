// Steps on the page's own thread, for work that is too short for the worker. The page draws between two slices.
import type { StepSource } from "./experiment-run.js";

/** A slice takes a part of a frame. */
const SLICE_MS = 10;

/** @param take takes the next step @param close frees what the steps use */
export function ownSteps<Step>(take: () => Step, close: () => void = () => {}): StepSource<Step> {
  return {
    async advance(count) {
      await nextFrame();
      const since = performance.now();
      const steps = [take()];
      while (steps.length < count && performance.now() - since < SLICE_MS) steps.push(take());
      return steps;
    },
    close,
  };
}

/** A hidden page gets no frames. Its work goes on all the same. */
function nextFrame(): Promise<unknown> {
  return new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(resolve)));
}
