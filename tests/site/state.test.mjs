// The playground's state, its link, and what it asks of the core, without a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { readStrings } from "../../scripts/site-texts.mjs";
import { heed, siteModule } from "./runs.mjs";
import { root } from "./serve.mjs";

const state = await siteModule("../../tests/site/play-parts.ts", readStrings());
const { History } = await siteModule("kit/history.ts");
const { groupsOf, TABLES } = await siteModule("rooms/pronouns/index.ts");
const { computeShown } = state;
new state.LearnedHeads().start(heed);
const WORKED = JSON.parse(readFileSync(path.join(root, "tests/conformance/worked/journey-v1.json"), "utf8"));

const open = (hash) => state.decode(hash);
const setting = (one) => state.settingOf(one);

/** What a link begins from that names no preset. */
const worked = () => state.begin("journey");

test("a link that names no preset means the worked example, as it always did", () => {
  const { x, query, key, value } = state.numbersOf(worked());
  assert.deepEqual({ x, query, key, value }, { x: WORKED.X, query: WORKED.Wq, key: WORKED.Wk, value: WORKED.Wv });
  assert.equal(state.encode(worked()), "#v=1");
  assert.deepEqual(open("#v=1"), { state: worked(), problems: [] });
  assert.deepEqual(open("#v=1&causal=1").state, { ...worked(), causal: true });
});

test("without a link, the page begins with a sentence in its language, in which a pronoun finds its noun", () => {
  for (const [language, preset, noun] of [
    ["en", "it", "animal"],
    ["de", "sie", "Katze"],
  ]) {
    state.speak(language);
    const first = state.begin();
    assert.deepEqual(first, state.begin(preset));
    for (const hash of ["", "#step-2", "#lang=de"]) assert.deepEqual(open(hash), { state: first, problems: [] });
    assert.equal(state.encode(first), `#v=1&preset=${preset}`);
    assert.equal(mostSeen(first), noun);
  }
  state.speak("en");
});

/** The word that the followed one gives most. */
function mostSeen(now) {
  const { tokens, kept } = computeShown(heed, now);
  const row = kept.weights.data.subarray(now.followed * tokens.length, (now.followed + 1) * tokens.length);
  return tokens[row.indexOf(Math.max(...row))];
}

test("one word makes the second look of “it” or “sie” swing to the other noun", () => {
  for (const [preset, from, to, noun] of [
    ["it", "tired", "wide", "street"],
    ["sie", "müde", "breit", "Straße"],
  ]) {
    const first = state.begin(preset);
    const other = state.withText(first, first.text.replace(from, to));
    assert.equal(mostSeen(other), noun);
    const { place, now, words } = state.sayingsOf(other);
    assert.deepEqual([now, words.slice(0, 2)], [to, [from, to]]);
    assert.equal(state.withWord(other.text, place, from), first.text);
  }
});

test("a look has the rows, the weights and the mask of the model's own run, and its numbers to the last bit", () => {
  for (const preset of ["it", "sie"]) {
    for (const [layer, look] of ["first", "second"].entries()) {
      const now = state.withLook(state.begin(preset), look);
      const { tokens, x, kept, options } = computeShown(heed, now);
      const run = state.runOf(heed, state.storedModel(now.x.language), tokens).look(layer);
      assert.deepEqual(x.data, run.x.data, `${preset}, ${look}`);
      for (const name of ["q", "k", "v", "raw", "scores", "weights", "joined"])
        assert.deepEqual(kept[name].data, run.kept[name].data, `${preset}, ${look}, ${name}`);
      const seen = Array.from(kept.logits.data, (logit) => logit !== -Infinity);
      assert.deepEqual(state.maskOf({ tokens, options }, false), seen, `${preset}, ${look}`);
    }
  }
});

test("a link keeps the look, what is typed, and which numbers are learned", () => {
  const first = state.begin("it");
  const ahead = state.withLook(state.withText(first, "The dog didn't cross the road because it was busy."), "first");
  const named = "x=first.en&wq=first.en&wk=first.en&wv=first.en";
  assert.equal(
    state.encode(ahead),
    `#v=1&preset=it&text=The+dog+didn't+cross+the+road+because+it+was+busy.&${named}&causal=0&ahead=1`,
  );
  const mixed = state.withBlock(ahead, "query", 0, 0, [[2]]);
  const letters = state.withSource(first, "x", { from: "letters" });
  for (const now of [ahead, mixed, letters, { ...state.begin("cat"), pinned: setting(ahead) }])
    assert.deepEqual(state.readable(open(state.encode(now))), { state: now, problems: [] });
  assert.equal(state.tokensOf(ahead).length, 10, "a full stop is no word");
});

test("a link with a text that was shared before keeps its rows from letters", () => {
  const text = "The dog didn't cross the road because it was busy.";
  for (const [link, preset] of [
    ["", "journey"],
    ["&preset=tired", "tired"],
    ["&preset=animal", "animal"],
    ["&preset=cat", "cat"],
  ]) {
    const opened = state.readable(open(`#v=1${link}&text=${encodeURIComponent(text)}`));
    const expected = { ...state.begin(preset), text, x: { from: "letters" } };
    assert.deepEqual(opened, { state: state.settled(expected), problems: [] }, preset);
    assert.equal(state.tokensOf(opened.state).length, 11, "a full stop is a token");
  }
});

test("words that the model does not know are named, and a link with them has rows from letters", () => {
  state.setOwnSection("play");
  const opened = state.readable(open("#v=1&preset=it&text=The+moon+flew+into+the+box"));
  assert.deepEqual(opened.state.x, { from: "letters" });
  assert.deepEqual(opened.problems, [
    "The model does not know “moon”, “flew”. The rows of its words are made from their letters instead.",
  ]);
  assert.equal(computeShown(heed, opened.state).tokens.length, 6);
  const typed = state.withText(state.begin("it"), "so ".repeat(17));
  assert.equal(state.unread(typed), "The model reads up to 16 words, and this text has 17.");
  assert.equal(state.unread(state.withText(state.begin("it"), "THE DOG didn’t fit in the box: it was tall!")), "");
  for (const language of ["en", "de"]) {
    const words = Object.values(groupsOf(TABLES[language])).flat();
    const now = (text) => state.withText(state.begin(language === "en" ? "it" : "sie"), text);
    assert.deepEqual(
      words.filter((word) => state.unread(now(word)) !== ""),
      [],
    );
    assert.ok(words.length >= 150);
  }
});

test("in another size weights that were learned stay as numbers, and rows come from letters", () => {
  const first = state.begin("it");
  const keys = state.withSize(first, "dim", 8);
  assert.deepEqual([keys.x, keys.value], [first.x, first.value]);
  const [before, after] = [first, keys].map((one) => state.numbersOf(one).query);
  assert.deepEqual(
    after,
    before.map((row) => row.slice(0, 8)),
  );
  assert.deepEqual(state.withSize(first, "width", 8).x, { from: "letters" });
  assert.equal(state.fittingHead(keys, "query"), undefined);
  assert.deepEqual(state.fittingHead(state.withSource(first, "key", { from: "identity" }), "key"), first.key);
});

test("columns have names while sentence and numbers are set by hand", () => {
  const first = state.begin("tired");
  assert.equal(state.columnNames(first, "x").length, first.width);
  assert.equal(state.columnNames(first, "query").length, first.dim);
  assert.equal(state.columnNames(state.withBlock(first, "x", 0, 0, [[2]]), "x").length, first.width);
  assert.deepEqual(state.columnNames(state.withProjections(first, false), "value"), state.columnNames(first, "x"));
  assert.deepEqual(state.columnNames(state.withSize(first, "heads", 2), "key"), []);
  const random = { from: "random", seed: 1 };
  assert.deepEqual(state.columnNames(state.withSource(first, "query", random), "query"), []);
  for (const other of [state.withSource(first, "x", random), state.withText(first, "a word"), worked()])
    for (const of of ["x", "query", "key", "value"]) assert.deepEqual(state.columnNames(other, of), []);
});

test("every preset comes back from its link", () => {
  for (const { name } of state.PRESETS)
    assert.deepEqual(open(state.encode(state.begin(name))), { state: state.begin(name), problems: [] }, name);
});

/** The page takes no text that its model does not read. */
const read = (now) => (state.unread(now) === "" ? now : { ...now, x: { from: "letters" } });

/** A state made by many changes, other ones for each seed. */
function wander(seed) {
  let at = seed;
  const next = (below) => (at = (at * 48271 + 11) % 2147483647) % below;
  const pick = (list) => list[next(list.length)];
  let now = state.begin(pick(state.PRESETS).name);
  const matrix = () => pick(["x", "query", "key", "value"]);
  const changes = [
    () =>
      read(
        state.withText(
          now,
          pick([
            "one",
            "Your journey & more = fun; it’s 100 % #1+1",
            "naïve café 日本 👩‍🚀",
            "The cat left, the dog slept",
          ]),
        ),
      ),
    () => state.withLook(now, pick(["first", "second"])),
    () => {
      const name = pick(["x", "query", "key", "value"]);
      return state.withSource(now, name, state.fittingHead(now, name) ?? now[name]);
    },
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
      ahead: next(2) === 0,
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
    const { state: after, problems } = state.readable(open(state.encode(before)));
    assert.deepEqual(problems, [], `seed ${seed}`);
    assert.deepEqual(after, before, `seed ${seed}`);
  }
});

test("shapes fit after any change", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const now = wander(seed);
    const { tokens, ...matrices } = state.numbersOf(now);
    for (const name of state.MATRICES) {
      if (matrices[name] === null) continue;
      const [rows, columns] = state.shapeOf(now, name, tokens);
      assert.deepEqual(
        [matrices[name].length, ...new Set(matrices[name].map((row) => row.length))],
        [rows, columns],
        `seed ${seed}, ${name}`,
      );
      assert.ok(matrices[name].flat().every(Number.isFinite));
    }
    assert.ok(now.followed < tokens.length);
    assert.ok(now.head < now.heads);
    assert.ok(now.lossNumber < state.outputWidth(now));
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
    assert.deepEqual(open(hash), { state: state.begin(), problems: [sentence] });
  });
}

for (const [hash, sentence] of [
  ["#v=1&text=%E0%A4%A", "The link is damaged at “text=%E0%A4%A”; that part was left out."],
  ["#v=1&text=+++", "The link’s text has no token in it; the example’s was kept."],
  ["#v=1&x=1,2;3", "“x” of the link has 2 × 2 numbers instead of 6 × 3; it was left out."],
  [
    "#v=1&wq=1,2;3,Infinity;5,6",
    "“wq” of the link holds something that is not a number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&wq=1,2;3,NaN;5,6",
    "“wq” of the link holds something that is not a number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&wq=1,2;3,1e7;5,6",
    "“wq” of the link holds something that is not a number from −1,000,000 to 1,000,000; it was left out.",
  ],
  [
    "#v=1&scale=Infinity",
    "“scale” of a link must be none, dk, dmodel or a number up to 1,000,000; it is “Infinity”, and was left out.",
  ],
  [
    "#v=1&scale=constructor",
    "“scale” of a link must be none, dk, dmodel or a number up to 1,000,000; it is “constructor”, and was left out.",
  ],
  ["#v=1&causal=yes", "“causal” of a link must be 0 or 1; it is “yes”, and was left out."],
  ["#v=1&view=cube", "“view” of a link cannot be “cube”. It is one of heatmap, arcs, table."],
  ["#v=1&gradients=yes", "“gradients” of a link cannot be “yes”. It is one of 0, 1."],
  ["#v=1&loss=mean", "“loss” of a link cannot be “mean”. It is one of sum, one."],
  ["#v=1&number=all", "“number” of a link must be a number from 1 to 2; it is “all”, and was left out."],
  ["#v=1&query=last", "“query” of a link must be a number from 1 to 6; it is “last”, and was left out."],
  ["#v=1&colour=red", "The link has a part “colour” that this page does not know; it was left out."],
  [
    "#v=1&hide=sky",
    "The link hides “sky”, but this page has no such part. Its parts are " +
      "text, options, editing, project, score, normalise, mix, join, gradients, follow, compare, inspector, " +
      "export, about.",
  ],
]) {
  test(`${hash} is explained, and leaves the example`, () => {
    assert.deepEqual(open(hash), { state: worked(), problems: [sentence] });
  });
}

test("numbers out of range are clamped, sizes with a sentence", () => {
  const { state: now, problems } = open("#v=1&width=99&heads=3&query=1e9&step=0&head=-4&number=1e9");
  assert.deepEqual(problems, [
    "“width” of the link is 99; this page takes 1 to 16, and took 16.",
    "“heads” of the link is 3; this page takes 1, 2, 4, and took 2.",
  ]);
  assert.deepEqual([now.width, now.heads, now.followed, now.step, now.head, now.lossNumber], [16, 2, 5, 1, 0, 3]);
});

test("no link breaks the page: any string of signs gives a state whose shapes fit", () => {
  let at = 7;
  const next = (below) => (at = (at * 48271 + 11) % 2147483647) % below;
  const whole = state.encode(wander(5));
  for (let time = 0; time < 300; time++) {
    const signs = Array.from(whole);
    for (let change = 0; change < 1 + next(6); change++)
      signs[next(signs.length)] = String.fromCharCode(32 + next(200));
    const { state: now } = state.readable(open(signs.join("").slice(0, 1 + next(signs.length))));
    const { tokens, ...matrices } = state.numbersOf(now);
    for (const name of ["x", "query", "key", "value"])
      assert.deepEqual([matrices[name].length, matrices[name][0].length], state.shapeOf(now, name, tokens));
  }
});

test("an own sentence has all its rows from letters, and the preset's sentence has its own rows again", () => {
  for (const { name, setting: preset } of state.PRESETS.filter(({ kind }) => kind !== "learned")) {
    const words = state.tokensOf(preset);
    for (const width of [preset.width, 6]) {
      const first = state.withSize(state.begin(name), "width", width);
      const own = state.withText(first, `${words.slice(1).join(" ")} today`);
      assert.deepEqual(own.x, { from: "letters" }, name);
      assert.deepEqual(open(state.encode(own)).state, own, name);
      assert.ok(!state.encode(own).includes("x="), name);
      assert.deepEqual(state.withText(own, preset.text).x, first.x, name);
      assert.deepEqual(state.withText(first, ` ${words.join("  ")} `).x, first.x, name);
    }
  }
});

test("rows that were changed by hand stay with their words; new words get theirs from letters", () => {
  const before = state.withBlock(worked(), "x", 0, 0, [[2]]);
  const after = state.withText(before, "journey Your dream starts with one step");
  const [was, is] = [before, after].map((one) => state.numbersOf(one).x);
  assert.deepEqual(is[0], was[1]);
  assert.deepEqual(is[1], was[0]);
  assert.deepEqual(is.slice(3), was.slice(2));
  assert.deepEqual(is[2], state.numbersOf({ ...after, x: { from: "letters" } }).x[2]);
});

test("letters make rows that are always the same, alike for words spelled alike, and of two decimals", () => {
  const { x } = state.numbersOf({
    ...state.withText(worked(), "cat cat cats horse"),
    x: { from: "letters" },
    width: 16,
  });
  const cosine = (a, b) => a.reduce((sum, one, at) => sum + one * b[at], 0) / Math.hypot(...a) / Math.hypot(...b);
  assert.deepEqual(x[0], x[1]);
  assert.ok(cosine(x[0], x[2]) > cosine(x[0], x[3]) + 0.2);
  for (const one of x.flat()) assert.equal(one, Number(one.toFixed(2)));
});

test("a wider matrix keeps the numbers of the narrower, each head its own", () => {
  const two = state.withSize(worked(), "heads", 2);
  const wider = state.withSize(two, "dim", 3);
  const [before, after] = [two, wider].map((one) => state.numbersOf(one).query);
  after.forEach((row, i) => {
    assert.deepEqual([row[0], row[1], row[3], row[4]], before[i]);
  });
  assert.deepEqual(state.numbersOf(state.withSize(wider, "dim", 2)).query, before);
});

test("text beyond the limit is cut, and how much is said", () => {
  const said = (text, marks = true) => ({ text, marks });
  assert.equal(state.tokensOf(said("a ".repeat(100))).length, 64);
  assert.equal(state.leftOver(said("a ".repeat(100))), 36);
  assert.deepEqual(state.tokensOf(said("so, it's the end…", false)), ["so", "it's", "the", "end"]);
  assert.deepEqual(state.tokensOf(said("so, it's the well-known end…")), [
    "so",
    ",",
    "it's",
    "the",
    "well-known",
    "end",
    "…",
  ]);
});

test("undo goes back change by change, a run of typing in one go; redo goes forward; a change ends redo", () => {
  const history = new History();
  let now = "a";
  const change = (next, run) => (history.record(now, next, run), (now = next));
  change("b", "cell 1");
  change("c", "cell 1");
  change("d", "cell 2");
  assert.deepEqual([(now = history.undo(now)), (now = history.undo(now)), history.undo(now)], ["c", "a", undefined]);
  assert.deepEqual([(now = history.redo(now)), (now = history.redo(now)), history.redo(now)], ["c", "d", undefined]);
  now = history.undo(now);
  change("e", "cell 2");
  assert.equal(history.canRedo, false);
  assert.equal(history.undo(now), "c");
});

test("undo has no step for what changes nothing, or for a group of changes that ends where it began", () => {
  const history = new History();
  let now = worked();
  const change = (next, run) => (history.record(now, next, run), (now = next));
  change(worked());
  change(state.withSize(now, "width", 3));
  change(state.withProjections(now, true));
  assert.equal(history.canUndo, false);
  change(state.withText(now, "one"), "text");
  change(state.withText(now, worked().text), "text");
  assert.deepEqual(now.x, worked().x);
  now = history.undo(now) ?? now;
  for (const causal of [true, false]) change({ ...now, causal }, "causal");
  assert.equal(history.canUndo, false);
  change({ ...now, causal: true });
  now = history.undo(now);
  change(Object.fromEntries(Object.entries(worked()).reverse()));
  assert.deepEqual([history.canUndo, history.canRedo], [false, true]);
});

test("lessons link by changes, counted from 0", () => {
  assert.equal(state.linkTo("journey", { causal: true, followed: 2, view: "arcs" }), "#v=1&causal=1&view=arcs&query=3");
  assert.equal(state.linkTo("cat"), "#v=1&preset=cat");
  const linked = open(state.linkTo("journey", { text: "one two", heads: 2, x: { from: "letters" } })).state;
  assert.deepEqual([state.tokensOf(linked), linked.heads, linked.x], [["one", "two"], 2, { from: "letters" }]);
});

test("README.md has a row for each part of a link, and for nothing else", () => {
  const rows = readFileSync(path.join(root, "web/site/rooms/state/README.md"), "utf8").matchAll(/^\| (`[^|]+) \|/gm);
  const names = [...rows].flatMap(([, cell]) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  assert.deepEqual(names.toSorted(), state.PART_NAMES.toSorted());
});

test("each preset's numbers are those of its source", () => {
  const karim = state.numbersOf(state.begin("integers"));
  assert.equal(karim.x.length, 3);
  assert.deepEqual(state.numbersOf(state.begin("plain")).x, WORKED.X);
  const { projected, scale } = state.begin("plain");
  assert.deepEqual([projected, scale], [false, "none"]);
});

test("while gradients are off, or left out of a lab, nothing is computed for them", () => {
  const asked = [];
  const watched = Object.fromEntries(
    Object.entries(heed).map(([name, one]) => [
      name,
      typeof one === "function" ? (...given) => (asked.push(name), one(...given)) : one,
    ]),
  );
  const { state: on } = open("#v=1&gradients=1&wo=random.1");
  for (const off of [
    { ...on, gradients: false },
    { ...on, hidden: ["gradients"] },
  ]) {
    asked.length = 0;
    assert.equal(computeShown(watched, off).kept.dx, undefined);
    assert.deepEqual(asked, ["selfAttention"]);
  }
  asked.length = 0;
  assert.deepEqual(computeShown(watched, on).kept.dx.shape, [6, 3]);
  assert.deepEqual(asked, ["selfAttention", "selfAttentionBackward"]);
});
