// What workers do beside computing: they start when there is work, end, die, are cancelled and are refused.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { assertSameBits, collector, dist, load, openWith, openWorkers, randomOf, withPool } from "./support.mjs";

const heed = await load();
const { tensorOf } = randomOf(3);
/** About 34 MFLOP, and 1 GFLOP. */
const small = [0, 1, 2].map(() => tensorOf([2, 256, 64]));
const large = [0, 1, 2].map(() => tensorOf([1, 2048, 64]));

const file = new URL("worker.js", dist);

/** A function for `script` that keeps the workers it made. */
function workersOf(make = () => new Worker(file)) {
  const made = [];
  const script = () => {
    made.push(make(made.length));
    return made.at(-1);
  };
  return { made, script };
}

test("workers start with the first call that is worth it", async () => {
  const { made, script } = workersOf();
  const pool = await openWorkers({ workers: 2, script });
  assert.deepEqual([pool.workers, pool.reason, pool.flavour, pool.version], [2, undefined, heed.flavour, heed.version]);
  assertSameBits(await pool.attention(...small), heed.attention(...small), "a small call");
  assert.equal(made.length, 0);
  assertSameBits(await pool.attention(...large), heed.attention(...large), "a large call");
  assert.equal(made.length, 2);
  await pool.dispose();
});

test("a call with few rows for many keys is computed here", async () => {
  const { made, script } = workersOf();
  const pool = await openWorkers({ workers: 2, script });
  // 134 MFLOP, 64 for each number; then twice as many.
  const fewRows = [tensorOf([32, 1, 64]), tensorOf([1, 16384, 64]), tensorOf([1, 16384, 64])];
  assertSameBits(await pool.attention(...fewRows), heed.attention(...fewRows), "few rows");
  assert.equal(made.length, 0);
  const moreRows = [tensorOf([32, 2, 64]), ...fewRows.slice(1)];
  assertSameBits(await pool.attention(...moreRows), heed.attention(...moreRows), "more rows");
  assert.equal(made.length, 2);
  await pool.dispose();
});

test("progress counts the parts, and what it throws rejects the call", () =>
  withPool({ chunk: 1e8 }, { workers: 2 }, async (pool) => {
    const seen = [];
    await pool.attention(...large, { onProgress: (done, of) => seen.push([done, of]) });
    assert.ok(seen.length >= 10, String(seen.length));
    assert.deepEqual(
      seen,
      seen.map((_, at) => [at + 1, seen.length]),
    );
    const failing = pool.attention(...large, { onProgress: () => assert.fail("enough") });
    await assert.rejects(failing, /enough/);
    assertSameBits(await pool.attention(...large), heed.attention(...large), "the next call");
  }));

test("a worker that dies in the middle of a call is started again, and the call is right", async () => {
  const { made, script } = workersOf();
  await withPool({ chunk: 5e7 }, { workers: 2, script }, async (pool) => {
    const options = { causal: true, keep: ["weights"] };
    await pool.attention(...large); // Both are started now: one that dies before that is not had at all.
    const onProgress = (done) => (done === 3 ? made[0].terminate() : undefined);
    assertSameBits(await pool.attention(...large, { ...options, onProgress }), heed.attention(...large, options), "it");
    assert.equal(made.length, 3);
    made[1].terminate();
    made[2].terminate();
    assertSameBits(await pool.attention(...large), heed.attention(...large), "after the death of all");
    assert.equal(pool.workers, 2);
  });
});

test("a part that two workers die over rejects the call, and names the worker", async () => {
  const dying = `const { parentPort } = require("worker_threads");
    parentPort.on("message", ({ module }) => (module ? parentPort.postMessage({ ready: true }) : process.exit(7)));`;
  const { made, script } = workersOf((at) => (at < 2 ? new Worker(dying, { eval: true }) : new Worker(file)));
  await withPool({}, { workers: 1, script }, async (pool) => {
    await assert.rejects(pool.attention(...large), {
      message:
        "heed.attention: worker 1 ended while it computed (exit code 7), and so did the worker that tried again. " +
        "If memory is short, open fewer workers, or keep fewer matrices.",
    });
    assertSameBits(await pool.attention(...large), heed.attention(...large), "the next call");
    assert.equal(made.length, 3);
  });
});

const REFUSALS = {
  "a script that throws": () => {
    throw new TypeError("This document requires 'TrustedScriptURL' assignment.");
  },
  "a script that returns nothing": () => {},
  "a script that returns a promise": async () => new EventTarget(),
  "a worker that ends at once": () => new Worker("process.exit(3)", { eval: true }),
  "a file that is not there": () => new Worker(new URL("nowhere.js", dist)),
  "a worker that cannot start the core": () =>
    new Worker(`require("worker_threads").parentPort.postMessage({ failed: "no memory" })`, { eval: true }),
  "an error event without a message": () => {
    const worker = new EventTarget();
    setTimeout(() => worker.dispatchEvent(new Event("error", { cancelable: true })), 5);
    return Object.assign(worker, { postMessage() {}, terminate() {} });
  },
};
const REASONS = [
  "This document requires",
  "heed/workers\\.openWorkers: script must return a worker; got (undefined|a Promise \\(await is missing\\))\\.$",
  "exit code 3",
  "Cannot find module",
  "no memory",
  "it failed without a reason",
];
const REASON = new RegExp(`^No worker could be started: (${REASONS.join("|")})`);

for (const [what, script] of Object.entries(REFUSALS)) {
  test(`where no worker can be had, calls are computed here: ${what}`, () =>
    withPool({}, { workers: 2, script }, async (pool) => {
      const seen = [];
      const onProgress = (...counts) => seen.push(counts);
      assertSameBits(await pool.attention(...large, { onProgress }), heed.attention(...large), "it");
      assert.deepEqual(seen, [[1, 1]]);
      assert.equal(pool.workers, 0);
      assert.match(pool.reason, REASON);
    }));
}

test("one worker that cannot be had leaves the others", async () => {
  const { script } = workersOf((at) => (at === 0 ? new Worker("process.exit(3)", { eval: true }) : new Worker(file)));
  await withPool({ chunk: 1e8 }, { workers: 3, script }, async (pool) => {
    assertSameBits(await pool.attention(...large), heed.attention(...large), "it");
    assert.deepEqual([pool.workers, pool.reason], [2, undefined]);
  });
});

test("an aborted call rejects with the reason of the signal, and the next call is right", () =>
  withPool({ chunk: 2e7 }, { workers: 2 }, async (pool) => {
    const options = { keep: ["weights"] };
    for (const at of [1, 4, 9]) {
      const controller = new AbortController();
      const onProgress = (done) => (done === at ? controller.abort(new Error(`enough at ${at}`)) : undefined);
      const aborted = pool.attention(...large, { ...options, signal: controller.signal, onProgress });
      await assert.rejects(aborted, new Error(`enough at ${at}`));
      assertSameBits(await pool.attention(...large, options), heed.attention(...large, options), "the next call");
    }
    await assert.rejects(pool.attention(...large, { signal: AbortSignal.abort() }), { name: "AbortError" });
    await assert.rejects(pool.attention(...small, { signal: AbortSignal.abort(7) }), (reason) => reason === 7);
  }));

test("a worker that is busy with an aborted call is ended, and the next call is right", async () => {
  const { made, script } = workersOf();
  await withPool({}, { workers: 1, script }, async (pool) => {
    await pool.attention(...small);
    const controller = new AbortController();
    // One head has one chunk: nothing can be cancelled within it.
    const long = pool.attentionBackward(...[0, 1, 2, 3].map(() => large[0]), { signal: controller.signal });
    const exit = new Promise((resolve) => made[0].on("exit", resolve));
    const rejected = assert.rejects(long, { name: "AbortError" });
    controller.abort();
    const next = pool.attention(...small);
    await Promise.all([rejected, exit]);
    assertSameBits(await next, heed.attention(...small), "the next call");
    assert.deepEqual([made.length, pool.workers], [2, 1]);
  });
});

/** A worker that computes nothing: the test says what it answers. */
function puppet() {
  const chunks = [];
  let hear;
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const worker = {
    on: (type, listen) => (hear = type === "message" ? listen : hear),
    postMessage: (message) => "chunk" in message && chunks.push(message),
    terminate: () => end(),
  };
  return { worker, chunks, ended, answer: (message) => hear(message) };
}

/** An attention call of two heads, each a chunk, and the function that aborts it. */
function callOfTwo(pool) {
  const controller = new AbortController();
  const [q, k, v] = [0, 1, 2].map(() => tensorOf([2, 24, 8]));
  const rejected = assert.rejects(pool.attention(q, k, v, { signal: controller.signal }), { name: "AbortError" });
  return { rejected, abort: () => controller.abort() };
}

async function landAfterAbort({ chunks, answer }, { abort, rejected }) {
  answer({ ready: true });
  abort();
  await rejected;
  answer(chunks[0]);
}

async function startAfterAbort({ answer }, { abort, rejected }) {
  abort();
  await rejected;
  await new Promise((resolve) => setTimeout(resolve, 80));
  answer({ ready: true });
}

const ENDINGS = [
  { when: "its first part landed", play: landAfterAbort },
  { when: "a part of another call landed", play: landAfterAbort, isBehindOther: true },
  { when: "the worker was ready", play: startAfterAbort },
];

for (const { when, play, isBehindOther } of ENDINGS) {
  test(`a worker that goes on with an aborted call is ended, also where ${when} after the abort`, async () => {
    const first = puppet();
    const { script } = workersOf((at) => (at === 0 ? first.worker : new Worker(file)));
    await withPool({ chunk: 1 }, { workers: 1, script }, async (pool) => {
      const other = isBehindOther ? pool.attention(...[0, 1, 2].map(() => tensorOf([1, 12, 8]))) : undefined;
      const call = callOfTwo(pool);
      assert.equal(first.chunks.length, 2);
      await play(first, call);
      await Promise.all([other, first.ended]);
      assertSameBits(await pool.attention(...small), heed.attention(...small), "the next call");
    });
  });
}

test("calls that run at the same time do not disturb one another", () =>
  withPool({ chunk: 5e6 }, { workers: 2 }, async (pool) => {
    const options = [{ causal: true }, { keep: ["weights"] }, { softcap: 2 }, { sharedResults: true }];
    const controller = new AbortController();
    const aborted = pool.attention(...large, { signal: controller.signal });
    const calls = options.map((one) => pool.attention(...small, one));
    controller.abort();
    await assert.rejects(aborted, { name: "AbortError" });
    for (const [at, call] of calls.entries()) {
      const { sharedResults, ...plain } = options[at];
      assertSameBits(await call, heed.attention(...small, plain), `call ${at}`);
    }
  }));

test("shared results lie in shared memory; without SharedArrayBuffer they are refused, and all else works", () =>
  withPool({ chunk: 5e6 }, { workers: 2 }, async (pool) => {
    const { output } = await pool.attention(...small, { sharedResults: true });
    assert.ok(output.data.buffer instanceof SharedArrayBuffer);
    assertSameBits({ output }, heed.attention(...small), "shared");
    const { SharedArrayBuffer: kept } = globalThis;
    delete globalThis.SharedArrayBuffer;
    try {
      await assert.rejects(pool.attention(...small, { sharedResults: true }), {
        name: "Error",
        code: "environment",
        message: /^heed\.attention: sharedResults needs SharedArrayBuffer, .*Cross-Origin-Opener-Policy: same-origin/,
      });
      assertSameBits(await pool.attention(...small), heed.attention(...small), "without");
    } finally {
      globalThis.SharedArrayBuffer = kept;
    }
  }));

/** Runs the body. The constructor of this name makes `left` objects, and then throws as it does without memory. */
async function withoutMemory(name, left, body) {
  const kept = globalThis[name];
  globalThis[name] = new Proxy(kept, {
    construct(target, args) {
      if (left-- <= 0) throw new RangeError("Array buffer allocation failed");
      return new target(...args);
    },
  });
  try {
    return await body();
  } finally {
    globalThis[name] = kept;
  }
}

const weight = () => tensorOf([64, 64]);
const layerOf = (pool) =>
  pool.layer({ queryWeight: weight(), keyWeight: weight(), valueWeight: weight(), outputWeight: weight(), heads: 4 });
const row = tensorOf([48, 64]);

for (const [what, Constructor, where, call] of [
  ["shared results", "SharedArrayBuffer", "attention", (pool) => pool.attention(...small, { sharedResults: true })],
  ["a layer", "ArrayBuffer", "layer(\\.run)?", async (pool) => layerOf(pool).run(row)],
  ["a layer, backward", "ArrayBuffer", "layer(\\.backward)?", async (pool) => layerOf(pool).backward(row, row)],
]) {
  for (const least of [0, 1e12]) {
    test(`a call without memory on this thread says so: ${what}, ${least ? "here" : "in workers"}`, () =>
      withPool({ chunk: 1e6, least }, { workers: 1 }, async (pool) => {
        const sentence = new RegExp(`^RangeError: (heed\\.)?${where}: out of memory; it needs .* for its tensors`);
        const messageOf = (left) =>
          withoutMemory(Constructor, left, () =>
            call(pool).then(
              () => undefined,
              (error) => String(error),
            ),
          );
        let left = 0;
        for (let message; (message = await messageOf(left)) !== undefined; left++) assert.match(message, sentence);
        assert.ok(left > (where === "attention" ? 0 : 3), `${left} allocations`);
      }));
  }
}

test("after dispose(), calls reject; so do those that were not finished", async () => {
  const { made, script } = workersOf();
  const pool = await openWith({ chunk: 1e7 }, { workers: 2, script });
  const ended = made.length;
  const running = pool.attention(...large);
  const layer = pool.layer({ queryWeight: [[1]], keyWeight: [[1]], valueWeight: [[1]] });
  const exits = made.map((worker) => new Promise((resolve) => worker.on("exit", resolve)));
  assert.deepEqual([ended, exits.length], [0, 2]);
  const rejected = assert.rejects(
    running,
    /^Error: heed\.dispose: the workers are disposed of\. openWorkers\(\) starts new ones\.$/,
  );
  await pool.dispose();
  await Promise.all([rejected, ...exits]);
  await assert.rejects(pool.attention(...small), /^Error: heed\.attention: the workers are disposed of/);
  await assert.rejects(layer.run([[1]]), /^Error: layer\.run: the workers are disposed of/);
  await pool.dispose();
  await pool[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]();
});

test("a wrong argument rejects with the error that heed throws", () =>
  withPool({}, { workers: 1 }, async (pool) => {
    const x = [[1, 2]];
    const wrong = [
      ["attention", x, x],
      ["attention", x, [[1]], x],
      ["attention", x, x, x, { causal: 1 }],
      ["attention", x, x, x, "causal"],
      ["attention", x, x, x, { mask: [[1]], onProgress() {} }],
      ["attentionBackward", x, x, x],
      ["attentionBackward", x, x, x, [[1]]],
      ["selfAttention", "x"],
      ["selfAttention", x, { queryWeight: x }],
      ["selfAttention", x, { keep: ["all"] }],
      ["selfAttention", x, undefined, { keep: ["q"] }],
      ["selfAttentionBackward", x, [[1]], { heads: 2 }],
      ["selfAttentionBackward", x, undefined, x],
      ["selfAttentionBackward", x, {}, x, { keep: ["dq"] }],
    ];
    for (const [name, ...args] of wrong) {
      const { onProgress, ...options } = typeof args[3] === "object" ? args[3] : {};
      const plain = onProgress ? [...args.slice(0, 3), options] : args;
      let thrown;
      assert.throws(
        () => heed[name](...plain),
        (error) => (thrown = error) instanceof Error,
      );
      await assert.rejects(pool[name](...args), { name: thrown.name, message: thrown.message });
    }
    const misspelt = { cuasal: true, onProgress() {} };
    const known =
      /^TypeError: heed\.attention: .*"cuasal"; did you mean causal\? .* axes, signal, onProgress and shared/;
    await assert.rejects(pool.attention(x, x, x, misspelt), known);
    await assert.rejects(pool.selfAttention(x, { signals: 1 }), /"signals"; did you mean signal\?/);
    assert.throws(
      () => pool.layer({ keep: [] }),
      /"keep"; it is an option\. Give it to run and backward of the layer\.$/,
    );
    assert.throws(() => pool.layer({ bias: x }), /"bias"; write queryBias, keyBias, valueBias or outputBias\. As num/);
    assert.throws(() => pool.layer(x), /^TypeError: heed\.layer: weights must be a plain object, as \{ queryWeight/);
    const layer = pool.layer();
    await assert.rejects(layer.run(x, { heads: 2 }), /^TypeError: layer\.run: heads must be among the weights of/);
    await assert.rejects(layer.backward(x, x, { causl: 1 }), /did you mean causal\? The known ones are scale, /);
    await assert.rejects(layer.run(x, [[true]]), /options must be a plain object, .*; got an array\. For a mask write/);
    const ours = [
      [{ signal: {} }, /^TypeError: heed\.attention: signal must be an AbortSignal; got an object without keys\.$/],
      [{ onProgress: 1 }, /^TypeError: heed\.attention: onProgress must be a function; got the number 1\.$/],
      [{ sharedResults: 1 }, /^TypeError: heed\.attention: sharedResults must be true or false; got the number 1\.$/],
    ];
    for (const [options, sentence] of ours) await assert.rejects(pool.attention(x, x, x, options), sentence);
  }));

test("options and weights may come from a prototype", () =>
  withPool({ chunk: 5e6 }, { workers: 2 }, async (pool) => {
    const options = { causal: true, keep: ["weights"] };
    const inherited = Object.assign(Object.create(options), { onProgress() {} });
    assertSameBits(await pool.attention(...small, inherited), heed.attention(...small, options), "options");
    await assert.rejects(pool.attention(...small, Object.create({ signal: AbortSignal.abort(7) })), (one) => one === 7);
    const [weights, x] = [
      { queryWeight: weight(), keyWeight: weight(), valueWeight: weight(), heads: 4 },
      tensorOf([48, 64]),
    ];
    const layer = pool.layer(Object.create(weights));
    assertSameBits(await layer.run(x), heed.selfAttention(x, weights), "weights");
    const unknown = Object.assign(Object.create(weights), { head: 4 });
    assert.throws(() => pool.layer(unknown), /^TypeError: heed\.layer: there is no weight named "head"/);
  }));

test("messages that are not of heed's program are ignored", () => {
  const foreign = `const { parentPort } = require("worker_threads");
    for (const message of [null, 7, "hello", {}, { chunk: 1 }, { chunk: 99, buffer: 1 }, { ready: 1 }, { failed: 1 }])
      parentPort.postMessage(message);`;
  const script = () => new Worker(`{ ${foreign} }\n${readFileSync(file)}`, { eval: true });
  return withPool({ chunk: 1e8 }, { workers: 1, script }, async (pool) => {
    assertSameBits(await pool.attention(...large), heed.attention(...large), "it");
    assert.equal(pool.workers, 1);
  });
});

test("wrong options of openWorkers() are refused", async () => {
  await assert.rejects(
    openWorkers("all"),
    /^TypeError: heed\/workers\.openWorkers: options must be a plain object, as \{ workers: 4 \}; got the string "all"/,
  );
  await assert.rejects(
    openWorkers({ worker: 2 }),
    /^TypeError: heed\/workers\.openWorkers: there is no option named "worker"; did you mean/,
  );
  await assert.rejects(
    openWorkers({ workers: 65 }),
    /^RangeError: heed\/workers\.openWorkers: workers must be an integer from 0 to 64; got the/,
  );
  await assert.rejects(
    openWorkers({ workers: "2" }),
    /^TypeError: heed\/workers\.openWorkers: workers must be an integer from 0 to 64; got the/,
  );
  await assert.rejects(
    openWorkers({ script: "a.js" }),
    /^TypeError: heed\/workers\.openWorkers: script must be a function that makes a worker/,
  );
  await assert.rejects(
    openWorkers({ flavour: "x" }),
    /^TypeError: heed\.load: flavour must be "simd" or "relaxed-simd"/,
  );
  const none = await openWorkers({ workers: 0 });
  assert.deepEqual([none.workers, none.reason], [0, "workers: 0 was asked for."]);
  assertSameBits(await none.attention(...large), heed.attention(...large), "without workers");
});

test("weights that no call would take are refused when the layer is made", () =>
  withPool({}, { workers: 0 }, async (pool) => {
    const square = [[1]];
    const three = { queryWeight: square, keyWeight: square, valueWeight: square };
    const wrong = [null, 5, [], new Map(), () => square, Symbol("s"), { data: new Float32Array(4), shape: [2, 2] }];
    for (const bad of [null, 5, "x", Symbol("s"), () => square, {}, new Map(), [Array(1)]])
      wrong.push({ ...three, keyWeight: bad }, { ...three, queryBias: bad }, { ...three, layout: bad });
    for (const heads of [0, 1.5, null, "2", Symbol("s"), []])
      wrong.push({ ...three, heads }, { ...three, kvHeads: heads });
    wrong.push({ queryWeight: square }, { ...three, wq: square });
    for (const weights of wrong) assert.throws(() => pool.layer(weights), /^(Type|Range)Error: heed\.layer: /);
  }));

test("a layer sends its weights once, keeps them as they were, and can be disposed of", async () => {
  let bytes = 0;
  const { script } = workersOf(() => {
    const worker = new Worker(file);
    const { postMessage } = worker;
    worker.postMessage = (message, transfer) => {
      for (const buffer of transfer) bytes += buffer.byteLength;
      postMessage.call(worker, message, transfer);
    };
    return worker;
  });
  await withPool({ chunk: 1e7 }, { workers: 2, script }, async (pool) => {
    const square = () => tensorOf([128, 128]);
    const weights = {
      queryWeight: square(),
      keyWeight: square(),
      valueWeight: square(),
      outputWeight: square(),
      heads: 4,
    };
    const [x, d] = [tensorOf([96, 128]), tensorOf([96, 128])];
    const expected = heed.selfAttention(x, { ...weights, keep: ["weights"] });
    const gradients = heed.selfAttentionBackward(x, d, weights);
    const layer = pool.layer(weights);
    weights.queryWeight.data.fill(0);
    const sent = [];
    for (let run = 0; run < 3; run++) {
      bytes = 0;
      assertSameBits(await layer.run(x, { keep: ["weights"] }), expected, `run ${run}`);
      sent.push(bytes);
    }
    const ofWeights = 4 * 128 * 128 * 4;
    assert.ok(sent[0] - sent[2] >= ofWeights, String(sent));
    assert.ok(sent[2] < ofWeights * 2, String(sent));
    assertSameBits(await layer.backward(x, d), gradients, "backward");
    await assert.rejects(layer.run([[1]]), /^RangeError: layer\.run: queryWeight must have the shape/);
    layer.dispose();
    await assert.rejects(layer.backward(x, d), /^Error: layer\.backward: the layer is disposed of\./);
  });
});

test("ten thousand small calls do not make memory grow", async () => {
  const collect = await collector();
  const [q, k, v] = [0, 1, 2].map(() => tensorOf([2, 26, 8]));
  await withPool({ chunk: 2e4 }, { workers: 2 }, async (pool) => {
    const run = async (count) => {
      for (let n = 0; n < count; n += 10) {
        await Promise.all(Array.from({ length: 10 }, () => pool.attention(q, k, v, { causal: true })));
      }
      for (let turn = 0; turn < 2; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        collect();
      }
      const { heapUsed, external, arrayBuffers } = process.memoryUsage();
      return heapUsed + external + arrayBuffers;
    };
    const before = await run(3000);
    const after = await run(10_000);
    assert.ok(after - before < 1e6, `${before} bytes before, ${after} after`);
  });
});

async function program(text, timeout = 60_000) {
  const folder = mkdtempSync(join(tmpdir(), "heed-workers-"));
  const main = join(folder, "main.mjs");
  const imports = `import { openWorkers } from ${JSON.stringify(new URL("workers.js", dist).href)};
    const q = { data: new Float32Array(2048 * 64), shape: [1, 2048, 64] };`;
  writeFileSync(main, `${imports}\n${text}`);
  try {
    return await promisify(execFile)(process.execPath, [main], { timeout });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a script that never closes its workers exits, and waits for calls that are not finished", async () => {
  const { stdout } = await program(`
    const pool = await openWorkers({ workers: 2 });
    await pool.attention(q, q, q);
    pool.attention(q, q, q).then(({ output }) => console.log(output.shape.join(), pool.workers));`);
  assert.equal(stdout, "1,2048,64 2\n");
  const { stdout: nothing } = await program(`await openWorkers(); console.log("open");`);
  assert.equal(nothing, "open\n");
});

test("a worker that never answers keeps a program alive only while a call waits", async () => {
  const aborts = `
    import { Worker } from "node:worker_threads";
    const script = () => new Worker("setInterval(() => {}, 1000)", { eval: true });
    const pool = await openWorkers({ workers: 1, script });
    const controller = new AbortController();
    const call = pool.attention(q, q, q, { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await call.catch(({ name }) => console.log(name));`;
  // The pool would wait for 20 seconds before it took the worker for refused.
  const { stdout } = await program(aborts, 10_000);
  assert.equal(stdout, "AbortError\n");
});
