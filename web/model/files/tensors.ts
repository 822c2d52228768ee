// The tensors of a model's files, found by the names that its family has for them.
import { bytesText, cutName, cutText, fault, listText, shapeText } from "../../lib/read/index.js";
import { STORED_TYPES, type TensorTable } from "../../tensors/index.js";
import { readEntries, type Entry } from "./safetensors.js";
import type { NamedSource } from "./source.js";

/** A matrix, and its bias where its family has one. */
export interface MatrixPlan {
  readonly weight: Entry;
  readonly bias: Entry | undefined;
  readonly layout: "in-out" | "out-in";
}

/** A matrix in which several lie. Their outputs take turns, in so many groups; in one group they lie side by side. */
export function cutMatrix({ weight, bias, layout }: MatrixPlan, parts: number, groups = 1): MatrixPlan[] {
  const of = (entry: Entry, part: number, axis: number, runs: number): Entry => ({
    ...entry,
    shape: entry.shape.map((extent, at) => (at === axis ? extent / parts : extent)),
    cut: { of: entry, groups: runs, parts, part },
  });
  const [axis, runs] = layout === "out-in" ? [0, groups] : [1, groups * weight.shape[0]!];
  return Array.from({ length: parts }, (_, part) => ({
    weight: of(weight, part, axis, runs),
    bias: bias && of(bias, part, 0, groups),
    layout,
  }));
}

export interface NormPlan {
  readonly gain: Entry;
  readonly bias: Entry | undefined;
}

/** What a matrix is in its family. */
export interface MatrixKind {
  readonly biased?: boolean;
  readonly layout?: "in-out" | "out-in" | undefined;
  /** Whether it belongs to a head. */
  readonly outside?: boolean;
}

/** More does not fit beside what a run needs: wasm memory ends at 4 GB. */
const MOST_BYTES = 3.5 * 2 ** 30;

/** What the names of adapters and of quantised weights hold. */
const FOREIGN: readonly (readonly [part: RegExp, what: string])[] = [
  [/\blora_[AB]\b/, "an adapter (LoRA). Merge it into its model first: model.merge_and_unload() of peft"],
  [
    /\.(qweight|qzeros|absmax|quant_map|weight_scale|scales|g_idx)\b/,
    "quantised weights. Save the model in float32, float16 or bfloat16",
  ],
];

export class Tensors {
  private readonly used = new Set<Entry>();
  /** The prefix of the family's names. */
  private prefix = "";

  constructor(
    readonly where: string,
    private readonly entries: ReadonlyMap<string, Entry>,
    /** Where they are of another format than safetensors. */
    private readonly table?: TensorTable,
  ) {}

  /**
   * Finds the prefix of the names: a file that was saved from a model with a head has a prefix.
   *
   * @param anchor A tensor that every file of the family has.
   */
  findPrefix(anchor: string, family: string): void {
    for (const name of this.entries.keys()) {
      const foreign = FOREIGN.find(([part]) => part.test(name));
      if (foreign) this.refuse(`hold "${cutName(name)}": ${foreign[1]}`);
    }
    this.checkShards();
    const found = this.ending(anchor);
    if (found === undefined) {
      const some = Array.from(this.entries.keys()).slice(0, 3).map(cutName);
      this.refuse(`have no tensor "${anchor}", which a ${family} has; they begin with ${listText(some)}`);
    }
    this.prefix = found!.name.slice(0, found!.name.length - anchor.length);
  }

  /** Files such as model-00001-of-00003 say how many belong together. */
  private checkShards(): void {
    const names = Array.from(new Set(Array.from(this.entries.values(), ({ source }) => source.name)));
    const parts = names.map((one) => /(\d{5})-of-(\d{5})/.exec(one)).filter((match) => match !== null);
    const of = Number(parts[0]?.[2] ?? 0);
    const got = parts.map((match) => Number(match[1]));
    const left = Array.from({ length: Math.min(of, 1000) }, (_, n) => n + 1).filter((n) => !got.includes(n));
    if (left.length > 0) this.refuse(`have ${of} files; number ${left.join(", ")} is missing`);
  }

  /** The tensor of this name, with any prefix: the shortest of several. */
  private ending(name: string): Entry | undefined {
    const matches = Array.from(this.entries.values()).filter(
      (one) => one.name === name || one.name.endsWith(`.${name}`),
    );
    return matches.sort((a, b) => a.name.length - b.name.length)[0];
  }

  /** Whether the file has one of these names of a head. */
  hasAny(names: readonly string[]): boolean {
    return names.some((name) => this.ending(name) !== undefined);
  }

  /** The extents of a tensor of the family; undefined where the file does not have it. */
  shapeOf(name: string): readonly number[] | undefined {
    return this.find(name)?.shape;
  }

  /** The tensor of this name. What belongs to a head has no prefix, or one of its own. */
  private find(name: string): Entry | undefined {
    return this.entries.get(this.prefix + name) ?? this.entries.get(this.prefix + older(name));
  }

  /** A tensor that the file may have, of this shape. 0 stands for any extent. */
  optional(name: string, shape: readonly number[], outside = false): Entry | undefined {
    const entry = outside ? (this.ending(name) ?? this.ending(older(name))) : this.find(name);
    if (entry === undefined) return undefined;
    const fits =
      entry.shape.length === shape.length &&
      shape.every((extent, axis) => extent === 0 || extent === entry.shape[axis]);
    if (!fits) {
      const needed = `[${shape.map((extent) => extent || "any").join(", ")}]`;
      this.refuse(`have "${cutName(entry.name)}" of the shape ${shapeText(entry.shape)}; config.json needs ${needed}`);
    }
    if (!isRead(entry.type, this.table !== undefined)) {
      const kind = entry.type === "F64" ? "" : ", as quantised models have it";
      this.refuse(
        `have "${cutName(entry.name)}" of the type ${cutText(entry.type)}${kind}; heed takes F32, F16 and BF16`,
      );
    }
    this.used.add(entry);
    return entry;
  }

  tensor(name: string, shape: readonly number[], outside = false): Entry {
    return this.optional(name, shape, outside) ?? this.missing((outside ? "" : cutName(this.prefix)) + name);
  }

  /** A matrix of nn.Linear, or of Conv1D with `layout: "in-out"`. */
  matrix(
    name: string,
    [inputs, outputs]: readonly [inputs: number, outputs: number],
    { biased = true, layout: own = "out-in", outside = false }: MatrixKind = {},
  ): MatrixPlan {
    const layout = this.table?.layout ?? own;
    const shape = layout === "out-in" ? [outputs, inputs] : [inputs, outputs];
    return {
      weight: this.tensor(`${name}.weight`, shape, outside),
      bias: biased ? this.tensor(`${name}.bias`, [outputs], outside) : undefined,
      layout,
    };
  }

  norm(name: string, dim: number, biased: boolean, outside = false): NormPlan {
    const gain = this.tensor(`${name}.weight`, [dim], outside);
    return { gain, bias: biased ? this.tensor(`${name}.bias`, [dim], outside) : undefined };
  }

  /**
   * Refuses tensors of the model that no part of the family took: the model would compute something else.
   *
   * @param roots How the names of the family begin if they have no prefix.
   * @param apart What the file may hold and the model does not compute with.
   */
  checkUsed(roots: readonly string[], apart: RegExp): void {
    const isOwn = (name: string): boolean =>
      (this.prefix !== "" && name.startsWith(this.prefix)) || roots.some((root) => name.startsWith(root));
    for (const entry of this.entries.values()) {
      const { name } = entry;
      if (!isOwn(name) || this.used.has(entry) || apart.test(name)) continue;
      this.refuse(`have "${cutName(name)}", which a model with this config.json does not have`);
    }
  }

  missing(name: string): never {
    this.refuse(`have no tensor "${name}"`);
  }

  refuse(what: string): never {
    const { inItsWords = (sentence: string) => sentence } = this.table ?? {};
    throw fault("file", `${this.where}: ${inItsWords(`the weights ${what}`)}.`);
  }
}

/** Whether heed takes numbers of this type. Only other formats than safetensors have blocks. */
const isRead = (type: string, blocks: boolean): boolean =>
  STORED_TYPES.some(({ inFiles, numbers }) => inFiles === type && (blocks || numbers === 1));

/** The name that a norm's numbers had once. */
const older = (name: string): string => name.replace(/\.weight$/, ".gamma").replace(/\.bias$/, ".beta");

/** Reads the headers of all files of a model, and joins them. */
export async function readTensors(where: string, sources: readonly NamedSource[]): Promise<Map<string, Entry>> {
  const all = new Map<string, Entry>();
  const places = new Map<string, unknown>();
  for (const source of sources) {
    const index = await readIndex(source);
    for (const [name, file] of Object.entries(index ?? {})) places.set(name, file);
    if (index !== undefined) continue;
    for (const entry of await readEntries(where, source)) {
      const { name } = entry;
      const other = all.get(name);
      if (other !== undefined) {
        throw fault(
          "file",
          `${where}: the tensor "${cutName(name)}" is in both ${other.source.name} and ${source.name}. ` +
            `Give the files of one model.`,
        );
      }
      all.set(name, entry);
    }
  }
  const missing = Array.from(new Set(Array.from(places, ([name, file]) => (all.has(name) ? undefined : String(file)))));
  const files = missing.filter((file) => file !== undefined).map(cutText);
  if (files.length === 0) return all;
  throw fault(
    "file",
    `${where}: the index of the weights names ${listText(files)}, which is not among them. Give all.`,
  );
}

/** The longest index that is read. */
const LONGEST_INDEX = 2 ** 26;

/** Which file has which tensor, of the index of a model in several files; undefined for any other file. */
async function readIndex(source: NamedSource): Promise<object | undefined> {
  const [first] = await source.read(0, Math.min(1, source.size));
  if (first !== 0x7b || source.size > LONGEST_INDEX) return undefined;
  try {
    const { weight_map: map } = JSON.parse(new TextDecoder().decode(await source.read(0, source.size))) as never;
    return typeof map === "object" && map !== null ? map : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses a model that does not fit, before it is read. */
export function checkBytes(where: string, bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  throw fault(
    "memory",
    `${where}: the weights take ${bytesText(bytes)}; WebAssembly memory ends at 4 GB, and a run needs room too, so ` +
      `${bytesText(MOST_BYTES)} is the most that opens.`,
  );
}
