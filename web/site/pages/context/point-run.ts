// The training of one layer, and what it learns about "it" in three sentences.
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { percent } from "../../rooms/lesson/index.js";
import { ExperimentRun, Moments, type ExperimentWorker } from "../../rooms/training/index.js";
import type { openPointing, Pointed, SentenceWeights } from "./pointing.js";
import { showSentences } from "./sentence-view.js";
import { SENTENCES } from "./sentences.js";
import { LEARNING_STEPS, LOOK_EVERY, page, SEED } from "./state.js";

/** @param core undefined until it has started */
export function startPointing(worker: ExperimentWorker, core: () => Heed | undefined): void {
  const seen = new Moments<Pointed>();
  const draw = (): void => {
    const { shown } = training;
    const pointed = seen.at(shown);
    showSentences(page, core(), pointed);
    if (pointed === undefined || shown === 0) page.fill(byId("point-verdict"), "point-not-yet");
    else if (shown < LEARNING_STEPS)
      page.fill(byId("point-verdict"), "point-then", { step: shown, ...verdict(pointed.weights) });
    else page.fill(byId("point-verdict"), "point-verdict", verdict(pointed.weights));
  };
  const training = new ExperimentRun(byId("pointing"), page, {
    total: LEARNING_STEPS,
    unit: "steps",
    paced: true,
    sliceSteps: LOOK_EVERY,
    open: () => worker.open<typeof openPointing>("pointing", { seed: SEED }),
    opened({ about }) {
      seen.add(0, about.fresh);
      draw();
    },
    async took(_, done, source) {
      const pointed = await source.view();
      seen.add(done, pointed);
      draw();
      if (done === LEARNING_STEPS) page.say("point-verdict", verdict(pointed.weights));
    },
    goBack: draw,
    cleared() {
      seen.clear();
      draw();
    },
  });
  page.onChange(draw);
}

/** For each sentence, the share of its meant words together. */
function verdict(weights: SentenceWeights): Record<string, string> {
  return Object.fromEntries(
    SENTENCES.map(({ name, meant }, at) => [
      name,
      percent(meant.reduce((sum, token) => sum + weights[at]![token]!, 0)),
    ]),
  );
}
