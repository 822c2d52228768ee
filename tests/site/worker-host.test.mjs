// The page's side of a worker: every question settles, whatever becomes of the worker.
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { root } from "./serve.mjs";

const { outputFiles } = await build({
  entryPoints: [path.join(root, "web/site/kit/worker-host.ts")],
  bundle: true,
  write: false,
  format: "esm",
});
const { WorkerHost } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);

/** A worker that says what the test says. */
class SilentWorker extends EventTarget {
  asked = [];
  postMessage = (question) => this.asked.push(structuredClone(question));
  ended = false;
  terminate = () => (this.ended = true);
  say = (type, given) => this.dispatchEvent(Object.assign(new Event(type), given));
  constructor() {
    super();
    SilentWorker.last = this;
  }
}
Object.assign(globalThis, { Worker: SilentWorker });
/** Fails where a promise is not settled when all that is ready has run. */
const soon = (promise) =>
  Promise.race([promise, new Promise((_, fail) => setImmediate(() => fail(new Error("it never settles"))))]);
const hostAndWorker = () => ({ host: new WorkerHost(""), worker: SilentWorker.last });

test("an answer reaches its question, and a problem is an error with its code", async () => {
  const { host, worker } = hostAndWorker();
  const [first, second] = [host.ask("first"), host.ask("second")];
  const [{ id }, { id: next }] = worker.asked;
  worker.say("message", { data: { id: next, problem: "no", code: "memory" } });
  worker.say("message", { data: { id, answer: 7 } });
  assert.equal(await first, 7);
  await assert.rejects(second, { message: "no", code: "memory" });
});

test("a question that the page gives up fails at once, the worker is told, and an answer is left alone", async () => {
  const { host, worker } = hostAndWorker();
  const unwanted = new AbortController();
  const asked = host.ask("long", 1, { signal: unwanted.signal });
  const other = host.ask("other");
  const [{ id }, { id: next }] = worker.asked;
  unwanted.abort();
  await soon(assert.rejects(asked, { name: "AbortError" }));
  assert.deepEqual(worker.asked.slice(2), [{ id }]);
  worker.say("message", { data: { id, answer: 7 } });
  worker.say("message", { data: { id: next, answer: 8 } });
  assert.equal(await other, 8);
  // It is not even asked what was not wanted before, and a stop after the answer is not told.
  await soon(assert.rejects(host.ask("late", 1, { signal: unwanted.signal }), { name: "AbortError" }));
  const wanted = new AbortController();
  const answered = host.ask("short", 1, { signal: wanted.signal });
  worker.say("message", { data: { id: worker.asked.at(-1).id, answer: 9 } });
  assert.equal(await answered, 9);
  wanted.abort();
  assert.equal(worker.asked.length, 4);
});

test("a worker's AbortError is one on the page", async () => {
  const { host, worker } = hostAndWorker();
  const asked = host.ask("about an older text");
  worker.say("message", { data: { id: worker.asked[0].id, problem: "Another text has come.", name: "AbortError" } });
  await assert.rejects(asked, { name: "AbortError", message: "Another text has come." });
});

test("an error ends a worker: open questions fail and later ones, and an answer after it is left alone", async () => {
  const { host, worker } = hostAndWorker();
  const early = host.ask("early");
  const rejected = assert.rejects(early, { message: "broken" });
  assert.equal(host.hasEnded, false);
  worker.say("error", { message: "broken" });
  await rejected;
  assert.deepEqual([host.hasEnded, worker.ended], [true, true]);
  worker.say("message", { data: { id: worker.asked[0].id, answer: 1 } });
  await soon(assert.rejects(host.ask("late"), { message: "broken" }));
  assert.equal(worker.asked.length, 1);
  // What a listener throws fails this test, in a tick of its own.
  await new Promise((resolve) => setImmediate(resolve));
});

test("where the browser refuses a worker, each question fails with its reason", async () => {
  globalThis.Worker = class {
    constructor() {
      throw new Error("no workers here");
    }
  };
  const host = new WorkerHost("");
  globalThis.Worker = SilentWorker;
  assert.equal(host.hasEnded, true);
  await soon(assert.rejects(host.ask("anything"), { message: "no workers here" }));
  host.stop();
  await soon(assert.rejects(host.ask("anything"), { message: "no workers here" }));
});

test("an error is told to who asked for that, also where no question is open", () => {
  const told = [];
  new WorkerHost("", (error) => told.push(error.message));
  SilentWorker.last.say("error", { message: "out of memory" });
  SilentWorker.last.say("error", {});
  assert.deepEqual(told, ["out of memory", "The worker could not be started."]);
});

test("an answer that cannot be read fails the open questions", async () => {
  const { host, worker } = hostAndWorker();
  const asked = host.ask("large");
  const rejected = assert.rejects(asked, { message: "An answer of the worker could not be read." });
  worker.say("messageerror", {});
  await soon(rejected);
});

test("a stopped worker's questions fail, those before the stop and those after it", async () => {
  const { host, worker } = hostAndWorker();
  const before = host.ask("before");
  host.stop();
  await assert.rejects(before, { name: "AbortError" });
  await soon(assert.rejects(host.ask("after"), { name: "AbortError" }));
  assert.equal(worker.asked.length, 1);
});

test("a question that cannot be sent fails", async () => {
  const { host } = hostAndWorker();
  await assert.rejects(
    host.ask("odd", () => {}),
    { name: "DataCloneError" },
  );
  host.stop();
});
