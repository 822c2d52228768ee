// Cuts a layer. Each group of heads has its own columns of the projections, so a chunk projects and attends for some
// groups. What sums over all heads is left for a second phase, which is cut by rows: the output projection, and the
// gradients of x and the context.
import type { CallTensor, Chunk, ChunkInput } from "../lib/call/index.js";
import {
  countIn,
  extentsOf,
  isWeight,
  windowOf,
  type Cut,
  type LayerSizes,
  type Range,
  type Row,
} from "../lib/rows/index.js";
import { chunkOf } from "./chunks.js";
import type { Phase } from "./job.js";
import { cutLine } from "./split-rows.js";
import { heldWhere, type Plan } from "./plan.js";

/** What several chunks read. */
const isHeld = (row: Row): boolean => isWeight(row) || ["x", "context", "dOutput"].includes(row.name);

export function phasesOfLayer(asked: Plan): Phase[] {
  const plan = { ...asked, heldAs: heldWhere(asked, isHeld) };
  const { read, tensors, results, workers } = plan;
  const { backward, given, options, sizes } = read.call;
  const { batch, heads, kvHeads: groups } = sizes as LayerSizes;
  const repeatsBias = backward && given.bias !== undefined && options.biasHeadStride === 0 && heads > 1;
  const byGroups = groups > 1 && given.queryWeight !== undefined && !repeatsBias;
  if (!backward && batch > 1 && (!byGroups || imbalance(batch, workers) <= imbalance(groups, workers))) {
    return [cutEvenly(plan, batch).map((own) => own.map((range) => wholeLayer(plan, { batch: range })))];
  }
  if (byGroups) return backward ? backwardByGroups(plan) : forwardByGroups(plan);
  return [[[chunkOf(read, tensors, {}, results)]]];
}

/** The largest share that a worker gets, as a multiple of an equal share. */
function imbalance(count: number, workers: number): number {
  return Math.ceil(count / workers) * (workers / count);
}

/** Ranges of equal units, for each worker its own, none with much more work than a chunk should have. */
function cutEvenly({ flops, workers, limits }: Plan, units: number): Range[][] {
  const work = Float64Array.of(0, flops / units);
  const line = { heads: units, rows: 1, work: [work], cutsRows: false };
  return cutLine(line, workers, limits.chunk).map((boxes) => boxes.map(({ heads }) => heads));
}

/** All batches read the same weights. */
function wholeLayer(plan: Plan, cut: Cut): Chunk {
  const { read, tensors, results } = plan;
  return chunkOf(read, tensors, cut, results, heldWhere(plan, isWeight));
}

function cutsOfGroups(plan: Plan): Cut[][] {
  const { heads, kvHeads } = plan.read.call.sizes as LayerSizes;
  const size = heads / kvHeads;
  return cutEvenly(plan, kvHeads).map((own) =>
    own.map(([from, to]) => ({ kvHeads: [from, to], heads: [from * size, to * size] })),
  );
}

// ---- forward

function forwardByGroups(plan: Plan): Phase[] {
  const { read, tensors, results, heldAs } = plan;
  const { outputWeight, outputBias, ...given } = read.call.given;
  if (!outputWeight)
    return [cutsOfGroups(plan).map((own) => own.map((cut) => chunkOf(read, tensors, cut, results, heldAs)))];
  // Without its projection, the output of a layer is its joined heads.
  const inner = { ...read, call: { ...read.call, given, sizes: { ...read.call.sizes, outputDim: 0 } } };
  const unprojected = tensors.filter(({ row }) => row.name !== "outputWeight" && row.name !== "outputBias");
  const { batch, queries, heads: count, valueDim, outputDim } = read.call.sizes as LayerSizes;
  const [rows, depth] = [batch * queries, count * valueDim];
  const joined = results.joined ?? plan.makeFloats(rows * depth);
  const ofHeads = { ...results, output: joined };
  const heads = cutsOfGroups(plan).map((own) => own.map((cut) => chunkOf(inner, unprojected, cut, ofHeads, heldAs)));
  const product = { weight: "outputWeight", bias: "outputBias", from: joined, depth };
  return [heads, cutRows(plan, rows, { name: "output", columns: outputDim, products: [product] })];
}

// ---- backward

function backwardByGroups(plan: Plan): Phase[] {
  const { read, tensors, results, heldAs } = plan;
  const { kind, sizes } = read.call;
  const { batch, modelDim, contextDim } = sizes as LayerSizes;
  const [queries, keys] = [batch * sizes.queries!, batch * sizes.keys!];
  const asked = (name: string, weight: string): [CallTensor, Product] => {
    const row = kind.byName[name]!;
    const from = plan.makeFloats(countIn(row, sizes));
    const [depth] = extentsOf(row, sizes, 2) as [number];
    return [
      { row, count: from.length, offset: 0, result: undefined },
      { weight, from, depth },
    ];
  };
  const [dqRows, ofQueries] = asked("dqRows", "queryWeight");
  const [dkRows, ofKeys] = asked("dkRows", "keyWeight");
  const [dvRows, ofValues] = asked("dvRows", "valueWeight");
  const { dx, dContext, ...others } = results;
  const ofHeads = { ...others, dqRows: ofQueries.from, dkRows: ofKeys.from, dvRows: ofValues.from };
  const heads = cutsOfGroups(plan).map((own) =>
    own.map((cut) => {
      // The gradient of the output's bias has nothing to do with heads, so one chunk computes it.
      const isFirst = cut.kvHeads![0] === 0;
      const taken = tensors.filter(({ row }) => isFirst || !["outputBias", "dOutputBias"].includes(row.name));
      return chunkOf(read, [...taken, dqRows, dkRows, dvRows], cut, ofHeads, heldAs);
    }),
  );
  const ofX = { name: "dx", columns: modelDim };
  const ofContext = { name: "dContext", columns: contextDim, products: [ofKeys, ofValues] };
  if (!dContext) return [heads, cutRows(plan, queries, { ...ofX, products: [ofQueries, ofKeys, ofValues] })];
  return [heads, both(cutRows(plan, queries, { ...ofX, products: [ofQueries] }), cutRows(plan, keys, ofContext))];
}

function both(a: Phase, b: Phase): Phase {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, worker) => [
    ...(a[worker] ?? []),
    ...(b[worker] ?? []),
  ]);
}

// ---- rows

/** from (rows, depth) times weight, or times its transpose. */
interface Product {
  readonly weight: string;
  readonly bias?: string;
  readonly from: Float32Array;
  readonly depth: number;
}

/** A result that is a sum of products. The first may have a bias. */
interface Sum {
  readonly name: string;
  readonly columns: number;
  readonly products: readonly Product[];
}

/** Computes a sum of products by rows. */
function cutRows({ read, results, workers, limits, heldAs }: Plan, rows: number, sum: Sum): Chunk[][] {
  const { name, columns, products } = sum;
  const flops = products.reduce((total, { depth }) => total + 2 * depth * columns, 0);
  const work = Float64Array.from({ length: rows + 1 }, (_, i) => i * flops);
  const { kind, given, sizes, backward } = read.call;
  const outIn = Number((sizes.outIn === 1) !== backward);
  const line = { heads: 1, rows, work: [work], cutsRows: true };
  return cutLine(line, workers, limits.chunk).map((boxes) =>
    boxes.map(({ rows: range }): Chunk => {
      const count = range[1] - range[0];
      const inputs: ChunkInput[] = [];
      const runs = products.map(({ weight, bias, from, depth }, at) => {
        const window = windowOf([depth * columns], []);
        const { data } = given[weight]!;
        inputs.push({ name: `from${at}`, data: from, window: windowOf([rows, depth], [range]) });
        inputs.push({ name: weight, data, window, heldAs: heldAs(kind.byName[weight]!, window) });
        const tensors: Record<string, string> = { x: `from${at}`, weight, output: name };
        if (bias && given[bias]) {
          tensors.bias = bias;
          inputs.push({ name: bias, data: given[bias].data, window: windowOf([columns], []) });
        }
        const words = { rows: count, inputs: depth, outputs: columns, outIn, add: Number(at > 0) };
        return { kind: "linear", words, tensors };
      });
      const window = windowOf([rows, columns], [range]);
      return { inputs, results: [{ name, into: results[name]!, window }], runs, ends: 0 };
    }),
  );
}
