// What the inspector works out, without a browser: traces of real runs of the core.
import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf, everyRun, gradientRuns, siteModule } from "./runs.mjs";

const { trace } = await siteModule("inspector/trace.ts");
const { operandsOf } = await siteModule("inspector/operands.ts");
const { formulaOf } = await siteModule("inspector/formula.ts");
const { shortest, ulpAt, ulpsBetween } = await siteModule("float32.ts");

const runs = { ...everyRun(), ...Object.fromEntries(Object.entries(gradientRuns()).map(([name, run]) => [`gradients, ${name}`, run])) };
const EPSILON = 2 ** -24;

for (const [name, run] of Object.entries(runs)) {
  test(`every cell agrees with the textbook to the rounding of its sum: ${name}`, () => {
    for (const cell of cellsOf(run)) {
      const { returned, exact, steps } = trace(run, cell);
      const sizes = steps.flatMap((step) => (step.kind === "sum" ? step.terms.map(({ product }) => Math.abs(product)) : []));
      const size = sizes.reduce((sum, product) => sum + product, 0) + Math.abs(exact === -Infinity ? 0 : exact) + 1;
      const where = `${name} ${JSON.stringify(cell)}: ${returned} against ${exact}`;
      if (returned === -Infinity || exact === -Infinity) assert.equal(returned, exact, where);
      else assert.ok(Math.abs(returned - exact) <= 16 * EPSILON * size, where);
    }
  });
}

test("the terms of a sum add up to it, and the steps lead to the value", () => {
  const result = (step) => step.after ?? step.total ?? step.weight ?? step.row?.meetings[step.key]?.weight;
  for (const [name, run] of Object.entries(runs)) {
    for (const cell of cellsOf(run)) {
      const { exact, steps } = trace(run, cell);
      for (const step of steps) if (step.kind === "sum") assert.equal(step.terms.at(-1).sum, step.total);
      const last = steps.at(-1);
      if (last === undefined) continue; // a gradient that a mask makes 0
      if (["given", "hidden", "empty row"].includes(last.kind)) continue;
      assert.equal(result(last), exact, `${name} ${JSON.stringify(cell)}`);
    }
  }
});
