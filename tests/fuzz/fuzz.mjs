// Runs random programs over the public calls. A program is one valid call, which a textbook checks, and several like it
// with something wrong in them; or an object that is used and abused.
import { randomOf } from "../lib/support.mjs";
import * as calls from "./calls.mjs";
import * as helpers from "./helpers.mjs";
import { spoil } from "./hostile.mjs";
import * as objects from "./objects.mjs";
import { attempt, checkResults } from "./outcome.mjs";
import { chance, pick } from "./problem.mjs";

/** Engines and Node give some memory back only between tasks. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const CALLS = Object.values(calls);
const HELPERS = Object.values(helpers);
const OBJECTS = Object.values(objects);

/** How many spoiled calls are made for each valid one. */
const SPOILED = 9;

function runCalls(random, heed, entries, figures) {
  const make = pick(random, chance(random, 0.25) ? HELPERS : CALLS);
  const call = make(random, heed, entries);
  const found = call.run(...call.args);
  call.check(found);
  figures.checked++;
  for (let n = 0; n < SPOILED; n++) {
    const results = attempt(() => call.run(...spoil(random, call.args, heed)));
    if (results === undefined) figures.refused++;
    else checkResults(results);
  }
  return 1 + SPOILED;
}

/**
 * Makes `count` calls, or a few more. Program number n follows from seed + n alone.
 *
 * @param {Record<string, any>} heed
 * @param {Record<string, any>} entries The modules of the package: lib, layers, rotary, train.
 * @param {{ seed: number, count: number, programs?: number }} plan
 * @param {(calls: number) => Promise<void>} [each] Is called after each program, with the number of calls so far.
 * @returns how many programs and calls were made, checked against a textbook and refused.
 */
export async function fuzz(heed, entries, { seed, count, programs = Infinity }, each = async () => {}) {
  const figures = { programs: 0, calls: 0, checked: 0, refused: 0 };
  for (; figures.calls < count && figures.programs < programs; figures.programs++) {
    const own = seed + figures.programs;
    const random = randomOf(own);
    try {
      figures.calls += chance(random, 0.15)
        ? pick(random, OBJECTS)(random, heed, entries.layers)
        : runCalls(random, heed, entries, figures);
      // Whatever came before, the next call is right.
      if (figures.programs % 50 === 0) checkCanary(heed);
    } catch (cause) {
      throw new Error(`fuzz: seed ${own}: ${cause.message}`, { cause });
    }
    if (figures.programs % 100 === 0) await nextTurn();
    await each(figures.calls);
  }
  return figures;
}

function checkCanary(heed) {
  const { output } = heed.attention(
    [[1, 0]],
    [
      [1, 0],
      [0, 1],
    ],
    [[1], [3]],
    { scale: Math.log(3) },
  );
  if (Math.abs(output.data[0] - 1.5) > 1e-6) throw new Error(`a plain call gave ${output.data[0]}, not 1.5`);
}
