// What the viewer computes of a head: statistics by their definitions, pictures, divergences, readable tokens. And its
// address.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { divergences, habitOf, labelOf, pooled, readable, rolesOf, statisticsOf } =
  await siteModule("../statistics/index.ts");
const { Address } = await siteModule("kit/address.ts");

const TOKENS = "[CLS] the cat , the dog . the cat [SEP]".split(" ");
const N = TOKENS.length;

let state = 1;
const draw = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;

/** Weights whose rows sum to 1: softmax of draws, with a bonus where `likes` says so. */
function headOf({ n = N, columns = n, likes = () => false, causal = false, strength = 6 }) {
  const values = new Float32Array(n * columns);
  for (let i = 0; i < n; i++) {
    const powers = Array.from({ length: columns }, (_, j) =>
      causal && j > i ? 0 : Math.exp(draw() + (likes(i, j) ? strength : 0)),
    );
    const sum = powers.reduce((total, power) => total + power);
    powers.forEach((power, j) => (values[i * columns + j] = power / sum));
  }
  return { values, rows: n, columns };
}

/** The definitions, one loop each, in double precision. */
function byDefinition({ values, rows, columns }, tokens) {
  const a = Array.from({ length: rows }, (_, i) => Array.from(values.subarray(i * columns, (i + 1) * columns)));
  const all = [...a.keys()].filter((i) => a[i].some((weight) => weight !== 0));
  const square = rows === columns;
  const causal = square && rows > 1 && a.every((row, i) => row.every((weight, j) => j <= i || weight === 0));
  const mean = (list) => (list.length === 0 ? NaN : list.reduce((total, one) => total + one, 0) / list.length);
  const sum = (list) => list.reduce((total, one) => total + one, 0);
  const inSquare = (list) => (square ? list : []);
  const on = (isMeant) => {
    const wanted = [...Array(columns).keys()].filter((j) => j < tokens.length && isMeant(tokens[j]));
    const rowsThatSee = all.filter((i) => wanted.length > 0 && (!causal || wanted.some((j) => j <= i)));
    return mean(rowsThatSee.map((i) => sum(wanted.map((j) => a[i][j]))));
  };
  const equal = (i) => [...Array(i).keys()].filter((j) => i < tokens.length && tokens[j] === tokens[i]);
  const repeated = inSquare(all.filter((i) => equal(i).length > 0));
  const visible = (i) => (causal ? i + 1 : columns);
  return {
    self: mean(inSquare(all).map((i) => a[i][i])),
    previous: mean(inSquare(all.filter((i) => i >= 1)).map((i) => a[i][i - 1])),
    next: causal ? NaN : mean(inSquare(all.filter((i) => i + 1 < columns)).map((i) => a[i][i + 1])),
    first: mean(all.filter((i) => i >= 1).map((i) => a[i][0])),
    separator: on((token) => token === "[SEP]"),
    punctuation: on((token) => /^[.,;:!?]+$/.test(token)),
    duplicate: mean(repeated.map((i) => sum(equal(i).map((j) => a[i][j])))),
    induction: mean(repeated.map((i) => sum(equal(i).map((j) => a[i][j + 1])))),
    entropy: mean(
      all
        .filter((i) => visible(i) >= 2)
        .map((i) => -sum(a[i].map((p) => (p > 0 ? p * Math.log2(p) : 0))) / Math.log2(visible(i))),
    ),
    distance: mean(inSquare(all).map((i) => sum(a[i].map((weight, j) => weight * Math.abs(i - j))))),
  };
}

const KINDS = {
  previous: { likes: (i, j) => j === i - 1 },
  next: { likes: (i, j) => j === i + 1 },
  self: { likes: (i, j) => j === i },
  first: { likes: (_, j) => j === 0 },
  separator: { likes: (_, j) => TOKENS[j] === "[SEP]" },
  punctuation: { likes: (_, j) => /^[.,]$/.test(TOKENS[j]) },
  duplicate: { likes: (i, j) => j < i && TOKENS[j] === TOKENS[i] },
  induction: { likes: (i, j) => j >= 1 && j <= i && TOKENS[j - 1] === TOKENS[i] },
  broad: { strength: 0 },
};

function expectSame(found, wanted, what) {
  for (const [key, value] of Object.entries(wanted)) {
    if (Number.isNaN(value)) assert.ok(Number.isNaN(found[key]), `${what}, ${key}: ${found[key]}`);
    else assert.ok(Math.abs(found[key] - value) <= 1e-5, `${what}, ${key}: ${found[key]}, by definition ${value}`);
  }
}

test("each statistic is what its definition says, within 1e-5, for every kind of head, causal or not", () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const causal of [false, true]) {
      const head = headOf({ ...kind, causal });
      const found = statisticsOf(head, rolesOf(TOKENS, N));
      assert.equal(found.causal, causal);
      assert.equal(found.problem, undefined);
      expectSame(found.values, byDefinition(head, TOKENS), `${name}${causal ? ", causal" : ""}`);
    }
  }
  const large = headOf({ n: 200 });
  expectSame(statisticsOf(large, rolesOf([], 200)).values, byDefinition(large, []), "200 tokens without names");
  const cross = headOf({ n: 3, columns: 8 });
  expectSame(statisticsOf(cross, rolesOf([], 8)).values, byDefinition(cross, []), "3 × 8");
});

test("a head is named by its largest share from one half on, else broad or mixed", () => {
  for (const [name, kind] of Object.entries(KINDS))
    assert.equal(labelOf(statisticsOf(headOf(kind), rolesOf(TOKENS, N))), name);
  const between = headOf({ likes: (i, j) => j % 3 === i % 3, strength: 2 });
  assert.equal(labelOf(statisticsOf(between, rolesOf([], N))), "mixed");
});

test("what one or two rows do is no pattern", () => {
  const likes = (i, j) => j < i && TOKENS[j] === TOKENS[i];
  const repeated = (tokens) => labelOf(statisticsOf(headOf({ likes, strength: 9 }), rolesOf(tokens, N)));
  assert.equal(repeated(TOKENS), "duplicate");
  assert.notEqual(repeated(TOKENS.map((token, at) => (at < 8 ? token : String(at)))), "duplicate");
  const two = { values: Float32Array.of(1, 0, 1, 0), rows: 2, columns: 2 };
  assert.equal(labelOf(statisticsOf(two, rolesOf([], 2))), "–");
  assert.equal(habitOf([1, 0, 1, 0], 2).kind, "words");
});

test("rows of zeros are padding: they leave every mean, and are no problem", () => {
  const head = headOf({ likes: (i, j) => j === i });
  head.values.fill(0, 7 * N);
  const found = statisticsOf(head, rolesOf(TOKENS, N));
  assert.equal(found.problem, undefined);
  expectSame(found.values, byDefinition(head, TOKENS), "padded");
  assert.ok(found.values.self > 0.9);
});

test("NaN, negative numbers, rows that do not sum to 1 and transposed matrices are told", () => {
  const changed = (change) => {
    const head = headOf({});
    change(head.values);
    return statisticsOf(head, rolesOf(TOKENS, N));
  };
  const broken = changed((values) => (values[5] = NaN));
  assert.equal(broken.problem, "not-finite");
  assert.ok(Object.values(broken.values).every(Number.isNaN));
  assert.equal(labelOf(broken), "–");
  assert.equal(changed((values) => (values[5] = -1)).problem, "negative");
  assert.equal(changed((values) => values.fill(0.3)).problem, "no-sum");
  assert.equal(changed((values) => values.forEach((value, at) => (values[at] = value * 1.015))).problem, undefined);
  const turned = changed((values) => {
    const copy = values.slice();
    copy.forEach((value, at) => (values[(at % N) * N + Math.floor(at / N)] = value));
  });
  assert.equal(turned.problem, "turned");
});

test("a picture has the strongest and the mean of each block of cells", () => {
  const values = Float32Array.from({ length: 7 * 5 }, (_, at) => ((at * 17) % 31) / 31);
  values[4] = NaN;
  const { rows, columns, max, mean } = pooled(values, 7, 5, 3);
  assert.deepEqual([rows, columns], [3, 3]);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const block = [];
      for (let row = 3 * i; row < Math.min(7, 3 * i + 3); row++)
        for (let column = 2 * j; column < Math.min(5, 2 * j + 2); column++) block.push(values[row * 5 + column]);
      const real = block.filter((value) => !Number.isNaN(value));
      assert.equal(max[3 * i + j], Math.max(...real));
      assert.ok(Math.abs(mean[3 * i + j] - real.reduce((a, b) => a + b) / real.length) < 1e-6);
    }
  assert.deepEqual(Array.from(pooled(Float32Array.of(-3, 2, 1, -1), 2, 2, 1).max), [-3]);
  assert.deepEqual(Array.from(pooled(Float32Array.of(NaN, NaN, NaN, NaN), 2, 2, 1).max), [NaN]);
});

test("Jensen–Shannon: 0 for equal rows, 1 bit for rows that share nothing, symmetric, none for a row of zeros", () => {
  const rows = (...lists) => Float32Array.from(lists.flat());
  const left = rows([0.5, 0.5, 0], [1, 0, 0], [0.2, 0.3, 0.5], [0, 0, 0]);
  const right = rows([0.5, 0.5, 0], [0, 0, 1], [0.5, 0.3, 0.2], [1, 0, 0]);
  const found = divergences(left, right, 4);
  assert.deepEqual(Array.from(found.slice(0, 2)), [0, 1]);
  const half = [0.35, 0.3, 0.35];
  const kl = (p) => p.reduce((total, one, at) => total + one * Math.log2(one / half[at]), 0);
  assert.ok(Math.abs(found[2] - (kl([0.2, 0.3, 0.5]) + kl([0.5, 0.3, 0.2])) / 2) < 1e-6);
  assert.deepEqual(
    Array.from(divergences(right, left, 4))
      .slice(0, 3)
      .map((one) => one.toFixed(12)),
    Array.from(found)
      .slice(0, 3)
      .map((one) => one.toFixed(12)),
  );
  assert.ok(Number.isNaN(found[3]));
});

test("tokens of each tokenizer become readable", () => {
  assert.deepEqual(readable(["<|endoftext|>", "The", "Ġcaf", "Ã©", "Ġ", "Ċ", "Ġwalk", "ing", ".", "ĠðŁ", "ĺ"]), [
    "<|endoftext|>",
    "The",
    "caf",
    "…é",
    "␣",
    "↵",
    "walk",
    "…ing",
    ".",
    "⟨20⟩⟨f0⟩⟨9f⟩",
    "⟨98⟩",
  ]);
  assert.deepEqual(readable(["<s>", "▁The", "▁walk", "ing", ",", "▁"]), ["<s>", "The", "walk", "…ing", ",", "␣"]);
  assert.deepEqual(readable(["[CLS]", "walk", "##ing", "##", "[SEP]"]), ["[CLS]", "walk", "…ing", "##", "[SEP]"]);
  assert.deepEqual(readable(["low", "er</w>", "the</w>", ".</w>"]), ["low", "…er", "the", "."]);
  assert.deepEqual(readable(["<b>", "a", " "]), ["<b>", "a", "␣"]);
});

test("letters of several bytes become readable in a text without spaces, and letters that only look so stay", () => {
  assert.deepEqual(readable(["<s>", "ä½ł", "å¥½", "ï¼ģ"]), ["<s>", "你", "…好", "！"]);
  assert.deepEqual(readable(["ä½", "ł", "a", "ðŁ", "ĺ"]), ["⟨e4⟩⟨bd⟩", "⟨a0⟩", "…a", "⟨f0⟩⟨9f⟩", "⟨98⟩"]);
  assert.deepEqual(readable(["Ã©", "ģ", "ĠÃ"], ["Ã©"]).slice(0, 2), ["é", "⟨81⟩"]);
  for (const letters of [["caf", "é"], ["się", "łódź"], ["się", "ł"], ["à", "vis"], ["你", "Ã©"], ["ģ"]])
    assert.deepEqual(readable(letters), letters);
});

test("the address follows a moment later, once for many changes, and survives a browser that refuses", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const calls = [];
  let refuses = false;
  const change = (way) => (_state, _title, link) => {
    if (refuses) throw new Error("SecurityError: more than 100 times per 30 seconds");
    calls.push(`${way} ${link}`);
  };
  const { history, location, addEventListener } = globalThis;
  const listeners = {};
  Object.assign(globalThis, {
    history: { pushState: change("push"), replaceState: change("replace") },
    location: { href: "page.html" },
    addEventListener: (name, listener) => (listeners[name] = listener),
  });
  t.after(() => Object.assign(globalThis, { history, location, addEventListener }));
  const address = new Address();
  for (const link of ["#a", "#ab", "#abc"]) address.keep(link);
  assert.deepEqual(calls, []);
  t.mock.timers.tick(1000);
  assert.deepEqual(calls.splice(0), ["replace #abc"]);
  address.keep("#abcd");
  address.step("#other");
  assert.deepEqual(calls.splice(0), ["replace #abcd", "push #other"], "the way back leads to the last link before");
  refuses = true;
  address.step("#refused");
  t.mock.timers.tick(1000);
  refuses = false;
  t.mock.timers.tick(1000);
  assert.deepEqual(calls.splice(0), ["replace #refused"]);
  address.keep("#left");
  listeners.pagehide();
  assert.deepEqual(calls.splice(0), ["replace #left"], "a page that is left has its link");
  address.keep("#behind");
  globalThis.location.href = "page.html#followed";
  t.mock.timers.tick(1000);
  assert.deepEqual(calls, [], "a link that was followed meanwhile stays");
});
