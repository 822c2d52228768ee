import {
  expect,
  expectLabShows,
  field,
  flavourOf,
  numbers,
  openLab,
  readFollow,
  readMatrix,
  sharedTest as test,
  test as testOfOpening,
  TOKENS,
  WORKED,
  written,
} from "./lab.mjs";
import { serveSite } from "./serve.mjs";

test("every digit on the page is the rounding of what the core returns", async ({ lab, direct }) => {
  const returned = await direct(numbers(), await flavourOf(lab));
  await expectLabShows(lab, returned);
  const lines = TOKENS.map((_, key) => [
    returned.raw[1][key],
    returned.scores[1][key],
    returned.weights[1][key],
    ...returned.v[key],
  ]);
  await expect.poll(() => readFollow(lab)).toEqual(lines.map((line) => line.map((value) => written(value, "0.0000"))));
});

testOfOpening("over http the digits are the same", async ({ page, direct }) => {
  const server = await serveSite();
  await openLab(page, `${server.url}/play.html#v=1&preset=journey`);
  await expectLabShows(page, await direct(numbers(), await flavourOf(page)));
  await server.close();
});

test("the worked example's printed numbers are on the page", async ({ lab }) => {
  const { printed } = WORKED;
  const follow = (await readFollow(lab)).map((line) => line.map(Number));
  const near = (value) => expect.closeTo(value, 4);
  expect(follow.map((line) => line[0])).toEqual(printed.scores_row1_unscaled.map(near));
  for (const [key, weight] of printed.weights_row1.entries())
    expect(Math.abs(follow[key][2] - weight)).toBeLessThanOrEqual(6e-5);
  await expect(lab.locator("[data-follow=query]")).toHaveText("(0.4306, 1.4551)");
  await expect(lab.locator("[data-follow=output]")).toHaveText("(0.3061, 0.8210)");
  const output = await readMatrix(lab, "output");
  printed.output.forEach((row, i) =>
    row.forEach((value, j) => expect(Math.abs(Number(output[i][j]) - value)).toBeLessThanOrEqual(6e-5)),
  );
});

test("what a reader types is what the core computes with, whole and not as rounded for show", async ({
  lab,
  direct,
}) => {
  const changed = numbers();
  changed.x[3][2] = -1.23456789;
  changed.key[0][1] = 2.5e-3;
  await field(lab, "X, with, dimension 3").fill("−1,23456789");
  await field(lab, "W K, dimension 1, column 2").fill("2.5e-3");
  await field(lab, "X, Your, dimension 1").focus();
  await expectLabShows(lab, await direct(changed, await flavourOf(lab)));
  await expect(field(lab, "X, with, dimension 3")).toHaveValue("−1.2346");
  await field(lab, "X, with, dimension 3").focus();
  await expect(field(lab, "X, with, dimension 3")).toHaveValue("−1.23456789");
});

test("passing through the fields changes no number", async ({ lab }) => {
  const before = await readFollow(lab);
  for (const input of await lab.getByRole("textbox").all()) await input.focus();
  await lab.getByRole("button", { name: "Reset" }).focus();
  await expect.poll(() => readFollow(lab)).toEqual(before);
  await field(lab, "W Q, dimension 1, column 1").focus();
  await expect(field(lab, "W Q, dimension 1, column 1")).toHaveValue("0.29611194");
});

test("what is no number is explained beside the matrix, and the results stay those of the last good one", async ({
  lab,
}) => {
  const before = await readFollow(lab);
  const input = field(lab, "X, journey, dimension 1");
  for (const [typed, sentence] of [
    ["abc", "“abc” is not a number. Type a decimal such as 0.55. The results still use 0.55."],
    ["", "An empty cell has no value. Type a number such as 0.55. The results still use 0.55."],
    ["1e7", "1e7 is out of range. This page takes numbers from −1,000,000 to 1,000,000. The results still use 0.55."],
    ["NaN", "“NaN” is not a number. Type a decimal such as 0.55. The results still use 0.55."],
    ["0x10", "“0x10” is not a number. Type a decimal such as 0.55. The results still use 0.55."],
  ]) {
    await input.fill(typed);
    await expect(lab.locator("#edit-x").getByRole("alert")).toHaveText(sentence);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAccessibleDescription(sentence);
    await expect.poll(() => readFollow(lab), typed).toEqual(before);
    await input.press("Escape");
    await expect(lab.locator("#edit-x").getByRole("alert")).toHaveText("");
    await expect(input).toHaveValue("0.55");
    await expect(input).not.toHaveAttribute("aria-invalid");
  }
});

test("a bad number stays to be mended when the reader moves on, and other numbers still work", async ({
  lab,
  direct,
}) => {
  await field(lab, "X, journey, dimension 1").fill("o.55");
  await field(lab, "X, step, dimension 3").fill("0.9");
  await expect(field(lab, "X, journey, dimension 1")).toHaveValue("o.55");
  await expect(lab.locator("#edit-x").getByRole("alert")).toContainText("“o.55” is not a number.");
  const changed = numbers();
  changed.x[5][2] = 0.9;
  await expectLabShows(lab, await direct(changed, await flavourOf(lab)));
});

test("Reset brings the example back", async ({ lab }) => {
  const before = await readFollow(lab);
  await field(lab, "X, journey, dimension 1").fill("9");
  await field(lab, "W V, dimension 2, column 2").fill("oops");
  await expect.poll(() => readFollow(lab)).not.toEqual(before);
  await lab.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => readFollow(lab)).toEqual(before);
  await expect(field(lab, "X, journey, dimension 1")).toHaveValue("0.55");
  await expect(field(lab, "W V, dimension 2, column 2")).toHaveValue("0.4017");
  await expect(lab.locator("#edit-value").getByRole("alert")).toHaveText("");
});

test("numbers at the edge of the range give finite results", async ({ lab }) => {
  for (const name of [
    "X, Your, dimension 1",
    "W Q, dimension 1, column 1",
    "W K, dimension 1, column 1",
    "W V, dimension 1, column 1",
  ])
    await field(lab, name).fill("1000000");
  const shown = [
    ...(await readFollow(lab)),
    ...(await readMatrix(lab, "output")),
    ...(await readMatrix(lab, "scores")),
  ].flat();
  expect(shown.filter((text) => !/^−?\d+(\.\d+)?(e\d+)?$/.test(text))).toEqual([]);
});

test("any token can be followed, and its row is set apart and put into words", async ({ lab, direct }) => {
  const { raw, weights } = await direct(numbers(), await flavourOf(lab));
  await lab.getByRole("option", { name: /^one/ }).click();
  const follow = await readFollow(lab);
  expect(follow.map((line) => line[0])).toEqual(raw[4].map((value) => value.toFixed(4)));
  expect(follow.map((line) => line[2])).toEqual(weights[4].map((value) => value.toFixed(4)));
  await expect(lab.locator("attention-matrix[data-matrix=weights] p.sentence")).toHaveText(
    "Row “one”: 19\u00a0% on “journey”, 19\u00a0% on “starts”, 18\u00a0% on “step”, …; entropy 2.6 bits.",
  );
  await expect(lab.locator("attention-matrix[data-matrix=weights] th.chosen")).toHaveText("one");
  await expect(lab.locator("#edit-x tr.chosen th")).toHaveText("one");
});
