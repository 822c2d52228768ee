// Tests of pages wait for what they ask for. A box, a pixel or the clock is asked for by way of tests/site/seen.mjs,
// and no wait is without end or as long as a test guesses.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import ts from "typescript";
import { root } from "../../scripts/setup/checkout.mjs";

const FOLDER = path.join(root, "tests/site");
const FOLDERS = ["", "pages", "tour"];
/** Whoever asks for a drawing through these has waited for it. */
const WAITING = ["seen", "seenOfAll", "seenNow", "seenIn"];
const DRAWING = ["getBoundingClientRect", "getClientRects", "getImageData", "toDataURL"];
/** A width may also be waited for. */
const WIDTHS = ["scrollWidth", "clientWidth", "offsetWidth"];
/** Playwright's own, which take the page as it is. */
const HASTY = ["boundingBox", "screenshot", "toHaveScreenshot"];
/** What passes or fails by luck on a machine that has other work. */
const BY_THE_CLOCK = ["waitForTimeout", "clock", "performance.now", "Date.now"];

/** The text of a name: `now` of an object is taken with the object. */
const named = (node) => (node.name.text === "now" ? node.getText() : node.name.text);

const isZero = (node) => node !== undefined && ts.isNumericLiteral(node) && Number(node.text) === 0;

/** Whether a node is in a call of one of these functions. */
function standsIn(node, names) {
  for (let around = node.parent; around !== undefined; around = around.parent)
    if (ts.isCallExpression(around) && names.includes(around.expression.getText().split(".").at(-1))) return true;
  return false;
}

/** What a node asks for and should not, or undefined. */
function faultOf(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const name = named(node);
    if (HASTY.includes(name)) return `${name} does not wait for the drawing; boxOf and seen do`;
    if (BY_THE_CLOCK.includes(name)) return `${name} depends on the clock; stillClock does not`;
    if (DRAWING.includes(name) && !standsIn(node, WAITING)) return `${name} outside of ${WAITING.join(", ")}`;
    if (WIDTHS.includes(name) && !standsIn(node, [...WAITING, "poll"]))
      return `${name} outside of ${WAITING.join(", ")}`;
  }
  if (ts.isPropertyAssignment(node) && node.name.getText() === "timeout" && isZero(node.initializer))
    return "a wait without end";
  if (ts.isCallExpression(node) && node.expression.getText().endsWith("setTimeout")) {
    if (isZero(node.arguments[0])) return "a test without end";
    if (node.expression.getText() !== "test.setTimeout") return "setTimeout: a wait that a test has guessed";
  }
  return undefined;
}

function faultsIn(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const found = [];
  const visit = (node) => {
    const fault = faultOf(node);
    if (fault !== undefined)
      found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${fault}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** look-in-page.mjs reads what a colour is, on a canvas of its own. */
const OWN_CANVAS = ["seen.mjs", "look-in-page.mjs"];

test("tests of pages wait for the drawing, and no wait is without end or a guess", () => {
  const names = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(FOLDER, folder)).map((name) => path.join(folder, name)),
  ).filter((name) => name.endsWith(".mjs") && !OWN_CANVAS.includes(name));
  assert.ok(names.length > 60);
  assert.deepEqual(
    names.flatMap((name) => faultsIn(name, readFileSync(path.join(FOLDER, name), "utf8"))),
    [],
  );
});

test("the rule finds each fault, and lets what waits pass", () => {
  for (const text of [
    "await one.boundingBox()",
    "await one.evaluate((element) => element.getBoundingClientRect())",
    "const look = (canvas) => canvas.getContext('2d').getImageData(0, 0, 1, 1)",
    "await page.evaluate(() => document.body.scrollWidth)",
    "await page.screenshot()",
    "await page.waitForTimeout(300)",
    "await page.clock.install()",
    "const since = performance.now()",
    "const since = Date.now()",
    "test.setTimeout(0)",
    "await expect(one).toBeVisible({ timeout: 0 })",
    "await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))",
  ])
    assert.equal(faultsIn("one", text).length, 1, text);
  for (const text of [
    "await seen(one, (element) => element.getBoundingClientRect().top)",
    "await boxOf(one)",
    "await expect.poll(() => page.evaluate(() => document.body.scrollWidth)).toBe(360)",
    "test.setTimeout(240_000)",
    "await expect(one).toBeVisible({ timeout: 1000 })",
  ])
    assert.deepEqual(faultsIn("one", text), [], text);
});
