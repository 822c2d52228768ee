// Who may still answer: of several pieces of work only the last one, on the page and in its worker.
import assert from "node:assert/strict";
import { test } from "node:test";
import { siteModule } from "./runs.mjs";

const { HandedOver, Latest, answerMessages, inTurn } = await siteModule("kit/index.ts");

/** A promise, and what settles it. */
function later() {
  const found = {};
  const promise = new Promise((give, fail) => Object.assign(found, { give, fail }));
  return Object.assign(found, { promise });
}

test("what begins aborts what was begun before, and nothing else", () => {
  const [latest, other] = [new Latest(), new Latest()];
  const stranger = other.begin();
  const first = latest.begin();
  assert.equal(latest.signal, first);
  const second = latest.begin();
  assert.deepEqual([first.aborted, second.aborted, stranger.aborted], [true, false, false]);
  assert.equal(first.reason.name, "AbortError");
});

test("an end aborts what was begun last, and something else may begin after it", () => {
  const latest = new Latest();
  const first = latest.begin();
  latest.end();
  latest.end();
  assert.ok(first.aborted && latest.signal.aborted);
  assert.equal(latest.begin().aborted, false);
});

test("if two answers come in the wrong order, the answer to the last question is shown", async () => {
  const latest = new Latest();
  const [older, newer] = [later(), later()];
  const shown = [];
  const ask = ({ promise }) =>
    latest.quietly(async (signal) => {
      const answer = await promise;
      if (!signal.aborted) shown.push(answer);
    });
  const both = [ask(older), ask(newer)];
  newer.give("newer");
  older.give("older");
  await Promise.all(both);
  assert.deepEqual(shown, ["newer"]);
});

test("a problem of work that was overtaken or ended is not told, and one of the latest is", async () => {
  const latest = new Latest();
  const told = [];
  const [older, ended, last] = [later(), later(), later()];
  const ask = ({ promise }) =>
    latest.quietly(
      () => promise,
      ({ message }) => told.push(message),
    );
  const all = [ask(older), ask(ended)];
  latest.end();
  all.push(ask(last));
  for (const [name, one] of Object.entries({ older, ended, last })) one.fail(new Error(name));
  await Promise.all(all);
  assert.deepEqual(told, ["last"]);
});

test("an answer that is not wanted any more is no problem, though its question was the latest", async () => {
  const told = [];
  const passed = Object.assign(new Error("Another text has come."), { name: "AbortError" });
  await new Latest().quietly(
    () => Promise.reject(passed),
    (error) => told.push(error),
  );
  assert.deepEqual(told, []);
});

test("without a handler, an error rejects the promise", async () => {
  await assert.rejects(
    new Latest().quietly(() => Promise.reject(new Error("broken"))),
    { message: "broken" },
  );
});

test("work that begins the next one in its middle is overtaken by it", async () => {
  const latest = new Latest();
  const order = [];
  await latest.quietly(async (first) => {
    await latest.quietly(async (second) => order.push(second.aborted));
    order.push(first.aborted);
  });
  assert.deepEqual(order, [false, true]);
});

test("calls in turn wait for those before them, also for one that fails, in the words of their table", async () => {
  const done = [];
  const first = later();
  const table = inTurn(
    {
      slow: () => first.promise.finally(() => done.push("slow")),
      quick: (word) => done.push(word) && word,
    },
    ({ message }) => new Error(`sorry: ${message}`),
  );
  const [slow, quick] = [table.slow(), table.quick("quick")];
  first.fail(new Error("broken"));
  await assert.rejects(slow, { message: "sorry: broken" });
  assert.equal(await quick, "quick");
  assert.deepEqual(done, ["slow", "quick"]);
});

test("a call that is not wanted any more when its turn comes is not begun", async () => {
  const first = later();
  const begun = [];
  const table = inTurn({ wait: () => first.promise, count: (one) => begun.push(one) });
  const unwanted = new AbortController();
  void table.wait();
  const [dropped, kept] = [table.count("dropped", unwanted.signal), table.count("kept")];
  unwanted.abort();
  first.give();
  await assert.rejects(dropped, { name: "AbortError" });
  await kept;
  assert.deepEqual(begun, ["kept"]);
});

/** A worker of this table, in this process. */
function workerOf(methods) {
  const self = new EventTarget();
  const said = [];
  self.postMessage = (answer) => said.push(answer);
  globalThis.self = self;
  answerMessages(methods);
  const hear = (data) => self.dispatchEvent(Object.assign(new Event("message"), { data }));
  return { said, hear };
}

test("a worker is told which question is not wanted any more, and others go on", async () => {
  const signals = [];
  const { said, hear } = workerOf({
    ask: (given, signal) =>
      new Promise((give, fail) => {
        signals.push(signal);
        signal.addEventListener("abort", () => fail(signal.reason));
        if (given === "second") give(new HandedOver(given, []));
      }),
  });
  hear({ id: 0, method: "ask", argument: "first" });
  hear({ id: 1, method: "ask", argument: "second" });
  hear({ id: 0 });
  await new Promise(setImmediate);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  const [second, first] = [said.find(({ id }) => id === 1), said.find(({ id }) => id === 0)];
  assert.equal(second.answer, "second");
  assert.equal(first.name, "AbortError");
  // One that is answered has no more to stop.
  hear({ id: 1 });
  assert.equal(signals[1].aborted, false);
});
