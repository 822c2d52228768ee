// What SECURITY.md promises of the files that ship: no code from data, no network, inputs that nobody touches.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { dist, load, randomOf } from "./support.mjs";

const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));

/** Ways to run text, to reach a network or to keep something, and how often each file may have them. */
const WAYS = {
  eval: /\beval\s*\(/g,
  Function: /\bFunction\s*\(|\.constructor\s*\(\s*["'`]/g,
  "a timer with text": /\bset(?:Timeout|Interval)\s*\(\s*["'`]/g,
  "import()": /\bimport\s*\(/g,
  importScripts: /\bimportScripts\b/g,
  require: /\brequire\s*\(/g,
  fetch: /\bfetch\s*\(/g,
  "other requests": /\b(?:XMLHttpRequest|WebSocket|EventSource|sendBeacon|WebTransport|RTCPeerConnection)\b/g,
  HTML: /\.(?:innerHTML|outerHTML)\s*=(?!=)|insertAdjacentHTML|document\.write|createContextualFragment/g,
  storage: /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie)\b/g,
  "a worker of text": /\bcreateObjectURL\b|\beval\s*:/g,
};
const NAMED = {
  "command.js import()": 3, // the package's own heed.js, model.js and gguf.js, when a model is to be shown
  "heed.js fetch": 1, // load({ wasm: address })
  "external.js fetch": 1, // the same, and the wasm beside the script
  "workers.js a worker of text": 2, // a Blob in browsers, eval: true for Node's worker_threads
};

test("no file that ships can run text, reach a network or keep something, but for what is named", () => {
  assert.ok(scripts.length >= 8);
  const found = {};
  for (const file of scripts) {
    const text = readFileSync(new URL(file, dist), "utf8");
    for (const [way, pattern] of Object.entries(WAYS)) {
      const count = text.match(pattern)?.length ?? 0;
      if (count > 0) found[`${file} ${way}`] = count;
    }
  }
  assert.deepEqual(found, NAMED);
});

/** Uses every entry that runs in Node, with the network taken away. */
const PROGRAM = `
  import net from "node:net";
  import dns from "node:dns";
  const forbidden = () => { throw new Error("something asked for the network"); };
  globalThis.fetch = net.Socket.prototype.connect = dns.lookup = forbidden;
  let refused = 0;
  for (const run of [() => eval("1"), () => new Function("return 1")]) try { run(); } catch { refused++; }
  const { load, tensor, fromTorch } = await import("./heed.js");
  const { linear } = await import("./layers.js");
  const { rotate } = await import("./rotary.js");
  const { adam, parametersOf } = await import("./train.js");
  const { openWorkers } = await import("./workers.js");
  const heed = await load();
  const x = tensor([[1, 2], [3, 4]]);
  const weights = fromTorch({ in_proj_weight: tensor([[1, 0], [0, 1], [1, 0], [0, 1], [1, 0], [0, 1]]) }, { heads: 1 });
  heed.selfAttentionBackward(x, x, weights);
  const session = heed.selfAttentionSession({ tokens: 2, modelDim: 2, backward: true });
  session.run();
  session.backward();
  adam(parametersOf(session)).step();
  heed.cache({ dim: 2, capacity: 2 }).step(x, x, x);
  linear(heed, rotate(x, { pairs: "halves" }), { weight: x });
  const limits = { [Symbol.for("heed.workers.limits")]: { least: 1, perNumber: 0, chunk: 1, rest: 1 } };
  const workers = await openWorkers({ workers: 1, ...limits });
  const { output } = await workers.attention(x, x, x);
  const used = workers.workers;
  await workers.dispose();
  console.log(JSON.stringify({ refused, used, same: output.data[3] === heed.attention(x, x, x).output.data[3] }));
`;

test("everything runs where eval and new Function are forbidden, and asks for no network", { skip: notNode() }, () => {
  const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", PROGRAM];
  const printed = execFileSync(process.execPath, flags, { cwd: fileURLToPath(dist), encoding: "utf8" });
  assert.deepEqual(JSON.parse(printed), { refused: 2, used: 1, same: true });
});

function notNode() {
  return globalThis.Bun || globalThis.Deno ? "the flag is Node's" : false;
}

test("inputs are neither changed nor kept", async () => {
  const heed = await load();
  const { tensorOf } = randomOf(3);
  const x = tensorOf([4, 4]);
  const weights = { queryWeight: tensorOf([4, 4]), keyWeight: tensorOf([4, 4]), valueWeight: tensorOf([4, 4]) };
  const frozen = Object.freeze({ bias: Object.freeze([0, 1, 2, 3]), keep: Object.freeze(["weights"]) });
  const before = structuredClone({ x, weights });
  const first = heed.selfAttention(x, { ...Object.freeze(weights), ...frozen });
  heed.selfAttentionBackward(x, x, weights);
  assert.deepEqual({ x, weights }, before);
  const kept = structuredClone(first);
  x.data.fill(NaN);
  for (const name in weights) weights[name].data.fill(NaN);
  assert.deepEqual(structuredClone(first), kept);
});

test("an error shows what would steer a terminal in the text of others, and leaves the rest as it is", async () => {
  const heed = await load();
  const hostile = "é😀\x1b[2J\x9b\x7f\r\n\0\u202e\u2066\u200f\u061c\u2028\ud800.";
  const shown = "é😀\\x1b[2J\\x9b\\x7f\\x0d\\x0a\\x00\\u202e\\u2066\\u200f\\u061c\\u2028\\ud800.";
  const messageOf = (options) => {
    try {
      heed.attention([[1]], [[1]], [[1]], options);
    } catch (error) {
      return error.message;
    }
  };
  for (const options of [{ [hostile]: 1 }, { normalize: hostile }, { window: { [hostile]: 1 } }])
    assert.ok(messageOf(options).includes(shown), messageOf(options));
  assert.match(messageOf({ normalize: "😀".repeat(41) }), /"(😀){40}…"/u);
});

test("SECURITY.md names no address: that stands in package.json alone", () => {
  const text = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
  assert.doesNotMatch(text, /\w@\w|https?:/);
  assert.match(text, /`package\.json` under `bugs`/);
});
