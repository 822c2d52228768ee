import { moveAttention, optionContext, placeAttention } from "./attention.js";
import { BufferSession, optionPlaces, pairGradientPlaces, type BufferPlace } from "./buffer-session.js";
import type { AttentionBackwardCall, AttentionCall, AttentionSizes } from "./core.js";
import { moveAttentionBackward, placeAttentionBackward } from "./gradient-call.js";
import { PAIR_GRADIENTS } from "./gradient-options.js";
import { positive, readFlag } from "./layer.js";
import { Layout, type Memory } from "./memory.js";
import { PAIR_MATRICES, SCORE_OPTIONS } from "./options.js";
import { resolveOptions, type ResolvedOptions } from "./resolve-options.js";
import { secureOptions, writeOptions } from "./score-call.js";
import { checkNames, checkObject } from "./sentences.js";

const WHERE = "heed.session";
const SIZES = ["batch", "heads", "kvHeads", "queries", "keys", "dim", "valueDim"];
const OPTIONS = [...SIZES, "backward", ...SCORE_OPTIONS];

export function session(memory: Memory, options: unknown): BufferSession {
  checkObject(WHERE, "options", options);
  checkNames(WHERE, "option", options, OPTIONS);
  const given = options as Record<string, unknown>;
  const sizes = readSizes(given);
  const backward = readFlag(WHERE, "backward", given.backward);
  const keepable = backward ? [...PAIR_MATRICES, ...PAIR_GRADIENTS] : PAIR_MATRICES;
  const resolved = resolveOptions(WHERE, options, OPTIONS, { ...optionContext(sizes, 4), keepable });
  return open(memory, sizes, resolved, backward);
}

function readSizes(options: Record<string, unknown>): AttentionSizes {
  const size = (name: string, otherwise?: number): number => positive(WHERE, name, options[name], otherwise);
  const heads = size("heads", 1);
  const dim = size("dim");
  const sizes = {
    batch: size("batch", 1),
    heads,
    kvHeads: size("kvHeads", heads),
    queries: size("queries"),
    keys: size("keys"),
    dim,
    valueDim: size("valueDim", dim),
  };
  if (heads % sizes.kvHeads === 0) return sizes;
  throw new RangeError(
    `${WHERE}: heads must be a multiple of kvHeads (grouped heads); heads is ${heads}, kvHeads is ${sizes.kvHeads}.`,
  );
}

/** Makes the block: places, addresses, views, and what the options brought written into it. */
function open(memory: Memory, sizes: AttentionSizes, options: ResolvedOptions, backward: boolean): BufferSession {
  const layout = new Layout();
  const call = placeAttention(layout, sizes, options);
  const gradients = backward ? placeGradients(layout, call, options) : undefined;
  secureOptions(memory.core, options);
  const address = memory.allocate(WHERE, layout.size);
  moveAttention(call, address);
  if (gradients) moveAttentionBackward(gradients, address);
  const makePlan = () => memory.plan(WHERE, memory.core.keepAttention(call), memory.core.runAttention);
  const makeBackward =
    gradients &&
    (() => memory.plan(WHERE, memory.core.keepAttentionBackward(gradients), memory.core.runAttentionBackward));
  const made = new BufferSession(
    WHERE,
    memory,
    layout.size,
    address,
    makePlan,
    placesOf(call, gradients, options),
    makeBackward,
  );
  writeOptions(memory.core, call.options, options);
  return made;
}

/** Places for what forward leaves and for the gradients. */
function placeGradients(layout: Layout, call: AttentionCall, options: ResolvedOptions): AttentionBackwardCall {
  const rows = call.batch * call.heads * call.queries;
  call.rowMax = layout.place(rows * 4);
  call.rowSum = layout.place(rows * 4);
  return placeAttentionBackward(layout, call, options, layout.place(rows * call.valueDim * 4));
}

function placesOf(
  call: AttentionCall,
  gradients: AttentionBackwardCall | undefined,
  options: ResolvedOptions,
): BufferPlace[] {
  const { batch, heads, kvHeads, queries, keys, dim, valueDim } = call;
  const counts = {
    q: batch * heads * queries * dim,
    k: batch * kvHeads * keys * dim,
    v: batch * kvHeads * keys * valueDim,
  };
  const [outputs, pairs] = [batch * heads * queries * valueDim, batch * heads * queries * keys];
  const places: BufferPlace[] = [
    { name: "output", address: call.output, count: outputs },
    ...PAIR_MATRICES.map((name) => ({ name, address: call[name], count: pairs })),
    ...optionPlaces(call.options, options, batch),
  ];
  if (gradients) places.push(...pairGradientPlaces(gradients, outputs, pairs, options));
  for (const name of ["q", "k", "v"] as const) {
    places.push({ name, address: call[name], count: counts[name] });
    if (gradients) places.push({ name: `d${name}`, address: gradients[`d${name}`], count: counts[name] });
  }
  return places;
}
