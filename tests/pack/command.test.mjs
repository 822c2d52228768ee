// The command line of the installed tarball: npx heed show.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "../../scripts/setup/browsers.mjs";
import { randomOf } from "../lib/support.mjs";
import { GPT2, LLAMA } from "../model/configs.mjs";
import { safetensors } from "../model/files.mjs";
import { ggufOf, keysOf, storedAs } from "../model/gguf-writer.mjs";
import { makeTensors } from "../model/make.mjs";
import { attention, headOf, npz, SHAPE, WORDS } from "../site/model-page.mjs";
import { npyNumbers, npyTexts, zipOf } from "../site/model-writers.mjs";
import { install } from "./tarball.mjs";

const folder = await install("command");
const values = attention();
writeFileSync(path.join(folder, "a.npz"), npz(values));
writeFileSync(path.join(folder, "cut.npz"), npz(values).subarray(0, 400));
writeFileSync(path.join(folder, "note.txt"), "hello");

/** @returns what it printed, what it complained of, and its exit code */
function heed(...args) {
  const { stdout, stderr, status } = spawnSync("npx", ["--offline", "heed", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { said: stdout.trim(), complained: stderr.replace(/^npm .*\n/gm, "").trim(), code: status };
}

const inFolder = (file) => readFileSync(path.join(folder, file));

test("it lists the heads, and describes one", () => {
  const all = heed("show", "a.npz");
  assert.equal(all.code, 0, all.complained);
  assert.match(all.said, /^a\.npz: \d+ × \d+ heads/);
  assert.match(all.said, /^1\.3 /m);
  const one = heed("show", "a.npz", "--head", "1.3");
  assert.match(one.said, /^L1 H3: a\.npz\n\d+ rows, \d+ columns\.\n/);
});

test("one head as SVG and as HTML, with its numbers", () => {
  assert.deepEqual(heed("show", "a.npz", "--head", "1.3", "--out", "head.svg"), {
    said: "Saved as head.svg.",
    complained: "",
    code: 0,
  });
  const svg = inFolder("head.svg").toString();
  assert.match(svg, /^<svg [^>]*role="img"[^>]*>\n<title>L1 H3: a\.npz<\/title>\n<desc>/);
  assert.equal(heed("show", "a.npz", "--head", "1.3", "--out", "head.html").code, 0);
  const held = JSON.parse(/id="data">(.*?)<\/script>/s.exec(inFolder("head.html").toString())[1]);
  const bytes = Buffer.from(held.numbers, "base64");
  assert.deepEqual(
    headOf(values, 1, 3).map((_, at) => bytes.readFloatLE(4 * at)),
    headOf(values, 1, 3),
  );
  assert.deepEqual(held.rowLabels, WORDS);
});

test(
  "PNG comes from the browser of the machine, at twice the size",
  { skip: chromium() ? false : "no Chromium" },
  () => {
    assert.equal(heed("show", "a.npz", "--head", "1.3", "--out", "head.png").code, 0);
    const png = inFolder("head.png");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    const size = /width="(\d+)" height="(\d+)"/.exec(inFolder("head.svg").toString()).slice(1).map(Number);
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [2 * size[0], 2 * size[1]]);
  },
);

test("what cannot be shown is the viewer's sentence and exit code 1; a command not understood is 2", () => {
  const cases = [
    [["show", "cut.npz"], 1, /^heed: The zip file has no complete list of its members/],
    [["show", "note.txt"], 1, /^heed: .*note\.txt/],
    [["show", "none.npz"], 1, /^heed: "none\.npz" cannot be read: there is no such file\.$/],
    [["show", "."], 1, /^heed: "\." cannot be read: it is a folder\.$/],
    [
      ["show", "a.npz", "--head", "0.0", "--out", "none/a.svg"],
      1,
      /^heed: "none\/a\.svg" cannot be written: there is no such folder\.$/,
    ],
    [["show", "a.npz", "--head", "9.0"], 2, /^heed: --head must be from 0\.0 to \d\.\d; got 9\.0\.$/],
    [["show", "a.npz", "--head", "3"], 2, /^heed: --head must be LAYER\.HEAD, such as 3\.5; got "3"\.$/],
    [["show", "a.npz", "--head", "L1H3"], 2, /^heed: --head must be LAYER\.HEAD, such as 3\.5; got "L1H3"\.$/],
    [["show", "a.npz", "--head", "x"], 2, /^heed: --head must be LAYER\.HEAD, such as 3\.5; got "x"\.$/],
    [["show", "a.npz", "--out", "a.gif"], 2, /^heed: --out must end in \.svg, \.png or \.html; got "a\.gif"\.$/],
    [["show", "a.npz", "--nothing"], 2, /^heed: Unknown option '--nothing'\. See heed --help\.$/],
    [["show"], 2, /^heed: show needs a file/],
    [["draw", "a.npz"], 2, /^heed: the command is "show"; got "draw"/],
  ];
  for (const [args, code, pattern] of cases) {
    const { complained, ...rest } = heed(...args);
    assert.match(complained, pattern, args.join(" "));
    assert.equal(rest.code, code, args.join(" "));
  }
  assert.ok(!existsSync(path.join(folder, "a.gif")));
});

/** Clears a terminal, sets its title, links, steers with C1, returns to the begin of a line, turns the direction. */
const STEERING = "\x1b[2J\x1b]0;t\x07\x1b]8;;http://x\x1b\\\x9b2J\r\u202e\u2028";

test("no control character of a token, a title, a name or a message reaches the terminal", () => {
  const file = `a${STEERING.replaceAll("/", "")}.npz`;
  const words = WORDS.map((word) => `${word}${STEERING}`);
  const arrays = { "attention.npy": npyNumbers(values, SHAPE), "tokens.npy": npyTexts(words) };
  writeFileSync(path.join(folder, file), zipOf(arrays));
  writeFileSync(path.join(folder, "a.json"), `{"attention": [[1${STEERING}]]}`);
  const calls = [
    ["show", file],
    ["show", file, "--head", "1.3"],
    ["show", file, "--head", "1.3", "--raw", "--title", STEERING],
    ["show", file, "--head", "1.3", "--out", `b${file.slice(1, -4)}.svg`],
    ["show", file, "--head", "1.3", "--out", `none/${file}.svg`],
    ["show", "a.json"],
    ["show", `none${file}`],
    ["show", "a.npz", `--${STEERING}`],
    ["show", "a.npz", "--head", STEERING],
  ];
  for (const args of calls) {
    const { said, complained } = heed(...args);
    assert.ok(said + complained !== "", args.join(" "));
    assert.doesNotMatch(said + complained, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u, args.join(" "));
  }
  assert.match(heed(...calls[2]).said, /^\\x1b\[2J/);
});

test("what a mask or an option hides is hatched in the drawing, hidden in the page, and never the largest", () => {
  const count = WORDS.length;
  const drawn = (out, ...options) => {
    assert.equal(heed("show", "a.npz", "--head", "1.3", "--out", out, ...options).code, 0);
    return inFolder(out).toString();
  };
  const hatched = (svg) => svg.split('fill="url(#heed-hatch-light)"').length - 1;
  assert.equal(hatched(drawn("m.svg", "--causal")), (count * (count - 1)) / 2);
  assert.equal(hatched(drawn("m.svg", "--key-length", "2")), count * (count - 2));
  assert.equal(hatched(drawn("m.svg", "--causal", "--window", "1")), count * count - 2 * count + 1);
  assert.equal(hatched(drawn("m.svg", "--causal", "--offset=-1")), (count * (count + 1)) / 2);
  const held = JSON.parse(/id="data">(.*?)<\/script>/s.exec(drawn("m.html", "--window", "0"))[1]);
  const shown = Array.from(Buffer.from(held.mask, "base64"));
  assert.deepEqual(
    shown,
    shown.map((_, at) => Number(at % (count + 1) === 0)),
  );
  const [first] = /^“.*$/m.exec(heed("show", "a.npz", "--head", "1.3", "--key-length", "1").said);
  assert.match(first, new RegExp(`, to “${WORDS[0].replace(/[^\w]/g, ".")}”\\.$`));
});

const SIZES = { hidden_size: 64, intermediate_size: 64, head_dim: 16 };
const random = randomOf(5);
const made = storedAs({ ...LLAMA, ...SIZES }, makeTensors({ ...LLAMA, ...SIZES }), () => "Q8_0", random);
const LETTERS = ["<unk>", "<s>", "▁", "a", "b", "▁a", "▁ab", "ab", ...Array.from({ length: 53 }, (_, n) => `t${n}`)];
const TOKENIZER = {
  ...{ "tokenizer.ggml.model": "llama", "tokenizer.ggml.tokens": LETTERS, "tokenizer.ggml.bos_token_id": 1 },
  "tokenizer.ggml.scores": { type: "f32", value: LETTERS.map((_, n) => -n) },
  "tokenizer.ggml.token_type": { type: "i32", value: LETTERS.map((_, n) => (n === 0 ? 2 : n === 1 ? 3 : 1)) },
};
const plain = { keys: keysOf({ ...LLAMA, ...SIZES }), tensors: made.tensors };
const gguf = ggufOf({ ...plain, keys: { ...plain.keys, ...TOKENIZER } });
// Ollama's blobs have no suffix.
writeFileSync(path.join(folder, "sha256-0123"), gguf);
writeFileSync(path.join(folder, "numbers.gguf"), ggufOf(plain));

/** The weights of a head as the package computes them. */
async function headOfModel(file, ids, layer, head) {
  const open = async (name) => import(pathToFileURL(path.join(folder, "node_modules/heed/dist", name)).href);
  const [{ load }, { readGguf }, { openModel }] = await Promise.all(["heed.js", "gguf.js", "model.js"].map(open));
  const model = await openModel(await load(), await readGguf(path.join(folder, file)));
  const { data } = model.run(ids, { keep: ["weights"] }).layers[layer].weights;
  model.dispose();
  const size = ids.length ** 2;
  return Array.from(data.subarray(head * size, (head + 1) * size));
}

/** The two may run in different flavours. */
function assertNear(found, expected) {
  assert.equal(found.length, expected.length);
  for (const [at, one] of expected.entries()) assert.ok(Math.abs(found[at] - one) < 1e-4, `${found[at]}, ${one}`);
}

/** What a saved page holds. */
const heldIn = (name) => JSON.parse(/id="data">(.*?)<\/script>/s.exec(inFolder(name).toString())[1]);
const numbersIn = ({ numbers }) => {
  const bytes = Buffer.from(numbers, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
};

test("the heads of a GGUF file are computed for a text: listed, described and drawn", async () => {
  const all = heed("show", "sha256-0123", "--text", "ab ab");
  assert.equal(all.code, 0, all.complained);
  assert.match(all.said, /^sha256-0123: 2 × 4 heads, 3 × 3, Q8_0 and F32, 1 text\n0\.0 /);
  assert.match(all.said, /^1\.3 /m);
  const one = heed("show", "sha256-0123", "--text", "ab ab", "--head", "1.3");
  assert.match(one.said, /^L1 H3: sha256-0123\n3 rows, 3 columns\.\n/);
  assert.equal(heed("show", "sha256-0123", "--text", "ab ab", "--head", "1.3", "--out", "model.html").code, 0);
  const held = heldIn("model.html");
  assertNear(numbersIn(held), await headOfModel("sha256-0123", [1, 6, 6], 1, 3));
  assert.deepEqual(held.rowLabels, ["<s>", "ab", "ab"]);
  assert.match(inFolder("model.html").toString(), /sha256-0123, Q8_0 and F32/);
  assert.equal(heed("show", "sha256-0123", "--text", "ab ab", "--head", "0.1", "--out", "model.svg").code, 0);
  const svg = inFolder("model.svg").toString();
  assert.match(svg, /<title>L0 H1: sha256-0123<\/title>/);
  assert.equal(svg.split('fill="url(#heed-hatch-light)"').length - 1, 3, "a token sees no later one");
});

test("a model without a tokenizer takes token numbers, and a text is answered by how to get them", async () => {
  assert.equal(heed("show", "numbers.gguf", "--tokens", "5, 9,1", "--head", "1.0", "--out", "model.html").code, 0);
  const held = heldIn("model.html");
  assertNear(numbersIn(held), await headOfModel("numbers.gguf", [5, 9, 1], 1, 0));
  assert.deepEqual(held.rowLabels, ["5", "9", "1"]);
  const { complained, code } = heed("show", "numbers.gguf", "--text", "ab");
  assert.equal(code, 1);
  const [sentence, ...python] = complained.split("\n");
  assert.match(
    sentence,
    /^heed: "numbers\.gguf" has no tokenizer .*: the key tokenizer\.ggml\.model is missing\. Give/,
  );
  assert.match(sentence, /Give token numbers instead: --tokens 1,2,3\. In Python:$/);
  assert.match(python.join("\n"), /^from transformers import AutoTokenizer\nprint\(.*\)$/);
});

test("a folder of transformers is shown as a GGUF file is, and a model in parts is found by one of them", async () => {
  const config = { ...GPT2, n_embd: 8, n_head: 2 };
  const tensors = makeTensors(config);
  mkdirSync(path.join(folder, "gpt"));
  writeFileSync(path.join(folder, "gpt/config.json"), JSON.stringify(config));
  writeFileSync(path.join(folder, "gpt/model.safetensors"), safetensors(tensors));
  const found = heed("show", "gpt", "--tokens", "1,2,3", "--head", "1.1");
  assert.match(found.said, /^L1 H1: gpt\n3 rows, 3 columns\.\n/, found.complained);
  const { keys } = plain;
  const part = (no, tensorsOf) => {
    const split = { "split.no": no, "split.count": 2, "split.tensors.count": made.tensors.length };
    writeFileSync(
      path.join(folder, `a-0000${no + 1}-of-00002.gguf`),
      ggufOf({ keys: no === 0 ? { ...keys, ...split } : split, tensors: tensorsOf }),
    );
  };
  part(0, made.tensors.slice(0, 5));
  part(1, made.tensors.slice(5));
  const both = heed("show", "a-00002-of-00002.gguf", "--tokens", "5,9,1");
  assert.match(both.said, /^a-00002-of-00002\.gguf: 2 × 4 heads, 3 × 3, Q8_0/, both.complained);
});

test("what is wrong with a model or its flags is said, and nothing of it steers the terminal", () => {
  writeFileSync(path.join(folder, "cut.gguf"), gguf.subarray(0, gguf.length - 1));
  const steered = { ...plain.keys, "general.architecture": `mamba${STEERING}` };
  writeFileSync(path.join(folder, "steered.gguf"), ggufOf({ ...plain, keys: steered }));
  const cases = [
    [["cut.gguf", "--tokens", "1"], 1, /^heed: "cut\.gguf" is cut off: the tensor .* ends beyond the end of the file/],
    [["steered.gguf", "--tokens", "1"], 1, /^heed: "steered\.gguf" has the key general\.architecture, which is "mamba/],
    [["numbers.gguf"], 2, /^heed: a model needs a text, --text "The cat sat\.", or token numbers, --tokens 1,2,3\.$/],
    [["numbers.gguf", "--tokens", "1,x"], 2, /^heed: --tokens must be token numbers, such as 1,2,3; got "1,x"\.$/],
    [["numbers.gguf", "--tokens", "61"], 1, /^heed: ids .*61/],
    [["sha256-0123", "--tokens", "1", "--text", "a"], 2, /^heed: --text and --tokens were both given\.$/],
    [["numbers.gguf", "--tokens", "1", "--head", "2.0"], 2, /^heed: --head must be from 0\.0 to 1\.3; got 2\.0\.$/],
    [["numbers.gguf", "--tokens", "1", "--head", "0.4"], 2, /^heed: --head must be from 0\.0 to 1\.3; got 0\.4\.$/],
    [["numbers.gguf", "--tokens", "1", "--turned"], 2, /^heed: --part and --turned are for files of attention\.$/],
    [["a.npz", "--tokens", "1"], 2, /^heed: --tokens is for a model; "a\.npz" is not one\.$/],
    [["a.npz", "--text", "The cat"], 2, /^heed: --text must be an integer, 0 or greater; got "The cat"\.$/],
  ];
  for (const [args, code, pattern] of /** @type {[string[], number, RegExp][]} */ (cases)) {
    const { complained, ...rest } = heed("show", ...args);
    assert.match(complained, pattern, args.join(" "));
    assert.equal(rest.code, code, args.join(" "));
    assert.doesNotMatch(complained, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u, args.join(" "));
  }
});

test("help and version go to the output", () => {
  assert.match(heed("--help").said, /^heed show FILE \[options\]/);
  assert.match(heed("--version").said, /^\d+\.\d+\.\d+$/);
});
