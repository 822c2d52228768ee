// How typed and pasted text is read, without a browser.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { readNumber, readBlock } = await siteModule("kit/read-numbers.ts");

test("a number is read as people write it", () => {
  const read = {
    0.55: 0.55,
    " .5 ": 0.5,
    "5.": 5,
    "-1e-3": -0.001,
    "−2": -2,
    "0,25": 0.25,
    "+3": 3,
    "1E5": 1e5,
    "-0": -0,
  };
  for (const [text, value] of Object.entries(read)) assert.deepEqual(readNumber(text), { value }, text);
});

test("what is not one number is not guessed at", () => {
  for (const text of [
    "",
    "1 2",
    "1,234.5",
    "1,234,567",
    "0x1f",
    "Infinity",
    "NaN",
    "1e",
    "--1",
    "e5",
    ".",
    "½",
    "1_000",
    "1e400",
  ])
    assert.match(readNumber(text).problem, /\.$/, text);
});

test("a block is read from sheets, notebooks and lines", () => {
  const rows = [
    [1, 2.5],
    [-3, 0.25],
  ];
  for (const text of [
    "1\t2.5\n-3\t0.25",
    "1\t2,5\n-3\t0,25\n",
    "[[1, 2.5], [-3, 0.25]]",
    "[[1 2.5]\n [-3 0.25]]",
    "1, 2.5\n-3, 0.25",
    "1;2,5\n-3;0,25",
    "1 2,5\n−3 0,25",
    "torch.tensor([[1.0, 2.5], [-3.0, 0.25]])",
  ]) {
    assert.deepEqual(readBlock(text), { value: rows }, text);
  }
});

test("a row is a block as well", () => {
  assert.deepEqual(readBlock("[1, 2, 3]"), { value: [[1, 2, 3]] });
  assert.deepEqual(readBlock("1\t2\t3"), { value: [[1, 2, 3]] });
});

test("a word with several commas is a row, unless it may be one number with its digits in groups", () => {
  for (const text of ["1,2,3\n-4,5,6", "1,2,3\r\n−4,5,6\r\n"])
    assert.deepEqual(
      readBlock(text),
      {
        value: [
          [1, 2, 3],
          [-4, 5, 6],
        ],
      },
      text,
    );
  assert.deepEqual(readBlock("1,2,3"), { value: [[1, 2, 3]] });
  assert.equal(readBlock("100,200,300\n1,2,3").value.length, 2);
  assert.deepEqual(readBlock("1,5 2,5\n3,5 4,5").value[0], [1.5, 2.5]);
  assert.deepEqual(readBlock("1,2\n3,4").value, [[1.2], [3.4]]);
  for (const text of ["1,234,567", "1,234,567 -2,345,678", "1,5, 2,5, 3,5", "1,2,3;4,5,6"])
    assert.match(readBlock(text).problem, /is not a number/, text);
});

test("a block of nothing, or with holes, is refused in a sentence", () => {
  assert.equal(readBlock(" \n ").problem, "Nothing was pasted: the clipboard holds no numbers.");
  assert.ok(readBlock("1\t\n2\t3").problem.includes("in its line 1, an empty cell has no value."));
  assert.equal(
    readBlock("[[1, 2], [3]]").problem,
    "Nothing was pasted: its line 2 has 1 number, but line 1 has 2 numbers.",
  );
  assert.match(readBlock("[[], []]").problem, /^Nothing was pasted/);
});
