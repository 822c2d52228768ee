// Runs for the tests of the machine: small models with drawn weights, computed by the core.
import { feedForward, layerNorm } from "../../dist/layers.js";
import { seededRandom } from "../../dist/train.js";
import { siteModule } from "./runs.mjs";

const KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"];
const sum = (a, b) => ({ data: a.data.map((value, at) => value + b.data[at]), shape: a.shape });
const part = ({ data, shape }, [from, to]) => ({
  data: data.slice(from * shape[1], to * shape[1]),
  shape: [to - from, shape[1]],
});

/**
 * A source of runs. Each layer looks from its `lines` at what it has `seen`; left out, both are all words.
 * @param {any} heed
 * @param {{ words: string[], layers: { lines?: number[], seen?: number[], heads?: number, net?: boolean,
 *   look?: "all" | "back" | "ahead", title?: string }[], width?: number, says?: string, seed?: number }} given
 */
export function drawnSource(heed, { words, layers, width = 16, says = "means", seed = 1 }) {
  const numbers = seededRandom(seed);
  const draw = (rows, columns, size = 1.4) => ({
    data: Float32Array.from({ length: rows * columns }, () => (size * numbers.normal()) / Math.sqrt(rows)),
    shape: [rows, columns],
  });
  const all = [0, words.length];
  const first = draw(words.length, width, Math.sqrt(words.length));
  const made = layers.map(({ lines = all, seen = lines, heads = 1, net = true, look = "all", title }) => ({
    ...{ lines, seen, heads, net, look, title },
    weights: Object.fromEntries(
      ["query", "key", "value", "output"].map((name) => [
        `${name}Weight`,
        draw(width, width, name === "query" ? 3 : 1.4),
      ]),
    ),
    inner: { hidden: { weight: draw(width, 2 * width) }, output: { weight: draw(2 * width, width) } },
  }));
  const table = draw(words.length, width, 4);
  return { run: (off) => runOf(heed, { words, says, made, first, table, off }) };
}

function runOf(heed, { words, says, made, first, table, off }) {
  const rows = [first];
  const looks = [];
  const nets = [];
  for (const [layer, { lines, seen, heads, net, look, weights, inner }] of made.entries()) {
    const x = layerNorm(heed, part(rows.at(-1), lines));
    const context = seen === lines ? undefined : layerNorm(heed, part(rows.at(-1), seen));
    const isOff = (head) => off.some((place) => place.layer === layer && place.head === head);
    const call = { ...weights, heads, outputWeight: without(weights.outputWeight, heads, isOff) };
    const options = { mask: maskOf(look, lines[1] - lines[0], seen[1] - seen[0]) };
    const kept = heed.selfAttention(x, { ...call, ...options, ...(context && { context }), keep: KEEP });
    const tokens = words.slice(...lines);
    const keyTokens = context && words.slice(...seen);
    looks.push({ tokens, keyTokens, x, context, weights: call, options, kept, flavour: heed.flavour });
    const looked = sum(part(rows.at(-1), lines), kept.output);
    nets.push(net ? feedForward(heed, layerNorm(heed, looked), { ...inner, activation: "relu" }) : undefined);
    const after = { data: rows.at(-1).data.slice(), shape: first.shape };
    after.data.set((net ? sum(looked, nets.at(-1)) : looked).data, lines[0] * first.shape[1]);
    rows.push(after);
  }
  return {
    words,
    says,
    layers: made.map(({ lines, seen, heads, net, title }) => ({ lines, seen, heads, net, ...(title && { title }) })),
    rows: (depth) => rows[depth],
    look: (layer) => looks[layer],
    net: (layer) => nets[layer],
    shares: (line) => sharesOf(words, rows.at(-1), table, line),
  };
}

/** The part of the output weight that a head goes through is 0. */
function without({ data, shape }, heads, isOff) {
  const size = data.length / heads;
  return { data: data.map((value, at) => (isOff(Math.floor(at / size)) ? 0 : value)), shape };
}

function maskOf(look, rows, columns) {
  if (look === "all") return undefined;
  const may = (at) =>
    look === "back" ? at % columns <= Math.floor(at / columns) : at % columns >= Math.floor(at / columns);
  return { data: Array.from({ length: rows * columns }, (_, at) => may(at)), shape: [rows, columns] };
}

function sharesOf(words, rows, table, line) {
  const width = rows.shape[1];
  const logits = words.map((_, word) => {
    let logit = 0;
    for (let at = 0; at < width; at++) logit += (rows.data[line * width + at] * table.data[word * width + at]) / width;
    return logit;
  });
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  const total = powers.reduce((all, one) => all + one, 0);
  return powers
    .map((power, at) => ({ word: words[at], share: power / total, logit: logits[at] }))
    .sort((a, b) => b.share - a.share);
}

/** The letter model after no step, its weights four times as large, and the beginning of a line. */
export async function letterReading(heed, variant) {
  const { openNet } = await siteModule("pages/small-model/net.ts");
  const letters = [..." abcdefgh\n"];
  const ids = [1, 4, 0, 8, 5, 7, 9, 2, 2, 1, 0, 3];
  const net = openNet(heed, { variant, vocab: letters.length, batch: 1, tokens: ids.length, seed: 3 });
  for (const { value, shape } of net.parameters)
    if (shape.length > 1) for (let at = 0; at < value.length; at++) value[at] *= 4;
  net.embedding.x.set(ids);
  net.run();
  const logits = net.head.output.slice();
  // A line of the lesson is longer than what is shown of it, so it has more places.
  const { TOKENS } = await siteModule("pages/small-model/plan.ts");
  const numbers = net.parameters.flatMap(({ value, shape }) => [
    ...value,
    ...(shape[0] === ids.length ? new Float32Array((TOKENS - ids.length) * shape[1]) : []),
  ]);
  net.dispose();
  return { reading: { ids, numbers: Float32Array.from(numbers) }, variant, letters, logits };
}

/** The translator after some steps, and a sentence that no step trains on. */
export async function translatedPair(heed, steps = 20) {
  const { openAlignment, TASKS } = await siteModule("pages/alignment/training.ts");
  const { heldOutPairs } = await siteModule("pages/alignment/net.ts");
  const { task } = TASKS.german;
  const training = openAlignment(heed, { name: "german", seed: 1 });
  let snapshot = training.about;
  for (let step = 0; step < steps; step++) snapshot = training.step().snapshot ?? snapshot;
  training.dispose();
  const { parameters, grades } = snapshot;
  const pair = heldOutPairs(task, 100).find(({ source, target }) => source.length + target.length > 20);
  return { task, pair, parameters, grades };
}
