// The command line of the installed tarball: npx heed show.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { chromium } from "../../scripts/setup/browsers.mjs";
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

test("help and version go to the output", () => {
  assert.match(heed("--help").said, /^heed show FILE \[options\]/);
  assert.match(heed("--version").said, /^\d+\.\d+\.\d+$/);
});
