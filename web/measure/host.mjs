// The part of the benchmark that runs in the engine. A Node process or a page holds one host and tells it what to
// measure. A host answers with plain objects, so that the answers can cross to another process.
import { longestBlock } from "./blocks.mjs";
import { inputsFor } from "./inputs.mjs";
import { expectedRows, largestError, LARGEST_ALLOWED } from "./oracle.mjs";
import { openPeak } from "./peak.mjs";
import { openRead } from "./read.mjs";
import { BUDGET, timeOf, timesOf } from "./sample.mjs";
import { flops } from "./shapes.mjs";
import { measureTrainStep } from "./train-step.mjs";

/** `importModule` gives a contender's module for its name or address. */
export function createHost(importModule) {
  const contenders = new Map();
  let peak;
  let latest; // inputs and expected rows of the latest shape, which all contenders are measured at before the next one

  const problem = (shape) => {
    const key = JSON.stringify({ ...shape, keep: false });
    if (latest?.key !== key) {
      const inputs = inputsFor(shape);
      latest = { key, inputs, expected: expectedRows(shape, inputs) };
    }
    return latest;
  };

  return {
    /** Starts a contender from its module. `settings` is for its open(). */
    async open({ name, module, settings }) {
      const { open } = await importModule(module);
      const contender = await open(settings);
      contenders.set(name, contender);
      return { label: contender.label, version: contender.version };
    },

    /** Finds the peak. Later measurements read it again beside each sample. */
    surveyPeak() {
      peak = openPeak();
      const { survey, best, separate } = peak;
      return { survey, best, separate };
    },

    /** Milliseconds that it takes to read this many bytes once. */
    read: async ({ bytes, budget }) => timeOf(openRead(bytes), BUDGET[budget]),

    /**
     * Checks one contender at one shape, then times it. Gives `kernel`, where the contender has one, and `call`; or
     * `refused` with the reason.
     */
    async measure({ name, shape, budget }) {
      const contender = contenders.get(name);
      const reason = reasonAgainst(contender, shape);
      if (reason) return { refused: reason };
      const { inputs, expected } = problem(shape);
      let prepared;
      try {
        prepared = await contender.prepare(shape, inputs);
        return await checkAndTime(prepared, shape, expected, BUDGET[budget], peak);
      } catch (error) {
        return { refused: String(error?.message ?? error).split("\n")[0] };
      } finally {
        await prepared?.dispose();
      }
    },

    /**
     * Checks the kernels of contenders at one shape, then times them in turns: a figure for each name, in their order.
     * The first is the one that is judged; the others are other builds.
     */
    async measureKernels({ names, shape, budget }) {
      const { inputs, expected } = problem(shape);
      const prepared = [];
      try {
        for (const name of names) prepared.push(await contenders.get(name).prepare(shape, inputs));
        return await checkAndTimeKernels(prepared, shape, expected, BUDGET[budget], peak);
      } finally {
        for (const one of prepared) await one.dispose();
      }
    },

    /**
     * Checks the calls of contenders at one shape, then times them in turns: for each name a figure, or `refused` with
     * the reason.
     */
    async measureCalls({ names, shape, budget }) {
      const { inputs, expected } = problem(shape);
      const figures = {};
      const ready = [];
      try {
        for (const name of names) {
          try {
            const prepared = await contenders.get(name).prepare(shape, inputs);
            ready.push({ name, prepared });
            if (!prepared.givesNothing) errorOf(expected, await prepared.call());
          } catch (error) {
            figures[name] = { refused: String(error?.message ?? error).split("\n")[0] };
          }
        }
        const timed = ready.filter(({ name }) => !figures[name]);
        const times = await timesOf(
          timed.map(({ prepared }) => prepared.call),
          BUDGET[budget],
          peak,
        );
        timed.forEach(({ name }, at) => (figures[name] = figureOf(shape, times[at])));
        return figures;
      } finally {
        for (const { prepared } of ready) await prepared.dispose();
      }
    },

    /**
     * Checks one contender at several shapes, then times it at all of them in turns: a figure for each shape. `how` is
     * "kernel" or "call".
     */
    async measureBeside({ name, shapes, how, budget }) {
      const prepared = [];
      const errors = [];
      try {
        for (const shape of shapes) {
          const { inputs, expected } = problem(shape);
          const one = await contenders.get(name).prepare(shape, inputs);
          prepared.push(one);
          const result = await one[how]();
          errors.push(errorOf(expected, how === "call" ? result : await one.result()));
        }
        const calls = prepared.map((one) => one[how]);
        const times = await timesOf(calls, BUDGET[budget], peak);
        return times.map((time, at) => figureOf(shapes[at], time, errors[at]));
      } finally {
        for (const one of prepared) await one.dispose();
      }
    },

    /** The longest time in milliseconds for which a call holds this thread. */
    async longestBlock({ name, shape }) {
      const { call, dispose } = await contenders.get(name).prepare(shape, problem(shape).inputs);
      const ms = await longestBlock(call);
      await dispose();
      return { ms };
    },

    /** Lets go of a contender. */
    async close({ name }) {
      await contenders.get(name)?.close?.();
      contenders.delete(name);
    },

    /** The flavours of the package that run here, and the one that it chooses. */
    async flavours({ package: address }) {
      const { flavours, load } = await importModule(address);
      return { run: flavours(), chosen: (await load()).flavour };
    },

    /** Times one training step. `what` says where the package is, and which flavour of it runs. */
    trainStep: ({ heed, train, flavour, budget }) =>
      measureTrainStep({ heed, train, flavour, importModule, budget: BUDGET[budget] }),

    /**
     * The bytes of wasm memory after one run of a session, or one call, at a shape. In a fresh host this is the most
     * that it ever used.
     */
    async memory({ name, shape, mode }) {
      const prepared = await contenders.get(name).prepare(shape, problem(shape).inputs);
      if (mode === "kernel") prepared.kernel();
      else prepared.call();
      const bytes = prepared.memoryBytes();
      prepared.dispose();
      return { bytes };
    },
  };
}

/** Why a contender is not measured at a shape; undefined where it is. */
function reasonAgainst({ hasGradients, caches = [], refuses }, shape) {
  if (shape.backward && !hasGradients) return "is not asked for gradients";
  if (shape.cache && !caches.includes(shape.cache)) return `has no cache of ${shape.cache}`;
  return refuses?.(shape);
}

function errorOf(expected, result) {
  const error = largestError(expected, result);
  if (!(error <= LARGEST_ALLOWED)) throw new Error(`wrong by ${error.toPrecision(2)}`);
  return error;
}

const figureOf = (shape, time, error) => ({ ...time, gflops: flops(shape) / 1e6 / time.ms, error });

async function checkAndTime(prepared, shape, expected, budget, peak) {
  const timed = async (call, result) => {
    const error = errorOf(expected, result);
    return figureOf(shape, await timeOf(call, budget, peak), error);
  };
  const measured = {};
  if (prepared.kernel) {
    await prepared.kernel();
    measured.kernel = await timed(prepared.kernel, await prepared.result());
  }
  if (prepared.call) measured.call = await timed(prepared.call, await prepared.call());
  return measured;
}

async function checkAndTimeKernels(prepared, shape, expected, budget, peak) {
  const errors = [];
  for (const { kernel, result } of prepared) {
    await kernel();
    errors.push(errorOf(expected, await result()));
  }
  const kernels = prepared.map(({ kernel }) => kernel);
  return (await timesOf(kernels, budget, peak)).map((time, at) => figureOf(shape, time, errors[at]));
}
