// The links of lessons and of the pages that show heads, without a browser: each comes back, and those of before open.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { cutText, decode, encode, integer, typed, words } = await siteModule("kit/index.ts");
const model = await siteModule("pages/model/state.ts");
const encoder = await siteModule("pages/encoder/state.ts");

const link = ({ FIELDS }, state, language) => encode(FIELDS, state, language);

test("a lesson names the fields whose text it cannot read; a place on the page is none", () => {
  const fields = { seed: integer(1, 0, 9), times: integer(2, 0, 9) };
  const values = { seed: 1, times: 2 };
  assert.deepEqual(decode(fields, "#questions"), { values, refused: [] });
  assert.deepEqual(decode(fields, "#v=1&seed=%E0&times=x&other=1"), { values, refused: ["seed", "times"] });
  assert.deepEqual(decode(fields, "#v=2&seed=3"), { values, refused: ["v"] });
  assert.deepEqual(decode(fields, "#seed=30&lang=de"), { values: { seed: 9, times: 2 }, refused: [] });
});

test("a text that is cut never ends in half an emoji; half an emoji from elsewhere makes a link all the same", () => {
  assert.deepEqual([cutText("ab🦊", 3), cutText("ab🦊", 4), cutText("ab\ud83e", 9)], ["ab", "ab🦊", "ab"]);
  const fields = { text: typed("", 3), words: words(["a"], 2, 3) };
  const { values } = decode(fields, "#v=1&text=ab🦊&words=ab🦊+c");
  assert.deepEqual(values, { text: "ab", words: ["ab", "c"] });
  const half = encode(fields, { text: "\udd8ab", words: ["a"] });
  assert.equal(half, "#v=1&text=%EF%BF%BDb");
});

test("a page that shows what it opens with has no hash, and a chosen language alone needs no version", () => {
  for (const page of [model, encoder]) {
    assert.equal(link(page, page.stateOf("")), "");
    assert.equal(link(page, page.stateOf(""), "de"), "#lang=de");
    assert.deepEqual(page.stateOf("#lang=de"), page.stateOf(""));
  }
});

test("a link of the viewer holds the file, the text in it, and how the heads are shown", () => {
  const hash =
    "#v=1&file=a+b.npz&part=1&text=2&read=turned&sort=entropy&layers=1-2&pool=mean&domain=one&head=1.2&view=arcs" +
    "&colours=log&with=0.1&of=c.npz";
  const state = model.stateOf(hash);
  assert.deepEqual(state, {
    ...model.START,
    file: "a b.npz",
    part: 1,
    text: 2,
    reading: "turned",
    sort: "entropy",
    layers: [1, 2],
    pool: "mean",
    domain: "one",
    head: { layer: 1, head: 2 },
    view: "arcs",
    colours: "log",
    other: { layer: 0, head: 1 },
    otherFile: "c.npz",
  });
  assert.equal(link(model, state), hash);
});

test("a link of the encoder holds the sentence; its head may also be named L0H3", () => {
  const state = encoder.stateOf("#v=1&text=The+robot+slept.&lang=de&piece=4&head=L0H3&with=1.0&of=She+left.");
  assert.equal(link(encoder, state, "de"), "#v=1&lang=de&text=The+robot+slept.&piece=4&head=0.3&with=1.0&of=She+left.");
  assert.equal(encoder.stateOf("#v=1&text=").text, "", "an empty sentence stays empty");
  assert.deepEqual(encoder.stateOf("#head=9.9").head, { layer: 1, head: 1 }, "a head is always open");
});

test("what does not fit is left out, and nothing is compared with no head", () => {
  const broken = "#v=1&part=-1&text=x&read=up&sort=evil&layers=9-2&head=1-2&view=<script>&with=0.1&of=c.npz&=1&%E0=%E0";
  assert.deepEqual(model.stateOf(broken), model.START);
  assert.deepEqual(model.stateOf("#v=2&head=1.2"), model.START);
  assert.equal(model.stateOf(`#v=1&file=${"a".repeat(999)}`).file.length, 200);
});
