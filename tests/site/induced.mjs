// The training of the lesson "Two layers", for tests of what its nets learn: computed once for all of them.
import { kept } from "./kept.mjs";
import { heed, siteModule, siteText } from "./runs.mjs";

const FILE = "pages/two-layers/induction.ts";
const text = await siteText(FILE);
const { openInduction } = await siteModule(FILE);

/** { graded, snapshots, last }: what each step was graded, and all snapshots, of which only the last has parameters. */
export const induced = (steps, options) =>
  kept("induced", [text, steps, options], () => {
    const training = openInduction(heed, options);
    const taken = Array.from({ length: steps }, () => training.step());
    training.dispose();
    const snapshots = taken.flatMap(({ snapshot }) => snapshot ?? []);
    return {
      graded: taken.map(({ graded }) => graded),
      snapshots: snapshots.map(({ step, previous, induction }) => ({ step, previous, induction })),
      last: snapshots.at(-1),
    };
  });
