// Which arrays of a file are attention, and which are queries, keys and values.
import { patternOf, type Contents } from "./arrays.js";
import { arePair } from "./computed.js";
import { grouped } from "./grouped.js";
import { looksLikeWeights } from "./looks.js";
import { FileProblem, shapeText, told } from "./problem.js";
import { PYTHON } from "./python.js";
import { isLikelyAttention, roleOf, saysAttention, stemOf, type Role } from "./roles.js";
import { stackOf, type Stack } from "./stack.js";

/** Queries and the keys that belong to them. */
export interface Pair {
  readonly queries: Stack;
  readonly keys: Stack;
}

export interface Stacks {
  readonly attention: readonly Stack[];
  readonly queries: readonly Stack[];
  readonly keys: readonly Stack[];
  readonly values: readonly Stack[];
  /** Where there is no attention: what it can be computed from. */
  readonly pairs: readonly Pair[];
}

/** Throws if the file holds neither attention nor anything that it can be computed from. */
export async function stacksOf({ arrays, unread }: Contents): Promise<Stacks> {
  const groups = grouped(
    arrays.filter(({ shape }) => shape.length >= 2),
    ({ name, folder }) => `${folder}\n${patternOf(name)}`,
  );
  const found: Record<Role, Stack[]> = { attention: [], queries: [], keys: [], values: [], parameters: [] };
  const problems: FileProblem[] = [];
  for (const members of groups.values()) {
    const role = roleOf(patternOf(members[0]!.name));
    try {
      const stack = stackOf(members, { ofOneWidth: role === "attention" });
      await check(stack, role);
      found[role].push(stack);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(error);
    }
  }
  const likely = found.attention.filter(({ name }) => isLikelyAttention(patternOf(name)));
  const attention = likely.length > 0 ? likely : found.attention;
  const pairs = attention.length > 0 ? [] : pairsOf(found);
  if (attention.length + pairs.length === 0) throw problems[0] ?? nothingFound(arrays, unread, found);
  return { ...found, attention, pairs };
}

/** Vectors of tokens have shapes as attention has. Where a name does not say what they are, their numbers do. */
async function check(stack: Stack, role: Role): Promise<void> {
  const { name, title, rows, columns, readers } = stack;
  if (role === "parameters") throw new FileProblem("parameters", { name: title }, PYTHON.npz);
  if (role !== "attention" || rows === columns || saysAttention(patternOf(name))) return;
  if (looksLikeWeights(await stack.matrix({ layer: 0, head: 0, text: 0 }), rows, columns)) return;
  throw new FileProblem("vectors", { name: title, shape: shapeText(readers[0]!.array.shape) }, PYTHON.npz);
}

function pairsOf({ queries, keys }: Pick<Stacks, "queries" | "keys">): Pair[] {
  return queries.flatMap((one) => {
    const other = partnerOf(one, keys, (key) => arePair(one, key));
    return other === undefined ? [] : { queries: one, keys: other };
  });
}

/** The stack that belongs to another: by its name, or because there is no other that fits. */
export function partnerOf(of: Stack, stacks: readonly Stack[], fits: (one: Stack) => boolean): Stack | undefined {
  const fitting = stacks.filter(fits);
  const named = fitting.filter((one) => one.folder === of.folder && stemOf(one.name) === stemOf(of.name));
  return named[0] ?? (fitting.length === 1 && stacks.length === 1 ? fitting[0] : undefined);
}

function nothingFound(
  arrays: Contents["arrays"],
  unread: Contents["unread"],
  { queries, keys }: Pick<Stacks, "queries" | "keys">,
): FileProblem {
  const first = unread[0];
  if (first !== undefined)
    return new FileProblem("nothing-needed", { sentence: told(first.why, first.given) }, first.python);
  if (arrays.length === 0) return new FileProblem("no-array", {}, PYTHON.npz);
  const shown = arrays.slice(0, 6).map(({ title, shape }) => `${title} ${shapeText(shape)}`);
  const names = shown.join(", ") + (arrays.length > 6 ? ", …" : "");
  if (queries.length + keys.length > 0) return new FileProblem("no-pair", { names }, PYTHON.vectors);
  return new FileProblem("other-arrays", { names }, PYTHON.npz);
}
