// Trainings of the lessons, each computed once, in Node, to its end. A test of what a page shows of a trained layer
// starts from them. That a page's own worker trains is for one test of each page.
import { readFileSync } from "node:fs";
import path from "node:path";
import { kept } from "./kept.mjs";
import { siteText } from "./runs.mjs";
import { root } from "./serve.mjs";

/** The steps that a page is given at a time. After each of these slices it may look. */
const SLICE = 10;

/** Workers of the lessons, by name: { ask(method, argument), text }. */
const workers = new Map();

/** A lesson's worker, in this process. */
async function startWorker(lesson) {
  const global = `workerOf_${lesson.replaceAll("-", "_")}`;
  const text = await siteText(`pages/${lesson}/worker.ts`, { define: { self: `globalThis.${global}` } });
  let receive;
  const waiting = new Map();
  globalThis[global] = {
    addEventListener: (_, listener) => (receive = listener),
    postMessage(message) {
      // Results may lie in memory that the next step writes to.
      const { id, answer, problem } = structuredClone(message);
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (problem === undefined) resolve(answer);
      else reject(new Error(problem));
    },
  };
  await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
  let next = 0;
  const ask = (method, argument) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      receive({ data: { id, method, argument } });
    });
  // A page sends its worker the wasm, compiled.
  await ask("start", await WebAssembly.compile(readFileSync(path.join(root, "dist/simd.wasm"))));
  return { ask, text };
}

/** { about, steps, views } of an experiment: all its steps, and what it showed after each slice that was to be kept. */
async function train({ ask }, name, options, { steps: total, views: looks = false }) {
  const { id, about } = await ask("open", { name, options });
  const [steps, views] = [[], {}];
  for (let done = 0; ; done = steps.length) {
    if (looks || done === total) views[done] = await ask("view", { id });
    if (done === total) break;
    steps.push(...(await ask("advance", { id, count: Math.min(SLICE, total - done) })));
  }
  await ask("close", { id });
  return { about, steps, views };
}

/** The same, computed once. */
async function training(lesson, name, options, plan) {
  if (!workers.has(lesson)) workers.set(lesson, startWorker(lesson));
  const worker = await workers.get(lesson);
  return kept(`${lesson}-${name}`, [worker.text, name, options, plan, SLICE], () => train(worker, name, options, plan));
}

/** Answers the messages of a page as its worker would, but each slice is there at once. */
function answerer(lesson, plans) {
  const opened = [];
  const methods = {
    start: () => ({ flavour: "simd" }),
    async open({ name, options }) {
      opened.push({ ...(await training(lesson, name, options, plans[name])), done: 0 });
      return { id: opened.length - 1, about: opened.at(-1).about };
    },
    advance({ id }) {
      const one = opened[id];
      const slice = one.steps.slice(one.done, one.done + SLICE);
      one.done += slice.length;
      return slice;
    },
    view({ id }) {
      const { views, done } = opened[id];
      if (!(done in views)) throw new Error(`tests/site/pages/${lesson}.mjs keeps no view after step ${done}`);
      return views[done];
    },
    close() {},
  };
  return async ({ id, method, argument }) => {
    try {
      return { id, answer: await methods[method](argument) };
    } catch (error) {
      return { id, problem: error.message };
    }
  };
}

/** A training of a lesson, as its page gets it; see giveTrainings(). */
export async function trainingOf(lesson, name, options) {
  const { trainings: plans } = await import(`./pages/${lesson}.mjs`);
  return training(lesson, name, options, plans[name]);
}

/** Gives a page that is not open yet the trainings of a lesson. `plans` is that of tests/site/pages/NAME.mjs. */
export async function giveTrainings(page, lesson) {
  const { trainings: plans } = await import(`./pages/${lesson}.mjs`);
  await page.exposeFunction("askTraining", answerer(lesson, plans));
  await page.addInitScript(() => {
    const Answered = class extends EventTarget {
      postMessage({ id, method, argument }) {
        // Compiled wasm cannot leave the page.
        window
          .askTraining({ id, method, argument: method === "start" ? null : argument })
          .then((data) => this.dispatchEvent(new MessageEvent("message", { data })));
      }
      terminate() {}
    };
    Object.assign(window, { Worker: Answered });
  });
}
