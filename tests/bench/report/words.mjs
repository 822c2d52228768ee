// What the tables say, as sentences for the README and the page of speed. They are written with the tables, so they
// cannot say anything else.

/** What a star means. */
export const STAR = "\\* Other work disturbed the figure.";

const times = (value) => (value >= 9.95 ? value.toFixed(0) : value.toFixed(1));

/** "2.9 to 3.8", or one number where both would read the same. */
function range(values) {
  const [least, most] = [times(Math.min(...values)), times(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
}

const list = (parts) => (parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);

const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const count = (number) => COUNTS[number] ?? String(number);

const peersOf = ({ contenders }) => contenders.filter(({ kind }) => kind === "peer");

/** The heading of the column with the fastest of the other wasm libraries: "fastest of four others". */
export const bestOfPeers = (run) => `fastest of ${count(peersOf(run).length)} others`;

/** Who they are. */
export const namesOfPeers = (run) => list(peersOf(run).map(({ label }) => label));

/**
 * Shapes of which a sentence speaks together.
 * @type {[string, (shape: import("../../../web/measure/shapes.mjs").Shape) => boolean][]}
 */
const GROUPS = [
  ["without a mask (512 tokens or more)", ({ kind, causal, queries }) => kind !== "layer" && !causal && queries >= 512],
  ["with a causal mask", ({ kind, causal, queries }) => kind !== "layer" && causal && queries >= 512],
  ["for the layer", ({ kind }) => kind === "layer"],
];
const isPlain = ({ queries, keys, keep, backward }) => queries === keys && !keep && !backward;

/** For each group how many times as fast `one` is as `other`. Disturbed rows count where no other is there. */
function ratios(rows, figureOf) {
  return GROUPS.flatMap(([words, belongs]) => {
    const found = rows
      .filter(({ shape }) => isPlain(shape) && belongs(shape))
      .map((row) => figureOf(row))
      .filter(([one, other]) => one?.ms > 0 && other?.ms > 0);
    const quiet = found.filter((pair) => !pair.some(({ disturbed }) => disturbed));
    const counted = quiet.length > 0 ? quiet : found;
    if (counted.length === 0) return [];
    const note = quiet.length > 0 ? "" : " (other work disturbed it)";
    return [{ words, text: range(counted.map(([one, other]) => other.ms / one.ms)), note }];
  });
}

/** "2.9 to 3.8 times as fast as X without a mask, 0.9 to 1.7 times as fast with a causal mask" */
const compared = (found, other) =>
  list(found.map(({ words, text, note }, at) => `${text} times as fast${at ? "" : ` as ${other}`} ${words}${note}`));

/** How native onnxruntime-node compares with heed on one thread; "" where the run does not have it. */
export function nativeWords({ contenders, rows }) {
  const parts = contenders
    .filter(({ kind }) => kind === "heed")
    .map(({ name, label }) => ({
      label,
      found: ratios(rows, ({ figures }) => [figures["ort-node"]?.call, figures[name]?.call]),
    }))
    .filter(({ found }) => found.length > 0);
  if (parts.length === 0) return "";
  const [first, ...others] = parts;
  return [
    `On one thread, native onnxruntime-node is ${compared(first.found, first.label)}.`,
    ...others.map(({ label, found }) => `It is ${compared(found, label)}.`),
  ].join(" ");
}

/** How the plain call and heed/workers compare with onnxruntime-web on as many threads as there are workers. */
export function threadsWords({ engine, workers, rows }) {
  const between = (one, other) => ratios(rows, ({ figures }) => [figures[one], figures[other]]);
  const [alone, pool] = [between("onnxruntime", "here"), between(`workers-${workers}`, "onnxruntime")];
  if (alone.length === 0 || pool.length === 0) return "";
  const threads = `onnxruntime-web on ${count(workers)} threads`;
  return (
    `In ${engine.split(" ")[0]}, ${threads} is ${compared(alone, "heed on one thread")}. ` +
    `heed/workers with ${count(workers)} workers is ${compared(pool, threads)}.`
  );
}

/** How heed compares with LiteRT.js, on one thread and on two; "" where the run does not have it. */
export function liteRtWords(run) {
  const { engine, contenders, rows } = run;
  const between = (one, other) => ratios(rows, ({ figures }) => [figures[one]?.call, figures[other]?.call]);
  const alone = contenders
    .filter(({ kind }) => kind === "heed")
    .map(({ name, label }) => ({ label, found: between(name, "litert") }))
    .filter(({ found }) => found.length > 0);
  if (alone.length === 0) return "";
  const pool = between("heed-workers-2", "litert-2");
  return [
    ...alone.map(({ label, found }) => `In ${engine.split(" ")[0]}, ${label} is ${compared(found, "LiteRT.js")}.`),
    ...(pool.length > 0 ? [`heed/workers with two workers is ${compared(pool, "LiteRT.js on two threads")}.`] : []),
  ].join(" ");
}
