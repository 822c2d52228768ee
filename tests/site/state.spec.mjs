// The playground's state and its link, without a browser.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "@playwright/test";
import { WORKED } from "./lab.mjs";
import { pageStrings } from "../../scripts/build-site.mjs";
import { root } from "./serve.mjs";

let state;
test.beforeAll(async ({}, info) => {
  const alias = { "heed/train": path.join(root, "dist/train.js") };
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "./rooms/state/index.ts"; export { History } from "./kit/index.ts";',
      resolveDir: path.join(root, "web/site"),
    },
    bundle: true,
    plugins: [pageStrings()],
    write: false,
    format: "esm",
    alias,
    tsconfigRaw: {},
  });
  const file = info.outputPath("state.mjs");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0].text);
  state = await import(pathToFileURL(file).href);
});

const open = (hash) => state.decode(hash);
const setting = (one) => state.settingOf(one);

/** What a link begins from that names no preset. */
const worked = () => state.begin("journey");

test("a link that names no preset means the worked example, as it always did", () => {
  const { x, query, key, value } = state.numbersOf(worked());
  expect({ x, query, key, value }).toEqual({ x: WORKED.X, query: WORKED.Wq, key: WORKED.Wk, value: WORKED.Wv });
  expect(state.encode(worked())).toBe("#v=1");
  expect(open("#v=1")).toEqual({ state: worked(), problems: [] });
  expect(open("#v=1&causal=1").state).toEqual({ ...worked(), causal: true });
});

test("without a link, the page begins with a sentence in which a pronoun finds its noun", () => {
  expect(state.begin()).toEqual(state.begin("tired"));
  for (const hash of ["", "#step-2", "#lang=de"]) expect(open(hash)).toEqual({ state: state.begin(), problems: [] });
  expect(state.encode(state.begin())).toBe("#v=1&preset=tired");
});

test("columns have names while sentence and numbers are set by hand", () => {
  const first = state.begin();
  expect(state.columnNames(first, "x")).toHaveLength(first.width);
  expect(state.columnNames(first, "query")).toHaveLength(first.dim);
  expect(state.columnNames(state.withBlock(first, "x", 0, 0, [[2]]), "x")).toHaveLength(first.width);
  expect(state.columnNames(state.withProjections(first, false), "value")).toEqual(state.columnNames(first, "x"));
  expect(state.columnNames(state.withSize(first, "heads", 2), "key")).toEqual([]);
  const random = { from: "random", seed: 1 };
  expect(state.columnNames(state.withSource(first, "query", random), "query")).toEqual([]);
  for (const other of [state.withSource(first, "x", random), state.withText(first, "a word"), worked()])
    for (const of of ["x", "query", "key", "value"]) expect(state.columnNames(other, of)).toEqual([]);
});

test("every preset comes back from its link", () => {
  for (const { name } of state.PRESETS)
    expect(open(state.encode(state.begin(name))), name).toEqual({ state: state.begin(name), problems: [] });
});

/** A state made by many changes, other ones for each seed. */
function wander(seed) {
  let at = seed;
  const next = (below) => (at = (at * 48271 + 11) % 2147483647) % below;
  const pick = (list) => list[next(list.length)];
  let now = state.begin(pick(state.PRESETS).name);
  const matrix = () => pick(["x", "query", "key", "value"]);
  const changes = [
    () =>
      state.withText(
        now,
        pick(["one", "Your journey & more = fun; it’s 100 % #1+1", "naïve café 日本 👩‍🚀", "The cat sat, the cat ran"]),
      ),
    () => state.withSize(now, pick(["width", "dim", "valueDim"]), 1 + next(16)),
    () => state.withSize(now, "heads", pick([1, 2, 4])),
    () => state.withProjections(now, next(2) === 0),
    () => state.withSource(now, matrix(), pick([{ from: "random", seed: next(1000) }, { from: "identity" }])),
    () => state.withSource(now, "x", { from: "letters" }),
    () => state.withSource(now, "output", pick([null, { from: "identity" }, { from: "random", seed: 3 }])),
    () => state.withBlock(now, matrix(), 0, 0, [[next(1000) / 7 - 60]]),
    () => ({
      ...now,
      scale: pick(["none", "sqrt-dk", "sqrt-dmodel", 0.1, -3.5]),
      softmax: next(2) === 0,
      causal: next(2) === 0,
    }),
    () => ({
      ...now,
      convention: pick(state.CONVENTIONS),
      view: pick(state.VIEWS),
      stretched: next(2) === 0,
      step: next(6),
      compared: pick(state.COMPARED),
    }),
    () => state.settled({ ...now, followed: next(64), head: next(4), lossNumber: next(64) }),
    () => ({ ...now, gradients: next(2) === 0, loss: pick(state.LOSSES) }),
    () => ({
      ...now,
      hidden: state.HIDEABLE.filter(() => next(3) === 0),
      task: pick(["", "Which row is “it”? 100 % & more"]),
    }),
    () => ({ ...now, pinned: pick([null, setting(now), setting(state.begin("cat"))]) }),
  ];
  for (let step = 0; step < 12; step++) now = pick(changes)();
  return now;
}

test("a link brings back any state, whatever way it was made, and its numbers to the last bit", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const before = wander(seed);
    const { state: after, problems } = open(state.encode(before));
    expect(problems, `seed ${seed}`).toEqual([]);
    expect(after, `seed ${seed}`).toEqual(before);
  }
});

test("shapes fit after any change", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const now = wander(seed);
    const { tokens, ...matrices } = state.numbersOf(now);
    for (const name of state.MATRICES) {
      if (matrices[name] === null) continue;
      const [rows, columns] = state.shapeOf(now, name, tokens);
      expect(
        [matrices[name].length, ...new Set(matrices[name].map((row) => row.length))],
        `seed ${seed}, ${name}`,
      ).toEqual([rows, columns]);
      expect(matrices[name].flat().every(Number.isFinite)).toBe(true);
    }
    expect(now.followed).toBeLessThan(tokens.length);
    expect(now.head).toBeLessThan(now.heads);
    expect(now.lossNumber).toBeLessThan(state.outputWidth(now));
  }
});

for (const [hash, sentence] of [
  ["#v=2&causal=1", "This link is of version “2”, and this page reads version 1. It shows its first example instead."],
  [
    "#causal=1",
    "This link does not say its version, and this page reads version 1. It shows its first example instead.",
  ],
  ["#v=1&preset=nothing", "There is no preset “nothing”; the first example was taken instead."],
]) {
  test(`${hash} is explained, and the first example is shown`, () => {
    expect(open(hash)).toEqual({ state: state.begin(), problems: [sentence] });
  });
}

for (const [hash, sentence] of [
  ["#v=1&text=%E0%A4%A", "The link is damaged at “text=%E0%A4%A”; that part was left out."],
  ["#v=1&text=+++", "The link’s text has no token in it; the example’s was kept."],
  ["#v=1&x=1,2;3", "“x” of the link has 2 × 2 numbers where 6 × 3 are needed; it was left out."],
  [
    "#v=1&wq=1,2;3,Infinity;5,6",
    "“wq” of the link holds something that is no number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&wq=1,2;3,NaN;5,6",
    "“wq” of the link holds something that is no number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&wq=1,2;3,1e7;5,6",
    "“wq” of the link holds something that is no number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&scale=Infinity",
    "“scale” of a link is none, dk, dmodel or a number up to 1,000,000, and here it is “Infinity”; it was left out.",
  ],
  [
    "#v=1&scale=constructor",
    "“scale” of a link is none, dk, dmodel or a number up to 1,000,000, and here it is “constructor”; it was left out.",
  ],
  ["#v=1&causal=yes", "“causal” of a link is 0 or 1, and here it is “yes”; it was left out."],
  ["#v=1&view=cube", "“view” of a link cannot be “cube”. It is one of heatmap, arcs, table."],
  ["#v=1&gradients=yes", "“gradients” of a link cannot be “yes”. It is one of 0, 1."],
  ["#v=1&loss=mean", "“loss” of a link cannot be “mean”. It is one of sum, one."],
  ["#v=1&number=all", "“number” of a link is a number from 1 to 2, and here it is “all”; it was left out."],
  ["#v=1&query=last", "“query” of a link is a number from 1 to 6, and here it is “last”; it was left out."],
  ["#v=1&colour=red", "The link has a part “colour” that this page does not know; it was left out."],
  [
    "#v=1&hide=sky",
    "The link hides “sky”, but this page has no such part. Its parts are " +
      "text, options, editing, project, score, normalise, mix, join, gradients, follow, compare, inspector, " +
      "export, about.",
  ],
]) {
  test(`${hash} is explained, and leaves the example`, () => {
    expect(open(hash)).toEqual({ state: worked(), problems: [sentence] });
  });
}

test("numbers out of range are clamped, sizes with a sentence", () => {
  const { state: now, problems } = open("#v=1&width=99&heads=3&query=1e9&step=0&head=-4&number=1e9");
  expect(problems).toEqual([
    "“width” of the link is 99; this page takes 1 to 16, and took 16.",
    "“heads” of the link is 3; this page takes 1, 2, 4, and took 2.",
  ]);
  expect([now.width, now.heads, now.followed, now.step, now.head, now.lossNumber]).toEqual([16, 2, 5, 1, 0, 3]);
});

test("no link breaks the page: any string of signs gives a state whose shapes fit", () => {
  let at = 7;
  const next = (below) => (at = (at * 48271 + 11) % 2147483647) % below;
  const whole = state.encode(wander(5));
  for (let time = 0; time < 300; time++) {
    const signs = Array.from(whole);
    for (let change = 0; change < 1 + next(6); change++)
      signs[next(signs.length)] = String.fromCharCode(32 + next(200));
    const { state: now } = open(signs.join("").slice(0, 1 + next(signs.length)));
    const { tokens, ...matrices } = state.numbersOf(now);
    for (const name of ["x", "query", "key", "value"])
      expect([matrices[name].length, matrices[name][0].length]).toEqual(state.shapeOf(now, name, tokens));
  }
});

test("an own sentence has all its rows from letters, and the preset's sentence has its own rows again", () => {
  for (const { name, setting: preset } of state.PRESETS) {
    const words = state.tokensOf(preset.text);
    for (const width of [preset.width, 6]) {
      const first = state.withSize(state.begin(name), "width", width);
      const own = state.withText(first, `${words.slice(1).join(" ")} today`);
      expect(own.x, name).toEqual({ from: "letters" });
      expect(open(state.encode(own)).state, name).toEqual(own);
      expect(state.encode(own), name).not.toContain("x=");
      expect(state.withText(own, preset.text).x, name).toEqual(first.x);
      expect(state.withText(first, ` ${words.join("  ")} `).x, name).toEqual(first.x);
    }
  }
});

test("rows that were changed by hand stay with their words; new words get theirs from letters", () => {
  const before = state.withBlock(worked(), "x", 0, 0, [[2]]);
  const after = state.withText(before, "journey Your dream starts with one step");
  const [was, is] = [before, after].map((one) => state.numbersOf(one).x);
  expect(is[0]).toEqual(was[1]);
  expect(is[1]).toEqual(was[0]);
  expect(is.slice(3)).toEqual(was.slice(2));
  expect(is[2]).toEqual(state.numbersOf({ ...after, x: { from: "letters" } }).x[2]);
});

test("letters make rows that are always the same, alike for words spelled alike, and of two decimals", () => {
  const { x } = state.numbersOf({
    ...state.withText(worked(), "cat cat cats horse"),
    x: { from: "letters" },
    width: 16,
  });
  const cosine = (a, b) => a.reduce((sum, one, at) => sum + one * b[at], 0) / Math.hypot(...a) / Math.hypot(...b);
  expect(x[0]).toEqual(x[1]);
  expect(cosine(x[0], x[2])).toBeGreaterThan(cosine(x[0], x[3]) + 0.2);
  for (const one of x.flat()) expect(one).toBe(Number(one.toFixed(2)));
});

test("a wider matrix keeps the numbers of the narrower, each head its own", () => {
  const two = state.withSize(worked(), "heads", 2);
  const wider = state.withSize(two, "dim", 3);
  const [before, after] = [two, wider].map((one) => state.numbersOf(one).query);
  after.forEach((row, i) => {
    expect([row[0], row[1], row[3], row[4]]).toEqual(before[i]);
  });
  expect(state.numbersOf(state.withSize(wider, "dim", 2)).query).toEqual(before);
});

test("text beyond the limit is cut, and how much is said", () => {
  expect(state.tokensOf("a ".repeat(100))).toHaveLength(64);
  expect(state.leftOver("a ".repeat(100))).toBe(36);
  expect(state.tokensOf("so, it's the well-known end…")).toEqual(["so", ",", "it's", "the", "well-known", "end", "…"]);
});

test("undo goes back change by change, a run of typing in one go; redo goes forward; a change ends redo", () => {
  const history = new state.History();
  let now = "a";
  const change = (next, run) => (history.record(now, next, run), (now = next));
  change("b", "cell 1");
  change("c", "cell 1");
  change("d", "cell 2");
  expect([(now = history.undo(now)), (now = history.undo(now)), history.undo(now)]).toEqual(["c", "a", undefined]);
  expect([(now = history.redo(now)), (now = history.redo(now)), history.redo(now)]).toEqual(["c", "d", undefined]);
  now = history.undo(now);
  change("e", "cell 2");
  expect(history.canRedo).toBe(false);
  expect(history.undo(now)).toBe("c");
});

test("undo has no step for what changes nothing, or for a group of changes that ends where it began", () => {
  const history = new state.History();
  let now = worked();
  const change = (next, run) => (history.record(now, next, run), (now = next));
  change(worked());
  change(state.withSize(now, "width", 3));
  change(state.withProjections(now, true));
  expect(history.canUndo).toBe(false);
  change(state.withText(now, "one"), "text");
  change(state.withText(now, worked().text), "text");
  expect(now.x).toEqual(worked().x);
  now = history.undo(now) ?? now;
  for (const causal of [true, false]) change({ ...now, causal }, "causal");
  expect(history.canUndo).toBe(false);
  change({ ...now, causal: true });
  now = history.undo(now);
  change(Object.fromEntries(Object.entries(worked()).reverse()));
  expect([history.canUndo, history.canRedo]).toEqual([false, true]);
});

test("lessons link by changes, counted from 0", () => {
  expect(state.linkTo("journey", { causal: true, followed: 2, view: "arcs" })).toBe("#v=1&causal=1&view=arcs&query=3");
  expect(state.linkTo("cat")).toBe("#v=1&preset=cat");
  const linked = open(state.linkTo("journey", { text: "one two", heads: 2, x: { from: "letters" } })).state;
  expect([state.tokensOf(linked.text), linked.heads, linked.x]).toEqual([["one", "two"], 2, { from: "letters" }]);
});

test("README.md has a row for each part of a link, and for nothing else", () => {
  const rows = readFileSync(path.join(root, "web/site/rooms/state/README.md"), "utf8").matchAll(/^\| (`[^|]+) \|/gm);
  const names = [...rows].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(names.toSorted()).toEqual(state.PART_NAMES.toSorted());
});

test("each preset's numbers are those of its source", () => {
  const karim = state.numbersOf(state.begin("integers"));
  expect(karim.x).toHaveLength(3);
  expect(state.numbersOf(state.begin("plain")).x).toEqual(WORKED.X);
  expect(state.begin("plain")).toMatchObject({ projected: false, scale: "none" });
});
