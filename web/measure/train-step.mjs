// One training step of the lookup task (d = 64, 32 bags of nine tokens): new bags, forward, loss, backward, Adam.
import { timeOf } from "./sample.mjs";

/**
 * Times a whole step, and its forward and backward alone. `heed` and `train` are the addresses of the built entries.
 * @returns {Promise<{ flavour: string, step: object, forward: object, backward: object }>}
 */
export async function measureTrainStep({ heed, train, flavour, importModule, budget }) {
  const [{ load }, { lookupTraining }] = await Promise.all([importModule(heed), importModule(train)]);
  const training = lookupTraining(await load({ flavour }));
  const { session } = training;
  const step = await timeOf(() => training.step(), budget);
  const forward = await timeOf(() => session.run(), budget);
  const backward = await timeOf(() => session.backward(), budget);
  training.dispose();
  return { flavour, step, forward, backward };
}
