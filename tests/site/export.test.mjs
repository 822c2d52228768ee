// Files that are saved, read back by other means than those that wrote them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pythonWith } from "../../scripts/setup/python.mjs";
import { svgOf } from "../../dist/draw.js";
import { numbersOf, siteModule } from "./runs.mjs";

const { csvOf, fileName, jsonOf, npyOf, figureOf, sizeOf } = await siteModule("rooms/export/index.ts");

const AWKWARD = ['say "hi"', "a,b", " lead", "line\nbreak", "日本", "<b>&"];
const NUMBERS = Float32Array.from([
  0.1,
  -0,
  1e-45,
  3.4028234663852886e38,
  -1.17549435e-38,
  1 / 3,
  16777217,
  -123456.789,
  0,
  1,
  NaN,
  -Infinity,
]);

const matrix = {
  name: "weights",
  title: "A = softmax(E), head 2",
  kind: "weights",
  head: 2,
  data: NUMBERS,
  rows: 6,
  columns: 2,
  rowLabels: AWKWARD,
  columnLabels: ["one", 'two "2"'],
  tokens: ["The", "animal", "didn't", "cross", "the", "street"],
};
const about = {
  options: { causal: true, bias: { data: new Float32Array([0.1, -Infinity]), shape: [2] } },
  versions: { heed: "0.1.0 (simd)" },
};

/** RFC 4180, read sign by sign. */
function readCsv(text) {
  const rows = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted && sign === '"' && text[at + 1] === '"') rows.at(-1)[rows.at(-1).length - 1] += text[at++];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ",") rows.at(-1).push("");
    else if (!quoted && sign === "\r" && text[at + 1] === "\n") {
      rows.push([""]);
      at++;
    } else rows.at(-1)[rows.at(-1).length - 1] += sign;
  }
  return rows.slice(0, -1);
}

const same = (read, written) => assert.deepEqual(Array.from(Float32Array.from(read)), Array.from(written));

test("CSV reads back to the same labels and, bit for bit, the same float32 numbers", () => {
  const [head, ...lines] = readCsv(csvOf(matrix));
  assert.deepEqual(head, ["", "one", 'two "2"']);
  assert.deepEqual(
    lines.map(([label]) => label),
    AWKWARD,
  );
  const numbers = lines.flatMap(([, ...texts]) => texts.map(Number));
  same(numbers, NUMBERS);
  assert.ok(Object.is(Math.fround(numbers[1]), -0));
});

test("no label of a CSV file is a formula of a spreadsheet, and negative numbers are still numbers", () => {
  const evil = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    '=HYPERLINK("x")',
    "\uff1d1",
    "-",
    "a=1",
  ];
  const size = { rows: evil.length, columns: evil.length, rowLabels: evil, columnLabels: evil };
  const data = new Float32Array(evil.length ** 2).fill(-0.5);
  const [head, ...lines] = readCsv(csvOf({ ...matrix, ...size, data }));
  for (const labels of [head.slice(1), lines.map(([label]) => label)]) {
    assert.deepEqual(labels, [...evil.slice(0, -1).map((label) => `'${label}`), "a=1"]);
    for (const label of labels) assert.doesNotMatch(label, /^\s*[=+\-@]|^\s/);
  }
  same(
    lines.flatMap(([, ...texts]) => texts.map(Number)),
    data,
  );
});

test("a random float32 of any size survives CSV and JSON", () => {
  const bits = new Uint32Array(4096).map((_, at) => Math.imul(at + 1, 2654435761));
  const data = new Float32Array(bits.buffer).map((value) => (Number.isFinite(value) ? value : 0));
  const many = { ...matrix, data, rows: 64, columns: 64, rowLabels: [], columnLabels: [] };
  same(
    readCsv(csvOf(many))
      .slice(1)
      .flatMap(([, ...texts]) => texts.map(Number)),
    data,
  );
  same(JSON.parse(jsonOf(many, about)).data.flat(), data);
});

test("JSON holds shape, labels, data, options and versions", () => {
  const read = JSON.parse(jsonOf(matrix, about));
  assert.deepEqual(read.shape, [6, 2]);
  assert.deepEqual(read.rowLabels, AWKWARD);
  assert.equal(read.head, 2);
  assert.deepEqual(read.options, { causal: true, bias: { data: [0.1, "-Infinity"], shape: [2] } });
  assert.deepEqual(read.versions, about.versions);
  same(read.data.flat().map(Number), NUMBERS);
  assert.deepEqual(read.data[5], ["NaN", "-Infinity"]);
});

for (const shape of [[6, 2], [12], [3, 2, 2], [1000000, 1]]) {
  test(`.npy of ${shape.join(" × ")} has an aligned header and its numbers as float32, little-endian, C order`, () => {
    const data = shape[0] > 12 ? new Float32Array(shape[0]).fill(0.25) : NUMBERS;
    const file = npyOf({ data, shape });
    assert.deepEqual(Array.from(file.subarray(0, 8)), [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    const length = file[8] + 256 * file[9];
    assert.equal((10 + length) % 64, 0);
    const header = Buffer.from(file.subarray(10, 10 + length)).toString("latin1");
    assert.match(header, /^\{'descr': '<f4', 'fortran_order': False, 'shape': \([\d, ]+\), \} *\n$/);
    assert.deepEqual(
      header
        .match(/\(([\d, ]+)\)/)[1]
        .split(",")
        .filter((part) => part.trim() !== "")
        .map(Number),
      shape,
    );
    const view = new DataView(file.buffer, 10 + length);
    assert.equal(view.byteLength, 4 * data.length);
    data.forEach((value, at) => assert.ok(Object.is(view.getFloat32(4 * at, true), value)));
  });
}

const python = await pythonWith("numpy");

test("NumPy itself reads the .npy and the CSV", { skip: python ? false : "no NumPy on this machine" }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-export-"));
  writeFileSync(path.join(folder, "matrix.npy"), npyOf({ data: NUMBERS, shape: [6, 2] }));
  writeFileSync(path.join(folder, "matrix.csv"), csvOf({ ...matrix, rowLabels: [] }));
  const script = `
import json, sys, numpy as np
read = np.load(sys.argv[1] + "/matrix.npy")
table = np.genfromtxt(sys.argv[1] + "/matrix.csv", delimiter=",", skip_header=1, dtype=np.float64)
numbers = table[:, 1:].astype(np.float32).tobytes().hex()
read_back = read.tobytes().hex()
print(json.dumps([str(read.dtype), list(read.shape), bool(read.flags.c_contiguous), read_back, numbers == read_back]))`;
  const answer = JSON.parse(execFileSync(python, ["-c", script, folder], { encoding: "utf8" }));
  rmSync(folder, { recursive: true });
  assert.deepEqual(answer, ["float32", [6, 2], true, Buffer.from(NUMBERS.buffer).toString("hex"), true]);
});

test("a file's name says what it holds, in signs that every file system takes", () => {
  assert.equal(fileName(matrix, "csv"), "heed-weights-head2-6x2-the-animal-didn-t-cross.csv");
  assert.equal(fileName({ ...matrix, head: undefined, tokens: [] }, "npy"), "heed-weights-6x2.npy");
  assert.equal(
    fileName({ ...matrix, tokens: ["../..", "Größe", "a/b:c", "日本"] }, "svg"),
    "heed-weights-head2-6x2-größe-a-b-c-日本.svg",
  );
  assert.ok(fileName({ ...matrix, tokens: ["x".repeat(500)] }, "svg").length < 80);
});

test("a figure is the picture that heed/draw gives for the same matrix, colours and texts", () => {
  const draw = numbersOf(3);
  const square = (size) => ({
    ...matrix,
    ...draw(size, size),
    rows: size,
    columns: size,
    rowLabels: [],
    columnLabels: [],
  });
  const mask = Array.from(NUMBERS, (_, at) => at !== 9);
  const cases = [matrix, { ...matrix, mask, kind: "scores", perRow: true, domain: [-2, 2] }, square(128), square(129)];
  for (const given of cases)
    for (const colours of ["light", "dark"]) {
      const figure = figureOf(given, colours);
      const { data, rows, columns, kind, title, perRow, domain, mask: hides } = given;
      const names = (labels, count) => Array.from({ length: count }, (_, at) => labels[at] ?? String(at + 1));
      const options = {
        ...{ kind, title, perRow, domain, mask: hides, colours },
        rowLabels: names(given.rowLabels, rows),
        columnLabels: names(given.columnLabels, columns),
        description: unescaped(/<desc>([^]*?)<\/desc>/.exec(figure)[1]),
      };
      assert.equal(figure, svgOf({ data, shape: [rows, columns] }, options));
      assert.deepEqual(
        Object.values(sizeOf(figure)),
        figure
          .match(/viewBox="0 0 (\d+) (\d+)"/)
          .slice(1)
          .map(Number),
      );
    }
});

test("a cell has the colour that <attention-matrix> paints it with, by every option of colours", async () => {
  const { paletteOf } = await siteModule("../element/colour/paint.ts");
  const { Scale, ownDomain } = await siteModule("../show/index.ts");
  const { data } = numbersOf(5)(6, 6);
  const size = { rows: 6, columns: 6 };
  for (const colours of ["light", "dark"])
    for (const kind of ["weights", "scores"])
      for (const [log, perRow] of [0, 1, 2, 3].map((bits) => [bits > 1, bits % 2 === 1])) {
        const numbers = { data, ...size, start: 0, mask: null };
        const domain = ownDomain(numbers, kind === "scores", log);
        const steps = new Scale({ signed: kind === "scores", log, perRow, along: "rows", domain }).steps(numbers);
        const { pixels } = paletteOf(kind === "scores" ? "diverging" : "sequential", colours);
        const hex = (pixel) =>
          `#${[0, 8, 16].map((by) => ((pixel >> by) & 255).toString(16).padStart(2, "0")).join("")}`;
        const svg = svgOf({ data, shape: [6, 6] }, { kind, log, perRow, colours });
        const fills = Array.from(svg.matchAll(/fill="(#\w{6})"><title>/g), ([, fill]) => fill);
        assert.deepEqual(
          fills,
          Array.from(steps, (step) => hex(pixels[step])),
        );
      }
});

const unescaped = (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));

test("the description of a figure says where its numbers come from, its pattern, and the largest of each row", () => {
  const data = Float32Array.of(1, 0, 0.9, 0.1);
  const plain = { ...matrix, data, rows: 2, rowLabels: ["a", "b"], columnLabels: ["a", "b"], mask: [1, 0, 1, 1] };
  const description = (given) => unescaped(/<desc>([^]*?)<\/desc>/.exec(figureOf(given, "light"))[1]);
  const rows = "“a” gives most, 100\u00a0%, to “a”. “b” gives most, 90\u00a0%, to “a”.";
  const hatched = "Hatched cells may not be attended to.";
  assert.equal(description(plain), `2 rows, 2 columns. Numbers: computed by heed. ${hatched} ${rows}`);
  assert.match(
    description({ ...plain, mask: undefined, source: "read from a.npz" }),
    /Numbers: read from a\.npz\. “a”/,
  );
});
