// What workers take of the machine's memory.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { MessageChannel, Worker } from "node:worker_threads";
import { assertSameBits, dist, load, randomOf, withPool } from "./support.mjs";

const MIB = 2 ** 20;
const { tensorOf } = randomOf(5);
const program = readFileSync(new URL("worker.js", dist), "utf8");

/** Answers every message of its port with the bytes of the wasm memories that the worker has made. */
const TELLS_SIZE = `{
  const { workerData: port } = require("node:worker_threads");
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...args) => {
    const made = await instantiate.apply(WebAssembly, args);
    const { exports } = made.instance ?? made;
    memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory);
    return made;
  };
  port.on("message", () => port.postMessage(memory.buffer.byteLength));
  port.unref();
}`;

/** A function for `script`, and one that asks the workers that it made for the sizes of their wasm memories. */
function workersThatTell() {
  const ports = [];
  const script = () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1);
    return new Worker(`${TELLS_SIZE}\n${program}`, { eval: true, workerData: port2, transferList: [port2] });
  };
  const answer = (port) => new Promise((resolve) => (port.once("message", resolve), port.postMessage("size")));
  const sizes = () => Promise.all(ports.map(answer));
  return { script, sizes };
}

test("calls of 12 × 1024 × 64, with weights and backward, take 16 MB of wasm memory for each worker", async () => {
  const { script, sizes } = workersThatTell();
  const [q, k, v] = [0, 1, 2].map(() => tensorOf([12, 1024, 64]));
  await withPool({ chunk: 250e6 }, { workers: 2, script }, async (pool) => {
    await pool.attention(q, k, v, { keep: ["weights"] });
    await pool.attentionBackward(q, k, v, q);
    const taken = await sizes();
    assert.equal(taken.length, 2);
    for (const bytes of taken) assert.ok(bytes <= 16 * MIB, `${bytes} bytes`);
  });
});

test("workers end when they rest, with all of their memory, and the next call starts them again", async () => {
  const heed = await load();
  const made = [];
  const script = () => {
    made.push(new Worker(program, { eval: true }));
    return made.at(-1);
  };
  await withPool({ chunk: 1e7, rest: 20 }, { workers: 2, script }, async (pool) => {
    const weight = () => tensorOf([256, 256]);
    const weights = { queryWeight: weight(), keyWeight: weight(), valueWeight: weight(), heads: 4 };
    const x = tensorOf([512, 256]);
    const expected = heed.selfAttention(x, weights);
    const layer = pool.layer(weights);
    // Resting workers do not keep a program alive.
    const alive = setInterval(() => {}, 1000);
    for (const run of [1, 2]) {
      const ended = () => made.slice(-2).map((worker) => new Promise((resolve) => worker.on("exit", resolve)));
      assertSameBits(await layer.run(x), expected, `run ${run}`);
      await Promise.all(ended());
      assert.deepEqual([made.length, pool.workers], [2 * run, 2]);
    }
    clearInterval(alive);
  });
});

test("a layer that is disposed of during a run leaves nothing in the workers", async () => {
  const held = new Set();
  const script = () => {
    const worker = new Worker(program, { eval: true });
    const post = worker.postMessage.bind(worker);
    worker.postMessage = (message, transfer) => {
      for (const { name } of message.hold ?? []) held.add(name);
      for (const name of message.drop ?? []) held.delete(name);
      post(message, transfer);
    };
    return worker;
  };
  await withPool({ chunk: 1e6 }, { workers: 1, script }, async (pool) => {
    const weight = () => tensorOf([64, 64]);
    const layer = pool.layer({
      queryWeight: weight(),
      keyWeight: weight(),
      valueWeight: weight(),
      outputWeight: weight(),
      heads: 4,
    });
    const run = layer.run(tensorOf([256, 64]));
    layer.dispose();
    await run;
    assert.deepEqual(Array.from(held), []);
  });
});

test("a worker that no longer holds a tensor names it, and says what to do", async () => {
  const { module, words } = (await load())[Symbol.for("heed.inside")];
  const worker = new Worker(program, { eval: true });
  const next = () => new Promise((resolve) => worker.once("message", resolve));
  worker.postMessage({ module, words });
  assert.deepEqual(await next(), { ready: true });
  const sizes = { inputBytes: 0, resultBytes: 0, bytes: 0 };
  const run = { kind: "attention", words: {}, tensors: { q: "q" } };
  const lists = { runs: [run], places: {}, heldAs: { q: "call 1 q" }, hold: [], drop: [], shared: [] };
  worker.postMessage({ chunk: 1, where: "heed.attention", buffer: new ArrayBuffer(0), ...sizes, ...lists });
  const { error } = await next();
  await worker.terminate();
  const advice = "If memory is short, open fewer workers, or keep fewer matrices.";
  assert.deepEqual(error, { message: `heed.attention: a worker lost q. ${advice}`, code: "environment" });
});
