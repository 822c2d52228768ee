// Computes a call: lays it out in the shared block, and for each of its parts copies in, runs and copies out.
import type { Tensor } from "../api/index.js";
import { makeFloats, type ReadTensor } from "../read/index.js";
import { windowIn, type Cut } from "../rows/index.js";
import {
  checkedLength,
  copyIn,
  copyWindowIn,
  copyWindowOut,
  floatsAt,
  liesWhole,
  numberBytes,
  outside,
  ownShape,
  productOf,
  writeWords,
} from "./block.js";
import type { Call, ReadCall } from "./call.js";
import type { Core } from "./core.js";
import { openedCore } from "./disposal.js";
import type { Memory } from "./memory.js";
import { planOf, writePlanned, type Inputs, type Plan } from "./plan.js";
import { resultOf } from "./results.js";

/** A call in the block. */
interface Work {
  readonly core: Core;
  readonly block: number;
  readonly read: ReadCall;
  readonly plan: Plan;
  readonly inputs: readonly ReadTensor[];
}

export function compute(memory: Memory, read: ReadCall): Record<string, Tensor> {
  const { where, call } = read;
  const core = openedCore(memory, where);
  const inputs = inputsOf(where, call);
  const plan = planOf(memory, read, inputs);
  const { layout, parts } = plan;
  // From here on no code of the caller runs. Inputs that lie in wasm memory are copied before it grows.
  if (parts || !memory.hasRoom(layout.bytes)) moveOutside(core, inputs.tensors);
  const block = memory.reserve(where, layout.bytes);
  try {
    writePlanned(memory, plan, block, read);
    const work = { core, block, read, plan, inputs: inputs.tensors };
    return parts ? computeParts(memory, work, parts) : computeWhole(memory, work);
  } finally {
    memory.settle();
  }
}

/** What the caller gives. Its numbers may have changed while other arguments were read, but not how many they are. */
function inputsOf(where: string, { given }: Call): Inputs {
  const names: string[] = [];
  const tensors: ReadTensor[] = [];
  for (const name in given) {
    const tensor = given[name];
    if (!tensor) continue;
    checkedLength(where, name, tensor);
    names.push(name);
    tensors.push(tensor);
  }
  return { names, tensors };
}

function moveOutside(core: Core, tensors: ReadTensor[]): void {
  for (let i = 0; i < tensors.length; i++) tensors[i] = outside(core, tensors[i]!);
}

function computeWhole(memory: Memory, { core, block, read, plan, inputs }: Work): Record<string, Tensor> {
  for (let i = 0; i < inputs.length; i++) {
    const { row, offset } = plan.inputs[i]!;
    copyIn(core, row, block + offset, inputs[i]!.data);
  }
  memory.run(read.where, plan.table.kind, block, plan.layout.bytes);
  const named: Record<string, Tensor> = {};
  for (const result of plan.results)
    named[result.name] = resultOf(read, result, floatsAt(core, read.where, block + result.offset, result.count));
  return named;
}

function computeParts(memory: Memory, work: Work, parts: readonly Cut[]): Record<string, Tensor> {
  const { core, block, read, plan } = work;
  const { where, call } = read;
  const results = plan.results.map(({ shape }) => makeFloats(where, productOf(shape)));
  for (const part of parts) {
    writeWords(core, plan.table, block, wordsOf(work, part));
    copyPartIn(work, part, part === parts[0]);
    memory.run(where, plan.table.kind, block, plan.layout.bytes);
    for (const [i, { row, offset }] of plan.results.entries())
      copyWindowOut(core, block + offset, results[i]!, windowIn(row, call.sizes, part));
  }
  return Object.fromEntries(plan.results.map((result, i) => [result.name, resultOf(read, result, results[i]!)]));
}

/** A tensor that is in the block whole is copied once. */
function copyPartIn({ core, block, read, plan, inputs }: Work, part: Cut, isFirst: boolean): void {
  for (const [i, { row, offset }] of plan.inputs.entries()) {
    const window = liesWhole(row) ? undefined : windowIn(row, read.call.sizes, part);
    if (window || isFirst) copyWindowIn(core, row, block + offset, inputs[i]!.data, window);
  }
}

/**
 * The words that differ from part to part: sizes, and where the part begins in the tensors that lie in the block whole.
 */
function wordsOf({ block, read: { call }, plan }: Work, part: Cut): Record<string, number> {
  const words: Record<string, number> = {};
  for (const size in part) words[size] = part[size]![1] - part[size]![0];
  for (const { row, offset } of plan.layout.tensors) {
    if (!liesWhole(row)) continue;
    const { start } = windowIn(row, call.sizes, part, ownShape(row, call));
    words[row.name] = block + offset + numberBytes(row.holds) * start;
  }
  return words;
}
