// What the inspector works out, without a browser: traces of real runs of the core.
import assert from "node:assert/strict";
import test from "node:test";
import { cellsOf, everyRun, gradientRuns, layerGradientRuns, hiddenInfinity, siteModule } from "./runs.mjs";

const { trace } = await siteModule("rooms/inspector/trace.ts");
const { operandsOf, originOf } = await siteModule("rooms/inspector/operands.ts");
const { formulaOf } = await siteModule("rooms/inspector/formula.ts");
const { shortest, ulpAt, ulpsBetween } = await siteModule("kit/float32.ts");

const runs = {
  ...everyRun(),
  ...layerGradientRuns(),
  ...Object.fromEntries(Object.entries(gradientRuns()).map(([name, run]) => [`gradients, ${name}`, run])),
};
const EPSILON = 2 ** -24;

for (const [name, run] of Object.entries(runs)) {
  test(`every cell agrees with the textbook to the rounding of its sum: ${name}`, () => {
    for (const cell of cellsOf(run)) {
      const { returned, exact, steps } = trace(run, cell);
      const sizes = steps.flatMap((step) =>
        step.kind === "sum" ? step.terms.map(({ product }) => Math.abs(product)) : [],
      );
      const size = sizes.reduce((sum, product) => sum + product, 0) + Math.abs(exact === -Infinity ? 0 : exact) + 1;
      const where = `${name} ${JSON.stringify(cell)}: ${returned} against ${exact}`;
      if (returned === -Infinity || exact === -Infinity) assert.equal(returned, exact, where);
      else assert.ok(Math.abs(returned - exact) <= 16 * EPSILON * size, where);
    }
  });
}

test("the terms of a sum add up to it, and the steps lead to the value", () => {
  const result = (step) => step.after ?? step.total ?? step.weight ?? step.row?.keys[step.key]?.weight;
  for (const [name, run] of Object.entries(runs)) {
    for (const cell of cellsOf(run)) {
      const { exact, steps } = trace(run, cell);
      for (const step of steps) if (step.kind === "sum") assert.equal(step.terms.at(-1).sum, step.total);
      const last = steps.findLast((step) => step.kind !== "finite difference");
      if (["given", "hidden", "empty row"].includes(last.kind)) continue;
      assert.equal(result(last), exact, `${name} ${JSON.stringify(cell)}`);
    }
  }
});

test("what is hidden adds nothing to a sum, not even ∞; what is seen does", () => {
  const run = hiddenInfinity();
  for (const row of [0, 1]) {
    const { returned, exact } = trace(run, { matrix: "output", head: 0, row, column: 0 });
    assert.ok(Number.isFinite(exact) && Math.abs(returned - exact) < 1e-6);
  }
  assert.deepEqual(
    [Infinity, Infinity, 0],
    ["returned", "exact", "ulps"].map((name) => trace(run, { matrix: "output", head: 0, row: 2, column: 0 })[name]),
  );
});

test("every gradient is the slope of the loss, tried out", () => {
  let count = 0;
  for (const [name, run] of Object.entries(runs)) {
    for (const cell of cellsOf(run)) {
      for (const step of trace(run, cell).steps) {
        if (step.kind !== "finite difference") continue;
        count++;
        assert.ok(
          Math.abs(step.slope - step.gradient) <= 2e-6 * (1 + Math.abs(step.gradient)),
          `${name} ${JSON.stringify(cell)}: ${step.slope} against ${step.gradient}`,
        );
      }
    }
  }
  assert.ok(count > 1000);
});

test("the shortest text of a float32 reads back to its very bits", () => {
  const bits = new Uint32Array(20_000).map((_, at) => Math.imul(at + 1, 2654435761));
  for (const value of new Float32Array(bits.buffer)) {
    if (Number.isNaN(value)) continue;
    assert.ok(Object.is(Math.fround(Number(shortest(value))), value), `${value} became ${shortest(value)}`);
    assert.ok(
      !Number.isFinite(value) ||
        shortest(value)
          .replace(/e.*|[-.]/g, "")
          .replace(/^0+/, "").length <= 9 ||
        Math.abs(value) >= 1e9,
    );
  }
  for (const value of [0.1, 0.3, 1 / 3, 2 / 3, 16777216, 1e-7, 123456.79].map(Math.fround)) {
    const figures = shortest(value)
      .replace(/e.*|[-.]/g, "")
      .replace(/^0+|0+$/g, "").length;
    for (let fewer = 1; fewer < figures; fewer++) assert.notEqual(Math.fround(Number(value.toPrecision(fewer))), value);
  }
  assert.equal(shortest(Math.fround(0.1)), "0.1");
});

test("an ulp is the distance to the next float32, and differences are counted in it", () => {
  const next = (value) =>
    new Float32Array(new Uint32Array([new Uint32Array(Float32Array.of(value).buffer)[0] + 1]).buffer)[0];
  for (const value of [1, 1.9999999, 0.75, 2 ** -126, 2 ** -130, 0, 3e38, 0.1, 1 - 2 ** -24].map(Math.fround))
    assert.equal(ulpAt(value), next(value) - value, `at ${value}`);
  assert.equal(ulpAt(1024 * (1 - 2 ** -53)), 2 ** -14);
  assert.equal(ulpsBetween(next(1), 1), 1);
  assert.equal(ulpsBetween(1, 1 + 2 ** -24), -0.5);
  assert.equal(ulpsBetween(-Infinity, -Infinity), 0);
});

test("operands are the rows and columns that the value depends on, and no others", () => {
  const run = runs["causal, two heads, output projection"];
  assert.deepEqual(operandsOf(run, { matrix: "q", head: 1, row: 3, column: 2 }), {
    x: { row: 3 },
    query: { column: 5 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "raw", head: 1, row: 3, column: 2 }), {
    q: { head: 1, row: 3 },
    k: { head: 1, row: 2 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "joined", head: 0, row: 3, column: 3 }), {
    weights: { head: 1, row: 3 },
    v: { head: 1, column: 1 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "output", head: 0, row: 3, column: 4 }), {
    joined: { row: 3 },
    outputWeight: { column: 4 },
  });
  assert.deepEqual(operandsOf(runs.columns, { matrix: "v", head: 0, row: 3, column: 2 }), {
    x: { row: 3 },
    value: { row: 2 },
  });
  assert.deepEqual(operandsOf(runs["cross-attention"], { matrix: "k", head: 0, row: 1, column: 2 }), {
    context: { row: 1 },
    key: { column: 2 },
  });
  assert.deepEqual(operandsOf(runs["grouped heads"], { matrix: "raw", head: 3, row: 0, column: 2 }), {
    q: { head: 3, row: 0 },
    k: { head: 1, row: 2 },
  });
  assert.deepEqual(operandsOf(runs["no weights"], { matrix: "k", head: 0, row: 1, column: 2 }), {
    x: { row: 1, column: 2 },
  });
});

test("operands of gradients are those of the step that they come back through", () => {
  const run = runs["layer: causal, two heads, output projection"];
  assert.deepEqual(operandsOf(run, { matrix: "dy", head: 0, row: 1, column: 2 }), {});
  assert.deepEqual(operandsOf(run, { matrix: "dOutput", head: 1, row: 3, column: 1 }), {
    dy: { row: 3 },
    outputWeight: { row: 3 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "dk", head: 1, row: 3, column: 2 }), {
    dScores: { head: 1, column: 3 },
    q: { head: 1, column: 2 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "dQuery", head: 0, row: 4, column: 5 }), {
    x: { column: 4 },
    dq: { head: 1, column: 2 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "dOutputWeight", head: 0, row: 3, column: 4 }), {
    joined: { column: 3 },
    dy: { column: 4 },
  });
  assert.deepEqual(operandsOf(run, { matrix: "dx", head: 0, row: 2, column: 1 }), {
    dq: { row: 2 },
    dk: { row: 2 },
    dv: { row: 2 },
    query: { row: 1 },
    key: { row: 1 },
    value: { row: 1 },
  });
  assert.deepEqual(operandsOf(runs["layer: columns"], { matrix: "dValue", head: 0, row: 3, column: 2 }), {
    x: { column: 2 },
    dv: { head: 0, column: 3 },
  });
  assert.deepEqual(
    operandsOf(runs["layer: no weights"], { matrix: "dx", head: 0, row: 1, column: 2 }),
    Object.fromEntries(["dq", "dk", "dv"].map((name) => [name, { row: 1, column: 2 }])),
  );
  assert.deepEqual(operandsOf(runs["layer: one head"], { matrix: "dOutput", head: 0, row: 1, column: 2 }), {});
});

test("where query heads share a head of keys, its gradients are sums over these heads", () => {
  const run = runs["gradients, grouped heads"];
  const cell = { matrix: "dk", head: 1, row: 2, column: 0 };
  assert.deepEqual(operandsOf(run, cell), { dScores: { column: 2 }, q: { column: 0 } });
  assert.match(formulaOf(run, cell).replace(/<[^>]*>/g, ""), /∑h=34∑i=14∂L∂ei,g\(h\)qi,1\(h\)/);
  const [sum] = trace(run, cell).steps;
  const heads = sum.terms.map(({ index }) => originOf(run, sum.of.left, index).head);
  assert.deepEqual(heads, [2, 2, 2, 2, 3, 3, 3, 3]);
});

test("the numbers in a sum lead to the very cells that they are", () => {
  let count = 0;
  for (const [name, run] of Object.entries(runs)) {
    // The same cell is a number in many sums.
    const returned = new Map();
    const returnedBy = (cell) => {
      const key = JSON.stringify(cell);
      if (!returned.has(key)) returned.set(key, trace(run, cell).returned);
      return returned.get(key);
    };
    for (const cell of cellsOf(run)) {
      for (const step of trace(run, cell).steps) {
        if (step.kind !== "sum") continue;
        for (const { index, left, right } of step.terms) {
          for (const [side, value] of Object.entries({ left, right })) {
            const origin = originOf(run, step.of[side], index);
            // Of a masked key and before softcap the sum is of what the cell becomes.
            if (origin === undefined || (run.options.softcap !== undefined && origin.matrix === "dScores")) continue;
            count++;
            assert.equal(returnedBy(origin), value, `${name} ${JSON.stringify(cell)}, ${side} of term ${index}`);
          }
        }
      }
    }
  }
  assert.ok(count > 10_000);
});

test("a formula names its operands, and is well-formed whatever the tokens hold", () => {
  const plain = (mathml) => mathml.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  const run = runs["one head"];
  assert.equal(
    plain(formulaOf(run, { matrix: "raw", head: 0, row: 1, column: 4 })).trim(),
    "s animal , the = q animal · k the = ∑ c = 1 4 q animal , c k the , c",
  );
  assert.match(
    plain(formulaOf(runs.columns, { matrix: "q", head: 0, row: 1, column: 2 })),
    /q 3 , animal = ∑ m = 1 5 w 3 , m Q h m , animal \+ b 3 Q/,
  );
  const gradient = (name, cell) =>
    plain(formulaOf(runs[`layer: ${name}`], { head: 0, row: 1, column: 2, ...cell })).replaceAll(" ", "");
  assert.equal(gradient("one head", { matrix: "dq" }), "∂L∂qanimal,3=∑j=16∂L∂eanimal,jkj,34");
  assert.equal(gradient("one head", { matrix: "dQuery" }), "∂L∂w2,3Q=∑i=16xi,2∂L∂qi,3");
  assert.equal(gradient("columns", { matrix: "dQuery" }), "∂L∂w2,3Q=∑i=16h3,i∂L∂q2,i");
  assert.equal(
    gradient("causal, two heads, output projection", { matrix: "dOutput", head: 1, column: 0 }),
    "∂L∂oanimal,1(1)=∑m=15∂L∂yanimal,mw3,mO",
  );
  assert.equal(gradient("no weights", { matrix: "dx" }), "∂L∂xanimal,3=∂L∂qanimal,3+∂L∂kanimal,3+∂L∂vanimal,3");
  assert.match(
    plain(formulaOf(runs["cross-attention"], { matrix: "weights", head: 0, row: 0, column: 2 })),
    /a The , der 3 =/,
  );
  for (const [name, every] of Object.entries(runs)) {
    const hostile = { ...every, tokens: every.tokens.map((_, at) => `<b>&"${at}`), keyTokens: undefined };
    for (const cell of cellsOf(hostile)) {
      const open = [];
      for (const [, close, tag] of formulaOf(hostile, cell).matchAll(/<(\/?)([a-z]+)[^>]*>/g))
        if (close) assert.equal(open.pop(), tag, name);
        else open.push(tag);
      assert.deepEqual(open, []);
      assert.ok(!formulaOf(hostile, cell).includes("<b>"));
    }
  }
});

test("where tokens are columns, indices and products follow: e_ij = k_iᵀ q_j, c = Σ v_i a_ij", () => {
  const run = { ...runs["one head"], convention: "columns" };
  const plain = (cell) => formulaOf(run, { head: 0, row: 1, column: 2, ...cell }).replace(/<[^>]*>/g, "");
  assert.equal(plain({ matrix: "raw" }), "sdidn't,animal=kdidn'tTqanimal=∑c=14kc,didn'tqc,animal");
  assert.match(plain({ matrix: "weights" }), /^adidn't,animal=.*∑i=16.*ei,animal/);
  assert.equal(plain({ matrix: "joined" }), "o3,animal=∑i=16v3,iai,animal");
});
