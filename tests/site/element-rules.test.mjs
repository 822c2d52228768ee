// What <attention-matrix> takes, refuses and says, without a browser: its properties, its attributes and the table
// inside it. jsdom has neither a canvas nor frames, and the element holds its table all the same.
import assert from "node:assert/strict";
import test, { afterEach, beforeEach } from "node:test";
import { assertCode } from "../lib/codes.mjs";
import { AttentionMatrix as onServer } from "../../dist/element.js";

const { all, complaints, write } = await import("./element-dom.mjs");

/** The element of this test. */
let element;
beforeEach(() => (element = write()));
afterEach(() => assert.deepEqual(complaints, []));

const texts = async (selector) => (await all(element, selector)).map(({ textContent }) => textContent);
/** The first letters of each cell: how many decimals have room is another matter. */
const cells = async (letters = 4) => (await texts("td[data-row]")).map((text) => text.slice(0, letters));
const sentence = async () => (await texts(".sentence"))[0];
const problem = async () => (await texts("[role=alert]"))[0];
const rowNames = () => texts("th[scope=row]");

const show = (given) => Object.assign(element, given);
const ONE = { matrix: { data: [0.5], shape: [1, 1] } };

/** What the element says when it refuses the value of a property; undefined where it takes it. */
function refusal(name, value) {
  try {
    element[name] = value;
  } catch (error) {
    assertCode(error);
    return error.message;
  }
}

test("loads where there is no document, as on a server", () => {
  assert.equal(typeof onServer, "function");
  assert.notEqual(Object.getPrototypeOf(onServer), HTMLElement);
});

test("holds its table where a document lacks what paints it", async () => {
  for (const view of ["heatmap", "arcs", "table"]) {
    show({ view, matrix: { data: [0.25, 0.75], shape: [1, 2] } });
    assert.deepEqual(await cells(), ["0.25", "0.75"], view);
  }
  show({ view: "heatmap", matrix: { data: Array(65 * 65).fill(0.5), shape: [65, 65] } });
  assert.equal((await cells())[0], "0.50");
});

test("can be taken out of the page and put back", async () => {
  show(ONE);
  await cells();
  element.remove();
  show({ matrix: { data: [0.25, 0.75], shape: [1, 2] } });
  document.body.append(element);
  assert.deepEqual(await cells(), ["0.25", "0.75"]);
});

// ---- what it says ---------------------------------------------------------------------------------------------------

test("takes what selfAttention returns for one head, and names rows by number where no labels are given", async () => {
  show({ matrix: { data: Array(6).fill(0.5), shape: [1, 2, 3] } });
  assert.deepEqual(await rowNames(), ["1", "2"]);
  assert.deepEqual(await texts("th[scope=col]"), ["1", "2", "3"]);
});

test("labels are text, whatever they hold", async () => {
  const label = "<img src=x onerror=alert(1)>";
  show({ matrix: { data: [1], shape: [1, 1] }, rowLabels: [label], columnLabels: ["</th><b>"] });
  assert.deepEqual(await rowNames(), [label]);
  assert.deepEqual(await texts("th[scope=col]"), ["</th><b>"]);
  assert.deepEqual(await all(element, "img, b"), []);
});

test("a row without numbers holds none; only a masked one may attend to nothing", async () => {
  show({ matrix: { data: [Number.NaN, Number.NaN], shape: [1, 2] } });
  assert.equal(await sentence(), "Row “1” holds no numbers.");
  show({ mask: [1, 0] });
  assert.equal(await sentence(), "Row “1” holds no numbers.");
  show({ mask: [0, 0] });
  assert.equal(await sentence(), "Row “1” may attend to nothing.");
});

test("one head of several is chosen by number; a head that is not there is said", async () => {
  show({ matrix: { data: [0, 1, 0.5, 0.5], shape: [2, 1, 2] }, head: 1, rowLabels: ["it"] });
  assert.deepEqual(await cells(), ["0.50", "0.50"]);
  assert.equal(await sentence(), "Head 1, row “it”: 50\u00a0% on “1”, 50\u00a0% on “2”; entropy 1.0 bits.");
  show({ head: 2 });
  assert.equal(await problem(), "There is no head 2: heads go from 0 to 1.");
  element.removeAttribute("head");
  assert.equal(await problem(), "");
  assert.deepEqual(await cells(3), ["0.0", "1.0"]);
});

test("a column of zeros, one that may attend to nothing, scores and vectors speak as rows do", async () => {
  const two = {
    matrix: { data: [0, 0.25, 0, 0.75], shape: [2, 2] },
    along: "columns",
    rowLabels: ["a", "b"],
    columnLabels: ["c", "d"],
  };
  const ofHeads = { data: [0, 0, 0, 0, 0, 0.25, 0, 0.75], shape: [2, 2, 2] };
  for (const [given, said] of [
    [{ ...two, column: 0 }, "Column “c”: 0 on every row."],
    [{ mask: [1, 0, 1, 0], column: 1 }, "Column “d” may attend to nothing."],
    [{ mask: null, kind: "scores" }, "Column “d”: highest with “b” (0.7500), lowest with “a” (0.2500)."],
    [{ kind: "vectors" }, "Column “d”: 0.2500 and 0.7500."],
    [
      { kind: "weights", matrix: ofHeads, head: 1 },
      "Head 1, column “d”: 75\u00a0% on “b”, 25\u00a0% on “a”; entropy 0.8 bits.",
    ],
  ]) {
    show(given);
    assert.equal(await sentence(), said);
  }
});

// ---- what it refuses ------------------------------------------------------------------------------------------------

/** Refused by the property: its name, the value, and what is said of it. */
const BARS = "bars must be an array of { row, column, size, value }: two indices, a number, and a number or null; got";
const MARK = "mark must be { row, column }, integers that are 0 or greater, or null; got";
const REFUSED = [
  ["matrix", [[1, 2]], "matrix must be { data, shape }, as heed returns it, or null; got an array."],
  [
    "matrix",
    { data: [1], shape: [1, 1, 1, 1, 1] },
    "matrix.shape must be [rows, columns], or with heads and a batch before them: " +
      "[heads, rows, columns], [batch, heads, rows, columns]; got [1, 1, 1, 1, 1].",
  ],
  ["matrix", { data: [1, 2, 3], shape: [2, 2] }, "a matrix of shape [2, 2] holds 4 numbers; its data holds 3."],
  ["matrix", { data: [1, "a"], shape: [1, 2] }, 'matrix.data must hold numbers; data[1] is "a".'],
  ["bars", 5, `${BARS} 5.`],
  ["bars", [{ row: 0, column: 0, size: 1 }, { row: 0 }], `${BARS} { row: 0 } at 1.`],
  ["bars", [{ row: 0, column: 0, size: "1" }], `${BARS} { row: 0, column: 0, size: "1" } at 0.`],
  ["mark", { row: -1 }, `${MARK} { row: -1 }.`],
  ["mark", "row", `${MARK} "row".`],
  ["top", -1, "top must be an integer, 0 or greater; got -1."],
  ["row", 0.5, "row must be an integer, 0 or greater; got 0.5."],
  ["column", "a", 'column must be an integer, 0 or greater; got "a".'],
  ["share", 5, "share must be a string; got 5."],
  ["label", {}, "label must be a string; got object."],
  ["rowLabels", 5, "rowLabels must be an array of names; got 5."],
  ["rowLabels", [{}], "rowLabels must be an array of names; got an array with object in it."],
  ["columnLabels", {}, "columnLabels must be an array of names; got object."],
  ["editable", "no", 'editable must be true or false; got "no".'],
  ["perRow", 1, "perRow must be true or false; got 1."],
  ...[-1, 0.5, NaN, 1e21, true].map((head) => ["head", head, `head must be an integer, 0 or greater; got ${head}.`]),
];

test("a property refuses in a sentence what it cannot show; what is shown stays, and null is taken", async () => {
  for (const [name, given, said] of REFUSED) {
    element = write();
    show(ONE);
    const what = `${name}: ${JSON.stringify(given)}`;
    assert.equal(refusal(name, given), `<attention-matrix>: ${said}`, what);
    assert.deepEqual(await cells(3), ["0.5"], what);
    if (name === "matrix") continue;
    const none = name === "head" ? [null, undefined] : [null, undefined, ""];
    for (const nothing of none) assert.equal(refusal(name, nothing), undefined, what);
    assert.equal(await problem(), "", what);
  }
});

test("words refuse what is no text, and a long text is cut in what is said of it", () => {
  assert.match(refusal("view", 1), /; got 1\.$/);
  assert.match(refusal("kind", "x".repeat(50)), /; got "x{40}…"\.$/);
});

test("a label may be a number", async () => {
  show({ matrix: { data: [0.5, 0.25], shape: [2, 1] }, rowLabels: [7, "b"] });
  assert.deepEqual(await rowNames(), ["7", "b"]);
});

test("what a property refuses in words is said of its attribute, until the property is null", async () => {
  for (const [name, given, said] of [
    ["view", "circle", 'view must be "heatmap", "arcs" or "table"; got "circle".'],
    ["kind", "values", 'kind must be "weights", "scores" or "vectors"; got "values".'],
    ["along", "column", 'along must be "rows" or "columns"; got "column".'],
    ["pool", "min", 'pool must be "max" or "mean"; got "min".'],
    ["head", "-1", 'head must be an integer, 0 or greater; got "-1".'],
    ["head", "1.5", 'head must be an integer, 0 or greater; got "1.5".'],
  ]) {
    element = write();
    show(ONE);
    assert.equal(refusal(name, given), `<attention-matrix>: ${said}`);
    assert.equal(await problem(), "", name);
    element.setAttribute(name, given);
    assert.equal(await problem(), `The attribute ${said}`);
    assert.deepEqual(await cells(), ["0.50"], name);
    show({ [name]: null });
    assert.equal(await problem(), "", name);
  }
  element.setAttribute("column-labels", "5");
  assert.equal(await problem(), "ColumnLabels must be an array of names; got 5.");
});

test("float16 is shown as numbers, and its bits are refused", async () => {
  show(typeof Float16Array === "function" ? { matrix: { data: new Float16Array([0.5]), shape: [1, 1] } } : ONE);
  assert.match(
    refusal("matrix", { data: new Uint16Array([0x3c00]), shape: [1, 1], type: "float16" }),
    /matrix\.data must hold numbers; got a Uint16Array of the bits of float16\. Give new Float16/,
  );
  assert.deepEqual(await cells(3), ["0.5"]);
});

test("a domain that is not two finite numbers is refused", async () => {
  show(ONE);
  for (const domain of [5, [1], ["a", "b"], [0, NaN], [-Infinity, Infinity]])
    assert.match(
      refusal("domain", domain),
      /domain must be \[low, high\], two finite numbers, or undefined for the range of the numbers; got /,
    );
  assert.deepEqual(await cells(3), ["0.5"]);
});

test("a mask is taken as a list, nested, as a tensor or as options of a call; all else is refused", async () => {
  show({ matrix: { data: [0.1, 0.2, 0.3, 0.4], shape: [2, 2] } });
  const shown = ["0.1", "", "0.3", "0.4"];
  const nested = [
    [true, false],
    [true, true],
  ];
  const options = [{ causal: true }, { window: { right: 0 } }, { mask: { data: [1, 0, 1, 1], shape: [2, 2] } }];
  for (const mask of [nested, [nested], nested.flat(), { data: [1, 0, 1, 1], shape: [2, 2] }, ...options]) {
    const text = JSON.stringify(mask);
    show({ mask });
    assert.deepEqual(await cells(3), shown, text);
    show({ mask: null });
    assert.equal((await cells(3))[1], "0.2", text);
    element.setAttribute("mask", text);
    assert.deepEqual(await cells(3), shown, text);
  }
  for (const [mask, came] of [
    [3, "3"],
    [true, "true"],
    [["0", "0", "1", "1"], 'an array with "0" in it'],
    [[[true], [true, false, true]], "rows of 1 and of 3"],
  ]) {
    assert.match(refusal("mask", mask), new RegExp(`mask must hold true or 1 .* or null; got ${came}`));
    element.setAttribute("mask", JSON.stringify(mask));
    assert.ok((await problem()).includes(`; got ${came}.`), came);
  }
  assert.match(refusal("mask", { data: [true], shape: [1, 2] }), /mask\.shape must multiply to 1/);
  element.setAttribute("mask", "[true,false]");
  assert.deepEqual(await cells(3), ["0.1", "", "0.3", ""]);
  element.setAttribute("mask", "[true,false,true]");
  assert.equal(
    await problem(),
    "Mask must have a value for each of the 4 cells, or a shape that can be broadcast to [2, 2]; got 3 values.",
  );
  assert.equal((await cells(3))[1], "0.2");
  element.setAttribute("mask", "null");
  assert.equal(await problem(), "");
});

// ---- tables and attributes ------------------------------------------------------------------------------------------

const TABLE = `<table>
  <thead><tr><td></td><th>it</th><th>the animal</th></tr></thead>
  <tbody><tr><th>it</th><td>0.12</td><td>0,75</td></tr><tr><th>was</th><td>40 %</td><td>–</td></tr></tbody>
</table>`;

test("the property matrix goes before the table, and null brings the table back", async () => {
  element = write(TABLE);
  show({ matrix: { data: [1, 0, 0, 1], shape: [2, 2] } });
  assert.deepEqual(await cells(3), ["1.0", "0.0", "0.0", "1.0"]);
  assert.deepEqual(await rowNames(), ["1", "2"]);
  show({ matrix: null });
  assert.deepEqual(await rowNames(), ["it", "was"]);
});

test("what is wrong with a table is said in a sentence; mending it is enough", async () => {
  element = write("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>");
  assert.equal(await problem(), "Row 2 of the table has 1 number, but row 1 has 2 numbers.");
  element.querySelector("table").rows[1].insertCell().textContent = "4";
  assert.equal(await problem(), "");
  assert.deepEqual(await cells(2), ["1.", "2.", "3.", "4."]);
});

test("a word among the numbers is NaN: hatched, and said", async () => {
  element = write("<table><tr><td>one</td><td>−∞</td></tr></table>");
  assert.deepEqual(await cells(), ["NaN", "−∞"]);
  assert.ok((await all(element, "td[data-row]"))[0].hasAttribute("data-hatched"));
});

test("numbers and labels that a server wrote as attributes are shown, until properties are set", async () => {
  element = write(
    "",
    `perrow rowlabels='["it"]' column-labels='["the","animal"]' mask="[1,0]"
     matrix='{"data":{"0":0.25,"1":0.75},"shape":[1,2]}'`,
  );
  assert.deepEqual(await cells(), ["0.25", ""]);
  assert.deepEqual(await rowNames(), ["it"]);
  assert.equal(element.perRow, true);

  // React 18 writes false as a text.
  element.setAttribute("editable", "false");
  assert.equal(element.editable, false);
  show({ editable: true });
  assert.equal(element.getAttribute("editable"), "");
  show({ editable: false });

  // React writes an object as text where it does not know the property.
  element.setAttribute("matrix", {});
  assert.match(await problem(), /^The attribute matrix must hold JSON.*got "\[object Object\]"\. Or set the prop/);
  element.setAttribute("matrix", '{"data":["a"],"shape":[1,1]}');
  assert.equal(await problem(), 'Matrix.data must hold numbers; data[0] is "a".');
  element.setAttribute("matrix", "null");
  assert.equal(await problem(), "");
  show({ ...ONE, mask: null, rowLabels: [], perRow: false });
  assert.deepEqual(await cells(), ["0.50"]);
  assert.equal(await problem(), "");
  assert.deepEqual(await rowNames(), ["1"]);
  assert.deepEqual(element.getAttributeNames().sort(), ["column-labels", "matrix"]);
});
