// How typed and pasted text is read, without a browser.
import path from "node:path";
import { build } from "esbuild";
import { expect, test } from "@playwright/test";
import { pageStrings } from "../../scripts/build-site.mjs";
import { root } from "./serve.mjs";

let readNumber;
let readBlock;
test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "web/site/kit/read-numbers.ts")],
    bundle: true,
    plugins: [pageStrings()],
    write: false,
    format: "esm",
  });
  ({ readNumber, readBlock } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  ));
});

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
  for (const [text, value] of Object.entries(read)) expect(readNumber(text), text).toEqual({ value });
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
    expect(readNumber(text).problem, text).toMatch(/\.$/);
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
    expect(readBlock(text), text).toEqual({ value: rows });
  }
});

test("a row is a block as well", () => {
  expect(readBlock("[1, 2, 3]")).toEqual({ value: [[1, 2, 3]] });
  expect(readBlock("1\t2\t3")).toEqual({ value: [[1, 2, 3]] });
});

test("a word with several commas is a row, unless it may be one number with its digits in groups", () => {
  for (const text of ["1,2,3\n-4,5,6", "1,2,3\r\n−4,5,6\r\n"])
    expect(readBlock(text), text).toEqual({
      value: [
        [1, 2, 3],
        [-4, 5, 6],
      ],
    });
  expect(readBlock("1,2,3")).toEqual({ value: [[1, 2, 3]] });
  expect(readBlock("100,200,300\n1,2,3").value).toHaveLength(2);
  expect(readBlock("1,5 2,5\n3,5 4,5").value[0]).toEqual([1.5, 2.5]);
  expect(readBlock("1,2\n3,4").value).toEqual([[1.2], [3.4]]);
  for (const text of ["1,234,567", "1,234,567 -2,345,678", "1,5, 2,5, 3,5", "1,2,3;4,5,6"])
    expect(readBlock(text).problem, text).toMatch(/is not a number/);
});

test("a block of nothing, or with holes, is refused in a sentence", () => {
  expect(readBlock(" \n ").problem).toBe("Nothing was pasted: the clipboard holds no numbers.");
  expect(readBlock("1\t\n2\t3").problem).toContain("in its line 1, an empty cell has no value.");
  expect(readBlock("[[1, 2], [3]]").problem).toBe(
    "Nothing was pasted: its line 2 has 1 number where line 1 has 2 numbers.",
  );
  expect(readBlock("[[], []]").problem).toMatch(/^Nothing was pasted/);
});
