// The worker of a page, which takes steps by heed. Each message gets one answer: { recipe, where } the name of the
// contender, { steps } their milliseconds.
import { openHeed } from "./train-steps.mjs";

let contender;

async function answer({ recipe, where, steps }) {
  if (recipe === undefined) return contender.steps(steps);
  contender = await openHeed(recipe, where);
  return contender.name;
}

onmessage = ({ data }) =>
  answer(data).then(
    (given) => postMessage({ given }),
    (error) => postMessage({ failed: String(error?.stack ?? error) }),
  );
