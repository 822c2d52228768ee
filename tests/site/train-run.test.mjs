// What trains for the page: a long text, a stop at any step, and a rate under which everything becomes NaN.
import assert from "node:assert/strict";
import test from "node:test";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { openWorkers } from "../../dist/workers.js";
import { heed, siteModule } from "./runs.mjs";

const { Run } = await siteModule("pages/train/training-session.ts");
const { leastLetters, SMALL } = await siteModule("pages/train/messages.ts");
const TINY = { ...SMALL, dim: 16, heads: 2, tokens: 16, batch: 4, steps: 60 };

/** All that a page asks of a step. */
function expectUsable(run, step) {
  run.keep();
  const moment = { step, off: [1] };
  const seen = run.see(moment);
  assert.ok(Number.isFinite(seen.heldOut) && seen.sample.length > 0);
  const written = run.write({ step, off: [] }, "The ", 0.8, 1, 40);
  assert.equal(written.length, 40);
  for (const at of [0, 39]) {
    const { tokens, layers } = run.attended({ step, off: [] }, at);
    assert.ok(tokens.length > 0 && tokens.length <= TINY.tokens);
    const [row] = [layers[0].kept.weights.data.slice(-tokens.length)];
    assert.ok(Math.abs(row.reduce((sum, one) => sum + one, 0) - 1) < 1e-5);
  }
  assert.equal(run.save(moment).config.n_embd, TINY.dim);
}

test("a text of 10 MB is learned", async () => {
  const piece = novelPiece();
  const text = piece.repeat(Math.ceil(1e7 / piece.length));
  const run = new Run(heed, text, TINY);
  assert.ok(run.opened.learned + run.opened.heldOut >= 1e7);
  const { loss } = await run.advance(0, 1);
  assert.ok(Number.isFinite(loss));
  expectUsable(run, 1);
  run.dispose();
});

test("a model can be used after any step at which a training was stopped", async () => {
  const run = new Run(heed, novelPiece(), TINY);
  expectUsable(run, 0);
  for (const step of [1, 2, 7]) {
    while ((await run.advance(0, step)).step < step);
    expectUsable(run, step);
  }
  run.dispose();
});

test("a rate that is far too high says so in its losses, and the step before can be used", async () => {
  const run = new Run(heed, novelPiece(), { ...TINY, learningRate: 1e30 });
  run.keep();
  let loss = 0;
  for (let step = 1; step <= 5; step++) ({ loss } = await run.advance(0, step));
  assert.ok(!(loss < 10), `${loss}`);
  assert.ok(Number.isFinite(run.see({ step: 0, off: [] }).heldOut));
  run.keep();
  assert.equal(run.see({ step: 5, off: [] }).sample, "");
  run.dispose();
});

test("what each head saw is what the model drew from: the same row of weights as in its own pass", () => {
  const run = new Run(heed, novelPiece(), TINY);
  run.keep();
  run.write({ step: 0, off: [] }, "Call me ", 0.8, 1, 40);
  const short = run.attended({ step: 0, off: [] }, 0);
  assert.equal(short.tokens.join(""), "Call me ");
  const later = run.attended({ step: 0, off: [] }, 3);
  assert.equal(later.tokens.length, 11);
  // A full line begins again with its last half.
  const [full, next] = [8, 9].map((at) => run.attended({ step: 0, off: [] }, at).tokens);
  assert.deepEqual([full.length, next.length], [TINY.tokens, TINY.tokens / 2]);
  assert.equal(full.slice(-7).join(""), next.slice(0, 7).join(""));
  run.dispose();
});

test("a large model is computed in two parts, and workers change no bit", async () => {
  const settings = { ...TINY, layers: 4, dim: 64 };
  const workers = await openWorkers({ workers: 2, flavour: heed.flavour });
  const losses = [];
  for (const pool of [undefined, workers]) {
    const run = new Run(heed, novelPiece(), settings, pool);
    losses.push((await run.advance(Infinity, 12)).loss);
    run.dispose();
  }
  await workers.dispose();
  assert.equal(losses[0], losses[1]);
});

test("the shortest text that the page takes is learned, whatever the line, and one letter less is not", async () => {
  const settings = { ...TINY, tokens: 256, steps: 2 };
  const piece = novelPiece();
  const least = leastLetters(settings);
  const run = new Run(heed, piece.slice(0, least), settings);
  await run.advance(0, 1);
  run.keep();
  assert.ok(Number.isFinite(run.see({ step: 1, off: [] }).heldOut));
  run.dispose();
  const shorter = new Run(heed, piece.slice(0, least - 1), settings);
  await assert.rejects(shorter.advance(0, 1), RangeError);
  shorter.dispose();
});

test("the loss by letters seen is that of each place in the line: its mean is the held-out loss", async () => {
  const run = new Run(heed, "abc def ghi\n".repeat(60), { ...TINY, steps: 40 });
  await run.advance(Infinity, 40);
  run.keep();
  const moment = { step: 40, off: [] };
  const places = run.places(moment);
  assert.deepEqual(
    places.map(({ from, to }) => [from, to]),
    [1, 2, 3, 6, 11].map((from, at) => [from, [1, 2, 5, 10, 16][at]]),
  );
  const mean = places.reduce((sum, { from, to, loss }) => sum + (to - from + 1) * loss, 0) / TINY.tokens;
  // These are other pieces, ten times as many, over the same held-out text.
  assert.ok(Math.abs(mean - run.see(moment).heldOut) < 0.1, `${mean}`);
  assert.ok(places[0].loss > places.at(-1).loss);
  run.dispose();
});

test("a head's weight on the last space is counted where a space was seen, beside what an even head has", async () => {
  // The held-out text is so short that all of its lines are the one whose weights are kept.
  const text = "Anna Berta\nCarlotta ".repeat(21);
  const settings = { ...TINY, tokens: 64, learningRate: 0.05 };
  const run = new Run(heed, text, settings);
  await run.advance(Infinity, 40);
  run.keep();
  const { heads, weights } = run.see({ step: 40, off: [] });
  const { line } = run.opened;
  for (const [head, { lastSpace, evenSpace }] of heads.entries()) {
    const rows = Array.from({ length: 56 }, (_, row) => row + 8).filter((i) =>
      /[ \n]/.test(line.slice(0, i + 1).join("")),
    );
    const last = (i) => line.findLastIndex((letter, at) => at <= i && " \n".includes(letter));
    const mean = (of) => rows.reduce((sum, i) => sum + of(i), 0) / rows.length;
    assert.ok(Math.abs(lastSpace - mean((i) => weights[(head * 64 + i) * 64 + last(i)])) < 1e-6);
    assert.ok(Math.abs(evenSpace - mean((i) => 1 / (i + 1))) < 1e-9);
    assert.ok(Math.abs(lastSpace - evenSpace) > 0.001, "a head that has learned nothing shows nothing");
  }
  run.dispose();
  const without = new Run(heed, "abc".repeat(400), TINY);
  without.keep();
  for (const { lastSpace, evenSpace } of without.see({ step: 0, off: [] }).heads)
    assert.deepEqual([lastSpace, evenSpace], [0, 0]);
  without.dispose();
});

test("saved weights open in a run that has learned nothing, and it is the same model", async () => {
  const run = new Run(heed, novelPiece(), TINY);
  await run.advance(Infinity, 20);
  run.keep();
  const { weights } = run.save({ step: 20, off: [] });
  const opened = new Run(heed, novelPiece(), { ...TINY, seed: 2 });
  opened.open(weights);
  opened.keep();
  const [was, is] = [run.see({ step: 20, off: [] }), opened.see({ step: 0, off: [] })];
  assert.equal(is.heldOut, was.heldOut);
  assert.equal(is.sample, was.sample);
  for (const one of [run, opened]) one.dispose();
});
