import { expect, expectLabShows, field, flavourOf, numbers, readFollow, sharedTest as test } from "./lab.mjs";

/** Pastes as a browser does: an event that carries text, at the field that has focus. Says whether the page took it. */
async function paste(input, text) {
  await input.focus();
  return input.evaluate((target, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    return !target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const KEY = [
  [1, -0.5],
  [0.25, 2],
  [-3, 1.5],
];

test("a whole matrix goes in, from wherever it was copied, and from whichever cell it is pasted at", async ({
  lab,
  direct,
}) => {
  const returned = await direct({ ...numbers(), key: KEY }, await flavourOf(lab));
  const before = await readFollow(lab);
  for (const [where, text] of [
    ["a sheet", "1\t-0.5\n0.25\t2\n-3\t1.5\n"],
    ["a sheet with decimal commas", "1\t-0,5\r\n0,25\t2\r\n-3\t1,5\r\n"],
    ["NumPy", "array([[ 1.  , -0.5 ],\n       [ 0.25,  2.  ],\n       [-3.  ,  1.5 ]])"],
    ["PyTorch", "tensor([[ 1.0000, -0.5000],\n        [ 0.2500,  2.0000],\n        [-3.0000,  1.5000]])"],
    ["a CSV file", "1,-0.5\n0.25,2\n-3,1.5"],
    ["plain lines", "1 −0.5\n0.25 2\n-3 1.5"],
  ]) {
    await test.step(where, async () => {
      await expect.poll(() => readFollow(lab)).toEqual(before);
      await paste(field(lab, "W K, dimension 2, column 2"), text);
      await expect(lab.locator("#edit-key").getByRole("alert")).toHaveText("");
      await expectLabShows(lab, returned);
      await lab.getByRole("button", { name: "Reset" }).click();
    });
  }
});

test("a smaller block goes in from the cell that has focus on", async ({ lab, direct }) => {
  await paste(field(lab, "X, one, dimension 2"), "7\t8\n9\t10");
  const changed = numbers();
  changed.x[4].splice(1, 2, 7, 8);
  changed.x[5].splice(1, 2, 9, 10);
  await expectLabShows(lab, await direct(changed, await flavourOf(lab)));
});

test("a paste that cannot go in changes nothing and says why", async ({ lab }) => {
  const before = await readFollow(lab);
  for (const [what, text, sentence] of [
    [
      "a word among the numbers",
      "1\t2\n3\tfour",
      "Nothing was pasted: in its line 2, “four” is not a number. Type a decimal such as 0.55.",
    ],
    ["a row that is shorter", "1\t2\n3", "Nothing was pasted: its line 2 has 1 number, but line 1 has 2 numbers."],
    [
      "a hole in a sheet",
      "1\t\n3\t4",
      "Nothing was pasted: in its line 1, an empty cell has no value. Type a number such as 0.55.",
    ],
    [
      "more than there is room for",
      "1\t2\t3\n4\t5\t6\n7\t8\t9",
      "Nothing was pasted: it is 3 × 3, and from this cell there is room for 2 × 2.",
    ],
  ]) {
    await paste(field(lab, "X, one, dimension 2"), text);
    await expect(lab.locator("#edit-x").getByRole("alert"), what).toHaveText(sentence);
    await expect.poll(() => readFollow(lab), what).toEqual(before);
  }
});

test("one number is left to the browser to paste, as text is", async ({ lab }) => {
  const handled = await paste(field(lab, "X, one, dimension 2"), " 0.75 ");
  expect(handled).toBe(false);
});
