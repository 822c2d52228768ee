// The machine: its layout, that each part is as large as its number in the run, and how a reader walks
// through it. The document is jsdom's.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { mock } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { JSDOM } from "jsdom";
import { readStrings } from "../../scripts/site-texts.mjs";
import { drawnSource, letterReading, translatedPair } from "./machine-runs.mjs";
import { heed, siteModule } from "./runs.mjs";

const { window } = new JSDOM("<!doctype html><main></main>");
const { document, Element, Event, HTMLElement, KeyboardEvent, MouseEvent } = window;
Object.assign(globalThis, {
  document,
  Element,
  Event,
  HTMLElement,
  KeyboardEvent,
  MouseEvent,
  getComputedStyle: window.getComputedStyle,
});

const strings = readStrings();
const room = await siteModule("../../tests/site/machine-parts.ts", strings);
const { draw, layoutOf, textOf, elementOf, mapOf, runOf, Machine, isCellOf } = room;

const WORDS = "The animal didn't cross the street because it was too tired".split(" ");
const LONG = [..."Lily had a red ball . In the park , Lily met Ben . Lily gave the ball to".split(" "), ...WORDS];
const IT = 7;
const looks = (count, heads, look = "back") => Array.from({ length: count }, () => ({ heads, look }));
const sources = {
  "two looks": drawnSource(heed, { words: WORDS, layers: [{ look: "ahead" }, { look: "back" }] }),
  "three layers of four heads": drawnSource(heed, { words: LONG.slice(0, 17), layers: looks(3, 4), says: "next" }),
  "an encoder and a decoder": drawnSource(heed, {
    words: [..."the cat sat down".split(" "), "die", "Katze", "saß"],
    width: 8,
    says: "next",
    layers: [
      { lines: [0, 4], heads: 2 },
      { lines: [4, 7], heads: 2, net: false, look: "back", title: "own words" },
      { lines: [4, 7], seen: [0, 4], heads: 2, title: "the other sentence" },
    ],
  }),
  "the letter model": sourceOf(room.runOfLetters, await letterReading(heed, "whole")),
  "the translator": sourceOf(room.runOfTranslator, { ...(await translatedPair(heed)), title: "the look across" }),
  "the encoder and decoder of a lesson": sourceOf(room.runOfBoth, { seed: 1, title: (key) => key }),
};
function sourceOf(compute, given) {
  return { run: (off) => compute(heed, given, off) };
}
const runs = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, source.run([])]));
const numberOf = (run, { layer, head }, line, seen) => {
  const { lines, seen: at } = run.layers[layer];
  if (seen < at[0] || seen >= at[1]) return 0;
  const { data, shape } = run.look(layer).kept.weights;
  return data[(head * shape.at(-2) + line - lines[0]) * shape.at(-1) + seen - at[0]];
};
const norm = (row) => Math.hypot(...row);
const rowIn = ({ data, shape }, row) => data.slice(row * shape.at(-1), (row + 1) * shape.at(-1));

/** All shapes of a drawing, with those inside them. */
const allOf = (shapes) => shapes.flatMap((one) => (typeof one === "string" ? [] : [one, ...allOf(one.inner)]));
const partsOf = (shapes, kind) =>
  allOf(shapes).flatMap((one) => {
    const [name, ...numbers] = String(one.attributes["data-part"] ?? "").split(" ");
    return name === kind && one.attributes.role !== undefined ? [{ one, at: numbers.map(Number) }] : [];
  });
const near = (a, b, by = 0.06) => assert.ok(Math.abs(a - b) <= by, `${a} is not ${b}`);

// 1. The layout.

test("one to four layers of one to eight heads stand whole in 1216 px: nothing overlaps along the lines", () => {
  for (const layers of [1, 2, 3, 4])
    for (const heads of [1, 2, 4, 8]) {
      const layout = layoutOf(room.sizesOf(WORDS, layers, heads), { width: 1216 });
      assert.equal(layout.upright, false, `${layers} layers of ${heads} heads`);
      let at = layout.embed[1];
      for (const { ground, look, lanes, net, strip } of layout.bands) {
        const places = [at, ground[0], look[0], ...lanes, look[1], net, strip[0], strip[1], ground[1]];
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
          `${layers} layers of ${heads} heads`,
        );
        for (const [head, lane] of lanes.entries()) if (head > 0) assert.ok(lane - lanes[head - 1] >= 9);
        at = ground[1];
      }
      assert.ok(at < layout.ends[1] && layout.ends[1] < 1216 - 100, "the shares have room");
    }
});

test("each word has a line, in order and inside the drawing; lying, a finger fits between two", () => {
  for (const run of Object.values(runs))
    for (const width of [1216, 768, 358]) {
      const { slots, gap, sides, upright, height } = layoutOf(run, { width });
      assert.deepEqual(
        slots.map(({ words }) => words[0]),
        run.words.map((_, at) => at),
      );
      for (const [at, { v }] of slots.entries()) {
        assert.ok(v > sides[0] && v < sides[1] && sides[1] <= (upright ? width : height));
        if (at > 0) assert.ok(v - slots[at - 1].v >= gap - 1e-9);
      }
      assert.ok(upright || gap >= 24);
    }
});

test("of a few words, too, all shares stay within the drawing", () => {
  for (const count of [1, 2, 4]) {
    const { run } = drawnSource(heed, { words: WORDS.slice(0, count), layers: looks(2, 1), says: "next" });
    const shares = run([]).shares(0);
    const short = { ...run([]), shares: () => Array.from({ length: 7 }, (_, at) => shares[at % count]) };
    const layout = layoutOf(short, { width: 1216 });
    const parts = partsOf(draw(short, layout, { word: 0, live: true }).followed, "share");
    const targets = parts.map(({ one }) => one.inner.find(({ attributes }) => attributes.class === "target"));
    assert.equal(targets.length, 7);
    for (const { attributes } of targets)
      assert.ok(attributes.y >= 0 && attributes.y + attributes.height <= layout.height);
  }
});

test("the name of a word that is there more than once says what its number counts", async () => {
  const { host } = await machineOf(sources["three layers of four heads"]);
  const names = Array.from(host.querySelectorAll(".word"), (label) => label.getAttribute("aria-label"));
  assert.equal(names[10], "Follow “Lily” (word\u00a011)");
  assert.equal(names[12], "Follow “Ben”");
  host.remove();
});

test("where bands have no room the machine stands upright: 17 words fit a phone, and a finger each head", () => {
  const layout = layoutOf(room.sizesOf(LONG.slice(0, 17), 4, 8), { width: 358 });
  assert.equal(layout.upright, true);
  assert.equal(layout.slots.length, 17);
  for (const { lanes } of layout.bands)
    for (const [head, lane] of lanes.entries()) if (head > 0) assert.ok(lane - lanes[head - 1] >= 24);
});

test("the lines of a second sentence stand apart, and a layer's ground lies under its own lines", () => {
  const run = runs["an encoder and a decoder"];
  const layout = layoutOf(run, { width: 1216 });
  const [cat, die, katze] = [3, 4, 5].map((word) => layout.slots[word].v);
  assert.ok(die - cat > 1.5 * (katze - die));
  const grounds = allOf(draw(run, layout, { word: 6 }).still).filter(({ attributes }) => attributes.class === "band");
  near(grounds[1].attributes.y, die - layout.gap / 2 - 5);
});

test("the number of a weight is clear of its curve, and upright, of the number beside it", () => {
  for (const run of Object.values(runs))
    for (const width of [1216, 358]) {
      const layout = layoutOf(run, { width });
      for (const word of run.words.keys()) {
        const written = partsOf(draw(run, layout, { word, live: true }).followed, "curve")
          .map(({ one, at: [layer, , from] }) => ({ layer, from, inner: one.inner }))
          .filter(({ inner }) => inner.at(-1).attributes.class === "weight")
          .map(({ layer, from, inner }) => ({ layer, from, curve: inner.at(-2), number: inner.at(-1).attributes }));
        for (const { layer, from, curve, number } of written) {
          if (layout.upright) {
            const beside = written.filter((other) => other.layer === layer && other.from !== from);
            for (const other of beside) assert.ok(Math.abs(other.number.x - number.x) >= 30, `${run.words[from]}`);
          } else if (from !== word) {
            const apart = Math.abs(number.y - layout.slots[from].v);
            assert.ok(apart >= curve.attributes["stroke-width"] / 2 + 7, `${apart} px from the line of ${from}`);
          }
        }
      }
    }
});

test("words outside of the window are one line, which gets the sum of their weights", () => {
  const source = drawnSource(heed, { words: LONG, layers: looks(1, 1) });
  const run = source.run([]);
  const [word, words] = [LONG.length - 1, [LONG.length - 8, LONG.length]];
  const layout = layoutOf(run, { width: 1216, words });
  assert.deepEqual(layout.slots[0].words, [0, LONG.length - 8]);
  const { followed } = draw(run, layout, { word, live: true });
  const sum = LONG.slice(0, -8).reduce((all, _, seen) => all + numberOf(run, { layer: 0, head: 0 }, word, seen), 0);
  const [first] = allOf(followed).filter(
    (one) =>
      one.inner[0]?.inner?.[0] ===
      `“${LONG[word]}” looks at ${LONG.length - 8} other words: ${room.percent(sum)} (the first look)`,
  );
  near(thicknessOf(first), 1 + 9 * sum);
});

const thicknessOf = (curve) =>
  allOf([curve]).find(({ attributes }) => attributes.class === "carries").attributes["stroke-width"];

// 2. Numbers.

for (const [name, run] of Object.entries(runs))
  for (const width of [1216, 358])
    test(`each curve, stop, diamond and share is as large as its number of the run: ${name}, ${width} px`, () => {
      const layout = layoutOf(run, { width });
      for (const word of run.words.keys()) {
        const { followed } = draw(run, layout, { word, live: true });
        const curves = partsOf(followed, "curve");
        for (const {
          one,
          at: [layer, head, seen],
        } of curves)
          near(thicknessOf(one), 1 + 9 * numberOf(run, { layer, head }, word, seen));
        const strong = run.layers.flatMap(({ lines, seen, heads }, layer) =>
          word < lines[0] || word >= lines[1]
            ? []
            : Array.from({ length: heads * (seen[1] - seen[0]) }, (_, at) => [
                layer,
                at % heads,
                seen[0] + Math.floor(at / heads),
              ]),
        );
        const expected = strong.filter(([layer, head, seen]) => numberOf(run, { layer, head }, word, seen) >= 0.02);
        assert.deepEqual(curves.map(({ at }) => at.join()).sort(), expected.map((at) => at.join()).sort());
        for (const {
          one,
          at: [layer, head],
        } of partsOf(followed, "stop")) {
          const adds = norm(broughtBy(run, layer, head, word)) / norm(rowIn(run.rows(layer), word));
          near(one.inner.at(-1).attributes.r, Math.max(3, 11 * Math.sqrt(Math.min(1, adds))));
        }
        for (const {
          one,
          at: [layer],
        } of partsOf(followed, "net")) {
          const adds =
            norm(rowIn(run.net(layer), word - run.layers[layer].lines[0])) / norm(rowIn(run.rows(layer + 1), word));
          const half = Number(/l([\d.]+)/.exec(one.inner.at(-1).attributes.d)[1]);
          near(half, 1.3 * Math.min(0.42 * layout.gap, 1.5 + 9 * adds), 0.1);
        }
        const shares = run.shares(word).slice(0, layout.shares);
        const written = partsOf(followed, "share").map(({ one }) =>
          allOf([one])
            .flatMap(({ inner }) => inner)
            .filter((text) => typeof text === "string"),
        );
        for (const [at, { word: text, share }] of shares.entries())
          assert.ok(
            written[at].some((line) => (line.includes(text) && line.includes(room.percent(share))) || line === text),
          );
      }
    });

/** By the sum over all keys, and then through the head's part of the output weight. */
function broughtBy(run, layer, head, word) {
  const { kept, weights } = run.look(layer);
  const row = word - run.layers[layer].lines[0];
  const [keys, dim] = kept.v.shape.slice(-2);
  const width = weights.outputWeight.shape[1];
  const brought = new Float64Array(width);
  for (let key = 0; key < keys; key++)
    for (let at = 0; at < dim; at++) {
      const value =
        kept.weights.data[(head * kept.weights.shape.at(-2) + row) * keys + key] *
        kept.v.data[(head * keys + key) * dim + at];
      for (let to = 0; to < width; to++)
        brought[to] += value * weights.outputWeight.data[(head * dim + at) * width + to];
    }
  return brought;
}

test("each cell of a row has the sign and the strength of its number", () => {
  const row = Float32Array.of(0.9, -0.9, 0.31, -0.02, 0, 0.55);
  const strip = { row, scale: 1, along: [10, 70], v: 5 };
  const cells = room
    .stripOf({ upright: false }, [strip], 10)
    .flatMap(({ attributes: { class: kind, d } }) =>
      d.match(/M[^M]+/g).map((one) => [Number(/M([\d.]+)/.exec(one)[1]), kind]),
    );
  assert.deepEqual(
    cells.sort((a, b) => a[0] - b[0]),
    [
      [10, "cells above s4"],
      [20, "cells below s4"],
      [30, "cells above s2"],
      [40, "cells below s1"],
      [60, "cells above s3"],
    ],
  );
  const long = Float32Array.from({ length: 640 }, (_, at) => (at % 10 === 3 ? -2 : 1));
  assert.deepEqual(
    room.cellsIn(long),
    Array.from({ length: 64 }, (_, cell) => 10 * cell + 3),
  );
});

test("a drawing as text and as elements is the same one", () => {
  for (const run of Object.values(runs)) {
    const { still, followed } = draw(run, layoutOf(run, { width: 1216 }), { word: 1, live: true });
    const host = document.createElement("div");
    host.innerHTML = `<svg>${[...still, ...followed].map(textOf).join("")}</svg>`;
    const other = document.createElement("div");
    other.innerHTML = "<svg></svg>";
    other.firstChild.append(...[...still, ...followed].map(elementOf));
    assert.equal(host.innerHTML, other.innerHTML);
  }
});

test("a map of the course's sentence has at most 4 KB, no text, and one part that is lit", () => {
  const run = runs["two looks"];
  const lit = (map) =>
    [...map.matchAll(/class="(?:look look-(\d)|(row|net|shares)[^"]*) ?now"/g)].map((found) => found[1] ?? found[2]);
  for (const [parts, expected] of [
    [[{ kind: "look", layer: 0 }], ["0"]],
    [[{ kind: "look" }], ["0", "1"]],
    [[{ kind: "head", layer: 1 }], ["1"]],
    [[{ kind: "rows" }], ["row", "row", "row"]],
  ]) {
    const map = mapOf(run, IT, parts);
    assert.ok(Buffer.byteLength(map) <= 4096, `${Buffer.byteLength(map)} bytes`);
    assert.ok(!map.includes("<text") && !map.includes("data-part"));
    assert.deepEqual(lit(map), expected);
  }
  const weights = [0, 1].map((layer) => [
    WORDS.map((_, line) => WORDS.map((__, seen) => numberOf(run, { layer, head: 0 }, line, seen))),
  ]);
  const layers = weights.map((one) => ({ weights: one }));
  const sketch = runOf({ words: WORDS, layers, says: "means", shares: run.shares(IT) });
  const curves = (map) => map.match(/class="carries"[^>]*/g);
  assert.deepEqual(curves(mapOf(sketch, IT, [])), curves(mapOf(run, IT, [])));
});

test("a map opens the head that is lit: a bar for each word, as high as its share", () => {
  const run = runs["two looks"];
  const map = mapOf(run, IT, [{ kind: "head", layer: 1 }]);
  const [, top, height, path] =
    /class="opened look-1"><rect [^>]*y="(\d+)"[^>]* height="(\d+)"[^>]*><path d="([^"]*)"/.exec(
      map.replaceAll("/>", ">"),
    );
  assert.ok(Number(top) + Number(height) <= 118, "it is inside the map");
  const bars = Array.from(path.matchAll(/v-(\d+)/g), ([, size]) => Number(size));
  const weights = WORDS.map((_, seen) => numberOf(run, { layer: 1, head: 0 }, IT, seen));
  assert.equal(bars.length, WORDS.length);
  for (const [at, size] of bars.entries()) near(size, Math.max(1, 20 * weights[at]), 0.5);
  assert.ok(!mapOf(run, IT, [{ kind: "look" }]).includes("opened"));
});

test("a sketch of a look between two sentences has its curves on the lines of the second", () => {
  const sketch = { words: ["eins", "zwei", "two", "one"], says: "next", shares: [] };
  const weights = [
    [
      [0, 1],
      [1, 0],
    ],
  ];
  const run = runOf({ ...sketch, layers: [{ lines: [2, 4], seen: [0, 2], net: false, weights }] });
  const curves = (word) => mapOf(run, word, [{ kind: "look" }]).match(/class="carries"/g)?.length ?? 0;
  assert.deepEqual([0, 1, 2, 3].map(curves), [0, 0, 1, 1]);
});

// 3. What is said, and what opens.

for (const language of ["en", "de"])
  test(`each step says what it does with the numbers of the run, in ${language}`, () => {
    room.speak(language);
    for (const run of Object.values(runs))
      for (const word of run.words.keys()) {
        const steps = room.stepsOf(run, word);
        const own = run.layers.flatMap(({ lines, net }, layer) =>
          word < lines[0] || word >= lines[1] ? [] : [`look ${layer}`, ...(net ? [`net ${layer}`] : [])],
        );
        assert.deepEqual(
          steps.map(({ kind, layer }) => [kind, layer].join(" ").trim()),
          ["rows", ...own, ...(run.shares(word).length > 0 ? ["shares"] : [])],
        );
        for (const step of steps) {
          const text = room.stepText(run, step, word, []);
          assert.ok(!/[{}]|undefined|NaN/.test(text), text);
          assert.ok(text.includes(run.words[word]), text);
          if (step.kind !== "look" || run.layers[step.layer].heads > 1) continue;
          const weights = run.words.map((_, seen) => numberOf(run, { layer: step.layer, head: 0 }, word, seen));
          assert.ok(text.includes(room.percent(Math.max(...weights))), text);
        }
        assert.ok(!/[{}]|undefined|NaN/.test(room.lineText(run, word, [])));
      }
    room.speak("en");
  });

test("at a step what was reached is clear, what is reached now is lit, and what is to come is faint", () => {
  const steps = room.stepsOf(runs["two looks"], IT);
  const state = room.statesAt(steps, 2);
  assert.deepEqual(
    [
      ["rows", 0],
      ["look", 0],
      ["net", 0],
      ["rows", 1],
      ["look", 1],
      ["net", 1],
      ["rows", 2],
      ["shares", 0],
    ].map(([kind, at]) => state(kind, at)),
    [undefined, undefined, "now", "now", "later", "later", "later", "later"],
  );
});

test("a number of a row opens to what is added up in it, back to the first row", () => {
  for (const run of Object.values(runs))
    for (const word of run.words.keys())
      for (let depth = run.layers.length; depth > 0; depth--) {
        const { lines } = run.layers[depth - 1];
        if (word < lines[0] || word >= lines[1]) continue;
        const figure = room.rowFigure(run, word, depth, 3);
        assert.equal(figure.value, rowIn(run.rows(depth), word)[3]);
        const numbers = figure.rows.map(({ numbers: [one] }) => (typeof one === "number" ? one : one.value));
        near(
          numbers.reduce((sum, one) => sum + one),
          figure.value,
          1e-4,
        );
        assert.equal(figure.rows[0].numbers[0].figure().value, numbers[0]);
        const [computation, cell] = figure.rows[1].numbers[0].cell();
        assert.equal(rowIn(computation.kept.output, cell.row)[cell.column], numbers[1]);
      }
});

// 4. On a page.

/** A machine with what it has opened, once it is drawn. */
async function machineOf(source, options = {}) {
  const host = document.querySelector("main").appendChild(document.createElement("div"));
  const opened = [];
  const machine = new Machine(host, source, { open: (what, back) => opened.push({ what, back }), ...options });
  await machine.show();
  const part = (key) => host.querySelector(`.picture [data-part="${key}"][role]`);
  const press = (name) =>
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const at = () => document.activeElement.dataset.part;
  const click = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return { host, machine, opened, part, press, at, click };
}

test("every part is a button with a name, the Tab key reaches one, and the followed word is pressed", async () => {
  for (const [name, source] of Object.entries(sources)) {
    const { host, machine } = await machineOf(source);
    const parts = [...host.querySelectorAll(".picture [data-part][role]")];
    for (const one of parts) {
      assert.equal(one.getAttribute("role"), "button");
      assert.ok(one.getAttribute("aria-label").length > 3);
      assert.equal(one.querySelector("title").textContent, one.getAttribute("aria-label"));
    }
    const names = parts.map((one) => one.getAttribute("aria-label"));
    assert.equal(new Set(names).size, names.length, `each name once: ${name}`);
    assert.deepEqual(
      parts.filter((one) => one.getAttribute("tabindex") === "0").map(({ dataset }) => dataset.part),
      [`word ${machine.word}`],
    );
    assert.deepEqual(
      [...host.querySelectorAll(".word[aria-pressed=true]")].map(({ dataset }) => dataset.part),
      [`word ${machine.word}`],
    );
    host.remove();
  }
});

test("up, down, Home and End follow a word; left and right walk along its line to the shares", async () => {
  const { host, machine, part, press, at } = await machineOf(sources["two looks"], { word: IT });
  part(`word ${IT}`).focus();
  press("ArrowUp");
  assert.deepEqual([machine.word, at()], [IT - 1, `word ${IT - 1}`]);
  press("Home");
  press("ArrowUp");
  assert.equal(machine.word, 0);
  press("End");
  assert.equal(machine.word, WORDS.length - 1);
  machine.follow(IT);
  part(`word ${IT}`).focus();
  const way = [at()];
  for (let steps = 0; steps < 60 && !way.at(-1).startsWith("share 6"); steps++) {
    press("ArrowRight");
    way.push(at());
  }
  const kinds = way
    .map((key) => key.replace(/^(curve \d \d) \d+$/, "$1"))
    .filter((key, place, all) => key !== all[place - 1]);
  assert.deepEqual(kinds.slice(0, 12), [
    `word ${IT}`,
    ...["row 0", "head 0 0", "stop 0 0", "curve 0 0", "net 0"],
    ...["row 1", "head 1 0", "stop 1 0", "curve 1 0", "net 1", "row 2"],
  ]);
  const curves = way
    .filter((key) => key.startsWith("curve 1"))
    .map((key) => numberOf(machine.run, { layer: 1, head: 0 }, IT, Number(key.split(" ")[3])));
  assert.deepEqual(
    curves,
    [...curves].sort((a, b) => b - a),
    "the strongest curve comes first",
  );
  assert.equal(way.at(-1), "share 6");
  press("ArrowUp");
  assert.equal(machine.word, IT - 1);
  assert.equal(at(), "share 6", "the place on the line stays");
  host.remove();
});

test("a machine that has followed other words is drawn as one that begins with the last of them", async () => {
  for (const source of Object.values(sources)) {
    const [one, other] = [await machineOf(source), await machineOf(source, { word: 2 })];
    for (const word of [0, 3, 2]) one.machine.follow(word);
    const [now, fresh] = [one, other].map(({ host }) =>
      Array.from(host.querySelectorAll(".picture > g"), (part) => part.innerHTML),
    );
    assert.deepEqual(now, fresh);
    one.host.remove();
    other.host.remove();
  }
});

test("Enter opens the number of a curve, a row, and a net, and gives focus back", async () => {
  const { host, machine, opened, part, press, at } = await machineOf(sources["two looks"], { word: IT });
  const { run } = machine;
  const key = [...host.querySelectorAll("[data-part^='curve 1']")].at(-1).dataset.part;
  for (const [name, value] of [
    [key, numberOf(run, { layer: 1, head: 0 }, IT, Number(key.split(" ")[3]))],
    ["row 2", norm(rowIn(run.rows(2), IT))],
    ["share 1", run.shares(IT)[1].share],
    ["net 0", norm(rowIn(run.net(0), IT)) / norm(rowIn(run.rows(1), IT))],
  ]) {
    part(name).focus();
    press("Enter");
    const { what, back } = opened.at(-1);
    const [{ kept }, { matrix, row, column }] = isCellOf(what) ? what : [{ kept: {} }, {}];
    near(isCellOf(what) ? rowIn(kept[matrix], row)[column] : what.value, value, 1e-6);
    document.activeElement.blur();
    back();
    assert.equal(at(), name);
  }
  host.remove();
});

test("a head that is pressed is off: the source computes the later layers without it", async () => {
  const asked = [];
  const source = { run: (off) => (asked.push(off), sources["two looks"].run(off)) };
  const { host, machine, part, click } = await machineOf(source, { word: IT });
  const before = machine.run.shares(IT)[0].share;
  click(part("head 0 0"));
  await machine.show();
  assert.deepEqual(asked.at(-1), [{ layer: 0, head: 0 }]);
  assert.equal(part("head 0 0").getAttribute("aria-pressed"), "true");
  assert.equal(part("stop 0 0").lastChild.getAttribute("r"), "3", "it adds nothing");
  assert.notEqual(machine.run.shares(IT)[0].share, before);
  click(part("head 0 0"));
  await machine.show();
  assert.equal(part("head 0 0").getAttribute("aria-pressed"), "false");
  assert.equal(machine.run.shares(IT)[0].share, before);
  host.remove();
});

test("an open head can begin with what is given: query, keys and values, before any score", () => {
  const run = runs["two looks"];
  const host = document.querySelector("main").appendChild(document.createElement("div"));
  const opened = [];
  const figure = new room.HeadFigure(host, (what) => opened.push(what));
  figure.show(run, { layer: 1, head: 0 }, IT, "given");
  assert.equal(host.querySelectorAll("[data-cell], attention-matrix, tfoot").length, 0);
  const keys = [...host.querySelectorAll("[data-strip]")].map(({ dataset }) => dataset.strip);
  const of = (matrix, count) => Array.from({ length: count }, (_, row) => `${matrix} 0 ${row}`);
  assert.deepEqual(keys.sort(), [...of("k", WORDS.length), `q 0 ${IT}`, ...of("v", IT + 1)].sort());
  const { q } = run.look(1).kept;
  host.querySelector("[data-strip^=q]").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  assert.deepEqual(
    opened[0].rows.map(({ numbers }) => numbers[0].value),
    [...rowIn(q, IT)],
  );
  host.remove();
});

test("an open head can leave the whole matrix out where the page has it already", () => {
  const host = document.querySelector("main").appendChild(document.createElement("div"));
  const figure = new room.HeadFigure(host, () => {});
  const parts = (selector) => host.querySelectorAll(selector).length;
  for (const [shown, matrices] of [
    ["numbers", 0],
    ["all", 1],
  ]) {
    figure.show(runs["two looks"], { layer: 1, head: 0 }, IT, shown);
    assert.deepEqual([parts("attention-matrix"), parts("tfoot"), parts("[data-cell^=weights]")], [matrices, 1, IT + 1]);
  }
  host.remove();
});

test("a stop opens its head: a score and a share for each word that is seen, a reason for the others", async () => {
  const { host, machine, opened, part, press, at, click } = await machineOf(sources["two looks"], { word: IT });
  part("stop 1 0").focus();
  press("Enter");
  const head = host.querySelector(".head");
  assert.equal(document.activeElement, head.querySelector("h3"));
  const { raw, scores, weights } = machine.run.look(1).kept;
  const rows = [...head.querySelectorAll("tbody tr")];
  assert.equal(rows.length, WORDS.length);
  for (const [key, row] of rows.entries()) {
    const numbers = [...row.querySelectorAll("[data-cell]")].map(({ textContent }) => textContent);
    if (key > IT) assert.match(row.textContent, /goes back only/);
    else
      assert.deepEqual(numbers, [
        room.digits(rowIn(raw, IT)[key], 1),
        room.digits(rowIn(scores, IT)[key], 2),
        room.percent(rowIn(weights, IT)[key]),
      ]);
  }
  for (const button of head.querySelectorAll("[data-cell]")) {
    click(button);
    const [{ kept }, { matrix, row, column }] = opened.at(-1).what;
    assert.deepEqual([matrix, row, column].join(" "), button.dataset.cell.replace(" 0", ""));
    assert.ok(Number.isFinite(rowIn(kept[matrix], row)[column]));
  }
  for (const button of head.querySelectorAll("[data-strip]")) {
    click(button);
    for (const {
      numbers: [{ value, cell }],
    } of opened.at(-1).what.rows) {
      const [{ kept }, { matrix, row, column }] = cell();
      assert.equal(rowIn(kept[matrix], row)[column], value);
    }
  }
  assert.deepEqual(head.querySelector("attention-matrix").mark, { row: IT });
  head.querySelector("h3").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  assert.equal(head.hidden, true);
  assert.equal(at(), "stop 1 0");
  host.remove();
});

test("Escape closes an open head from the picture, and where nothing has focus", async () => {
  const { host, part, click } = await machineOf(sources["two looks"], { word: IT });
  const head = host.querySelector(".head");
  for (const from of [part("row 0"), document.body]) {
    click(part("stop 1 0"));
    assert.equal(head.hidden, false);
    from.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    assert.equal(head.hidden, true);
  }
  host.remove();
});

test("the table has the same numbers, and they open the same", async () => {
  const { host, machine, opened, click } = await machineOf(sources["three layers of four heads"]);
  const numbers = host.querySelector(".numbers");
  numbers.open = true;
  numbers.dispatchEvent(new Event("toggle"));
  const { word, run } = machine;
  const buttons = [...numbers.querySelectorAll("[data-part^=curve]")];
  assert.equal(buttons.length, 12 * (word + 1), "a number for each head and each word that is seen");
  for (const button of buttons) {
    const [layer, head, seen] = button.dataset.part.split(" ").slice(1).map(Number);
    assert.equal(button.textContent, room.percent(numberOf(run, { layer, head }, word, seen)));
  }
  click(buttons[5]);
  assert.equal(opened.length, 1);
  host.remove();
});

test("the table speaks the language of the page also when it was closed meanwhile", async () => {
  const { host, machine } = await machineOf(sources["two looks"]);
  const numbers = host.querySelector(".numbers");
  const turn = (open) => {
    numbers.open = open;
    numbers.dispatchEvent(new Event("toggle"));
  };
  turn(true);
  assert.match(numbers.textContent, /How much/);
  turn(false);
  room.speak("de");
  machine.draw();
  assert.doesNotMatch(numbers.textContent, /How much/);
  room.speak("en");
  host.remove();
});

test("Play walks through every step, and stops at the last", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { host, machine, click } = await machineOf(sources["two looks"], { word: IT });
  const current = () => host.querySelector("[aria-current]")?.dataset.walk;
  const seen = [];
  click(host.querySelector("[data-walk=play]"));
  for (let step = 0; step < 8; step++) {
    seen.push(current());
    mock.timers.tick(3200);
  }
  assert.deepEqual(seen, ["0", "1", "2", "3", "4", "5", "5", "5"]);
  assert.ok(host.querySelector("[data-walk=play]"), "it can play again");
  assert.equal(host.querySelector(".picture .later"), null, "at the end all is clear");
  machine.pause();
  mock.timers.reset();
  host.remove();
});

test("where nothing may move there is no Play: Next goes through still pictures", async () => {
  globalThis.matchMedia = (query) => ({ matches: query.includes("reduce"), addEventListener() {} });
  const { host, click } = await machineOf(sources["two looks"], { word: IT });
  assert.equal(host.querySelector("[data-walk=play]"), null);
  for (const step of ["0", "1", "2"]) {
    click(host.querySelector("[data-walk=next]"));
    assert.equal(host.querySelector("[aria-current]").dataset.walk, step);
  }
  delete globalThis.matchMedia;
  host.remove();
});

// 5. Sources of runs.

test("the run of the letter model has the logits of the net that learns, also without each of its parts", async () => {
  const { VARIANTS } = await siteModule("pages/small-model/plan.ts");
  for (const variant of VARIANTS) {
    const { logits, ...given } = await letterReading(heed, variant);
    const run = room.runOfLetters(heed, given);
    assert.equal(run.layers.length, variant === "attention" ? 0 : 1, variant);
    const { length } = given.letters;
    for (const line of run.words.keys())
      for (const { id, logit, figure } of run.shares(line)) {
        near(logit, logits[line * length + id], 1e-4);
        near(figure().value, logit, 1e-4);
      }
  }
});

test("the run of the translator is right as often as its training says, and looks there as much", async () => {
  const { parameters, grades, task } = await translatedPair(heed);
  const { heldOutPairs } = await siteModule("pages/alignment/net.ts");
  const found = { count: 0, right: 0, weight: 0 };
  for (const pair of heldOutPairs(task, 256)) {
    const run = room.runOfTranslator(heed, { task, pair, parameters });
    for (const [at, { text, from, role }] of pair.target.entries()) {
      if (role !== "looked-up") continue;
      const line = pair.source.length + at;
      found.count++;
      found.weight += numberOf(run, { layer: 0, head: 0 }, line, from);
      if (run.shares(line)[0].word === text) found.right++;
    }
  }
  const { count, right, weight } = grades["looked-up"];
  assert.equal(found.count, count);
  near(found.right / count, right, 2 / count);
  near(found.weight / count, weight, 1e-5);
});

test("a logit of the translator and of the decoder is the sum of the products that it opens to", () => {
  for (const name of ["the translator", "the encoder and decoder of a lesson"])
    for (const line of runs[name].words.keys())
      for (const { logit, figure } of runs[name].shares(line)) near(figure().value, logit, 1e-4);
});

test("a head that is off in any source brings nothing, and the other heads of its layer what they brought", () => {
  for (const [name, source] of Object.entries(sources))
    for (const [layer, { lines, heads }] of runs[name].layers.entries()) {
      const off = source.run([{ layer, head: heads - 1 }]);
      for (let line = lines[0]; line < lines[1]; line++)
        for (let head = 0; head < heads; head++) {
          const [now, before] = [off, runs[name]].map((run) => broughtBy(run, layer, head, line));
          assert.deepEqual(now, head === heads - 1 ? new Float64Array(now.length) : before, `${name} ${layer} ${head}`);
        }
    }
});

/** The number that a part stands for, by the run. */
function numberBehind(run, word, [kind, a, b, c]) {
  if (kind === "curve") return numberOf(run, { layer: a, head: b }, word, c);
  if (kind === "share") return run.shares(word)[a].share;
  if (kind === "row") return norm(rowIn(run.rows(a), word));
  if (kind === "stop") return norm(broughtBy(run, a, b, word)) / norm(rowIn(run.rows(a), word));
  return norm(rowIn(run.net(a), word - run.layers[a].lines[0])) / norm(rowIn(run.rows(a + 1), word));
}

for (const [name, source] of Object.entries(sources))
  test(`by keyboard each part of a line is reached, says its number, and opens: ${name}`, async () => {
    const { host, machine, opened, part, press, at } = await machineOf(source);
    const { run, word } = machine;
    part(`word ${word}`).focus();
    const way = [];
    for (let key = ""; key !== at(); press("ArrowRight")) way.push((key = at()));
    const parts = [...host.querySelectorAll(".picture [data-part][role]")].map(({ dataset }) => dataset.part);
    const onLine = parts.filter((key) => !key.startsWith("word") || key === `word ${word}`);
    assert.deepEqual([...way].sort(), onLine.sort());
    for (const key of way) {
      const [kind, ...numbers] = key.split(" ").map((one, place) => (place === 0 ? one : Number(one)));
      if (kind === "word" || kind === "head") continue;
      const value = numberBehind(run, word, [kind, ...numbers]);
      const label = part(key).getAttribute("aria-label");
      const written = kind === "row" ? String(run.rows(numbers[0]).shape[1]) : room.percent(value);
      assert.ok(label.includes(written), `${label} has not ${written}`);
      if (kind === "stop") continue;
      part(key).focus();
      press("Enter");
      const { what } = opened.at(-1);
      const [{ kept }, { matrix, head, row, column }] = isCellOf(what) ? what : [{ kept: {} }, {}];
      const shown = isCellOf(what)
        ? kept[matrix].data[(head * kept[matrix].shape.at(-2) + row) * kept[matrix].shape.at(-1) + column]
        : what.value;
      near(shown, value, 1e-5);
    }
    host.remove();
  });

for (const [name, source] of Object.entries(sources))
  test(`a reader's voice is told each step of a whole walk: ${name}`, async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const { host, machine, click } = await machineOf(source);
    const voice = host.querySelector("[aria-live]");
    const steps = room.stepsOf(machine.run, machine.word);
    for (const step of steps) {
      click(host.querySelector("[data-walk=next]"));
      mock.timers.tick(1000);
      const text = room.stepText(machine.run, step, machine.word, []);
      assert.equal(voice.textContent.toLowerCase(), text.toLowerCase());
    }
    assert.ok(host.querySelector("[data-walk=next]").disabled);
    mock.timers.reset();
    host.remove();
  });

test("on a phone the machine is upright and draws 17 words; of more, those round the followed one", async () => {
  const widths = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "clientWidth");
  for (const [width, name, alone] of [
    [328, "three layers of four heads", 17],
    [358, "the letter model", 12],
    [358, "the encoder and decoder of a lesson", 10],
    [358, "the translator", 18],
  ]) {
    Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => width });
    const { host, machine, part } = await machineOf(sources[name]);
    assert.ok(host.querySelector(".picture.upright"), name);
    const { length } = machine.run.words;
    assert.equal(host.querySelectorAll(".word[aria-pressed]").length, Math.min(alone, length), name);
    assert.ok(part(`word ${machine.word}`), name);
    const [, , across] = host.querySelector(".picture").getAttribute("viewBox").split(" ").map(Number);
    assert.equal(across, width);
    host.remove();
  }
  Object.defineProperty(HTMLElement.prototype, "clientWidth", widths ?? { configurable: true, value: 0 });
});

test("a first drawing takes turns: no turn makes more than a quarter of its shapes", async () => {
  const words = LONG.slice(0, 20);
  const source = drawnSource(heed, { words, layers: looks(4, 12), width: 48, says: "next" });
  const { createElementNS } = document;
  const turns = [0];
  // Whoever asks for the time finds that the time of a turn is over.
  const asked = mock.method(performance, "now", () => 1000 * turns.push(0));
  document.createElementNS = function (...given) {
    turns[turns.length - 1]++;
    return createElementNS.apply(this, given);
  };
  const { host } = await machineOf(source);
  asked.mock.restore();
  delete document.createElementNS;
  const shapes = host.querySelectorAll(".picture *").length;
  assert.ok(shapes > 1000 && Math.max(...turns) < shapes / 4, `${Math.max(...turns)} of ${shapes}`);
  host.remove();
});

test("only the last run that was asked for is shown", async () => {
  const waiting = [];
  const source = { run: () => new Promise((resolve) => waiting.push(resolve)) };
  const host = document.createElement("div");
  const machine = new Machine(host, source, { open: () => {} });
  const again = machine.show();
  const [first, second] = ["two looks", "three layers of four heads"].map((name) => runs[name]);
  waiting[1](second);
  await again;
  waiting[0](first);
  await Promise.resolve();
  assert.equal(machine.run, second);
});

test("the script, the style, and the texts of the room have 20 KB compressed", async () => {
  const folder = new URL("../../web/site/rooms/machine/", import.meta.url).pathname;
  // Other rooms are not counted.
  const others = ({ path: name, kind }) =>
    kind === "entry-point" || /^\.\/[\w-]+\.js$/.test(name)
      ? undefined
      : { path: name, external: true, sideEffects: false };
  const { outputFiles } = await build({
    entryPoints: [`${folder}index.ts`, `${folder}machine.css`],
    outdir: folder,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    plugins: [{ name: "others", setup: ({ onResolve }) => onResolve({ filter: /./ }, others) }],
  });
  const texts = ["en", "de"].map((language) =>
    JSON.stringify(JSON.parse(readFileSync(`${folder}texts/${language}.json`, "utf8"))),
  );
  const size = gzipSync([...outputFiles.map(({ text }) => text), ...texts].join(""), { level: 9 }).length;
  assert.ok(size <= 20 * 1024, `${size} bytes`);
});
