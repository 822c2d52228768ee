// What follows from sizes, options and inputs of a call, whatever the inputs hold: its place in memory, its table, its
// parts and the shapes of its results. A call that is like an earlier one takes over its plan.
import type { ReadTensor } from "../read/index.js";
import { isResult, sizesIn, type Cut, type Kind } from "../rows/index.js";
import { layOut, writeTable, type Layout, type PlacedTensor } from "./block.js";
import { tableOf, type Call, type ReadCall } from "./call.js";
import type { CallTable } from "./core.js";
import { partsOf } from "./head-parts.js";
import type { Memory } from "./memory.js";
import { seenResult } from "./results.js";

/** The tensors that a call was given, and their names. */
export interface Inputs {
  readonly names: readonly string[];
  readonly tensors: ReadTensor[];
}

export interface Plan {
  readonly table: CallTable;
  readonly layout: Layout;
  /** undefined for a call that is computed at once. */
  readonly parts: readonly Cut[] | undefined;
  /** Where the inputs lie, in their order. */
  readonly inputs: readonly PlacedTensor[];
  readonly results: readonly PlannedResult[];
  /** The words of the table, for a block that begins at `block`. */
  words: Int32Array | undefined;
  block: number;
}

export interface PlannedResult extends PlacedTensor {
  readonly name: string;
  readonly shape: readonly number[];
}

/** A plan, and what it follows from. It holds no numbers of the caller's. */
export interface KnownPlan extends Plan {
  readonly kind: Kind;
  readonly backward: boolean;
  readonly sizes: readonly number[];
  readonly options: readonly number[];
  /** The options as they were said: the same object has the same numbers. */
  readonly said: Call["options"];
  readonly keep: readonly string[];
  readonly names: readonly string[];
  readonly shapes: readonly (readonly number[])[];
}

/** The plans of each memory, the newest first. */
const known = new WeakMap<Memory, KnownPlan[]>();
/** How many are kept. */
const KEPT = 8;

export function planOf(memory: Memory, read: ReadCall, inputs: Inputs): Plan {
  let plans = known.get(memory.whole);
  if (plans === undefined) known.set(memory.whole, (plans = []));
  for (let i = 0; i < plans.length; i++) if (isLike(plans[i]!, read, inputs)) return plans[i]!;
  const plan = makePlan(memory, read, inputs);
  plans.unshift(plan);
  if (plans.length > KEPT) plans.pop();
  return plan;
}

function isLike(plan: KnownPlan, { call }: ReadCall, { names, tensors }: Inputs): boolean {
  if (plan.kind !== call.kind || plan.backward !== call.backward) return false;
  if (!hasNumbers(plan.sizes, call.sizes)) return false;
  if (plan.said !== call.options && !hasNumbers(plan.options, call.options)) return false;
  if (!isSame(plan.keep, call.keep) || !isSame(plan.names, names)) return false;
  for (let i = 0; i < tensors.length; i++) if (!isSame(plan.shapes[i]!, tensors[i]!.shape)) return false;
  return true;
}

/** Engines read properties fastest in the order in which they visit them. A scale of -0 is not one of 0. */
function hasNumbers(numbers: readonly number[], words: Readonly<Record<string, number>>): boolean {
  let at = 0;
  for (const name in words) if (!Object.is(words[name], numbers[at++])) return false;
  return true;
}

function isSame<Item>(items: readonly Item[], others: readonly Item[]): boolean {
  if (items.length !== others.length) return false;
  for (let i = 0; i < items.length; i++) if (items[i] !== others[i]) return false;
  return true;
}

function makePlan(memory: Memory, read: ReadCall, { names, tensors }: Inputs): KnownPlan {
  const { call } = read;
  const { kind, backward, sizes, options, keep } = call;
  const parts = partsOf(call);
  const layout = layOut(call, memory.tableBytes, parts && sizesIn(sizes, parts[0]!));
  return {
    table: memory.table(tableOf(call)),
    layout,
    parts,
    inputs: names.map((name) => layout.tensors.find(({ row }) => row.name === name)!),
    results: layout.tensors
      .filter(({ row }) => isResult(row))
      .map((tensor) => ({ ...tensor, ...seenResult(read, tensor) })),
    words: undefined,
    block: 0,
    kind,
    backward,
    sizes: Object.values(sizes),
    options: Object.values(options),
    said: options,
    keep,
    names,
    shapes: tensors.map(({ shape }) => Array.from(shape)),
  };
}

/** Writes the table of a call into the block that begins at this address. */
export function writePlanned({ core }: Memory, plan: Plan, block: number, { call }: ReadCall): void {
  if (plan.words !== undefined && plan.block === block) {
    core.HEAP32.set(plan.words, block / 4);
    return;
  }
  writeTable(core, plan.table, block, call, plan.layout);
  plan.words = core.HEAP32.slice(block / 4, block / 4 + plan.table.length);
  plan.block = block;
}
