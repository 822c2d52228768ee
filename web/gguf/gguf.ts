// Reads the head of a GGUF file, and gives what heed/model opens.
import { cutName, fault } from "../lib/read/index.js";
import { TABLE, type TableWeights, type TensorEntry, type TensorTable } from "../tensors/index.js";
import { configOf, type Factors, type FoundConfig } from "./config.js";
import { readFile, type ReadFile } from "./file.js";
import { ggufName, hfName } from "./names.js";
import { joined } from "./parts.js";
import { openSource, type GgufFile } from "./source.js";
import { endsOf, NoTokenizer, tokenizerOf } from "./tokenizer.js";

export type { GgufFile, PositionedFile } from "./source.js";

const WHERE = "heed/gguf.readGguf";

/** What a GGUF file says about itself. */
export interface GgufAbout {
  /** Its `general.name`; "" if it has none. */
  readonly name: string;
  /** Its `general.architecture`. */
  readonly architecture: string;
  /** The types of its weights and the bytes of each, those with most bytes first: `{ Q4_K: 251658240, … }`. */
  readonly types: Readonly<Record<string, number>>;
  /** Its chat template, a program that heed does not run; undefined if it has none. */
  readonly chatTemplate: string | undefined;
  /** Why `tokenizerJson` is undefined. The model then takes token numbers. */
  readonly noTokenizer: string | undefined;
  /** Notes, as sentences. */
  readonly notes: readonly string[];
  /** All keys of the file, with their values. */
  readonly keys: ReadonlyMap<string, number | boolean | string | readonly (number | boolean | string)[]>;
}

/** The result of `readGguf`, which `openModel` of heed/model takes. */
export interface Gguf {
  /** The content of a config.json. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Its tensors, which are read when the model is opened. */
  readonly weights: TableWeights;
  /** The content of a tokenizer.json, for any library that reads one. Undefined if the file has no such tokenizer. */
  readonly tokenizerJson: object | undefined;
  /** What the file says about itself. */
  readonly about: GgufAbout;
}

/**
 * Reads the keys and the table of a GGUF file, version 2 or 3, for `openModel(heed, await readGguf(file))`. A model
 * that is split into several files takes them all, as an array.
 *
 * @throws TypeError for a wrong kind of argument, RangeError for a file that heed does not open, with what it found.
 */
export async function readGguf(file: GgufFile | readonly GgufFile[]): Promise<Gguf> {
  const given: readonly unknown[] = Array.isArray(file) ? file : [file];
  if (given.length === 0) throw fault("type", `${WHERE}: file must be a file, or an array of files; it is empty.`);
  const name = (n: number): string => (given.length === 1 ? "the file" : `file ${n + 1}`);
  const sources = await Promise.all(given.map((one, n) => openSource(WHERE, one, name(n))));
  const parts: ReadFile[] = [];
  for (const source of sources) parts.push(await readFile(WHERE, source));
  const whole = joined(WHERE, parts);
  const found = configOf(WHERE, whole, await factorsIn(whole));
  const { config, keys } = found;
  config.eos_token_id = endsOf(keys);
  const notes: string[] = [];
  const { tokenizerJson, noTokenizer } = tokenizerIn(whole, found, notes);
  const about = {
    name: String(whole.keys.get("general.name") ?? ""),
    architecture: keys.architecture,
    types: typesIn(whole),
    chatTemplate: keys.word("tokenizer.chat_template"),
    noTokenizer,
    notes,
    keys: whole.keys,
  };
  return { config, weights: weightsOf(whole, found), tokenizerJson, about };
}

/** Rows of numbers that say how positions turn. */
const FACTORS = ["rope_freqs", "rope_factors_short", "rope_factors_long"];
/** A head has fewer columns. */
const MOST_FACTORS = 2 ** 16;

async function factorsIn({ tensors }: ReadFile): Promise<Factors> {
  const found: Record<string, number[]> = {};
  for (const name of FACTORS) {
    const place = tensors.get(`${name}.weight`);
    if (place === undefined) continue;
    const { source, shape, type, from, to } = place;
    const fail = (what: string): never => {
      throw fault("file", `${WHERE}: ${source.name} has the tensor "${name}.weight" ${what}.`);
    };
    if (type !== "F32" || shape.length !== 1 || shape[0]! > MOST_FACTORS) fail("that is not a row of F32 numbers");
    const bytes = await source.read(from, to);
    if (bytes.length !== to - from) fail("that ended while it was read");
    const view = new DataView(bytes.buffer);
    const factors = Array.from({ length: shape[0]! }, (_, n) => view.getFloat32(4 * n, true));
    if (!factors.every((factor) => factor > 0 && factor < Infinity)) fail("with a number that is not above 0");
    found[name] = factors;
  }
  return found;
}

interface FoundTokenizer {
  readonly tokenizerJson?: object;
  readonly noTokenizer?: string;
}

function tokenizerIn({ tensors, source }: ReadFile, { keys }: FoundConfig, notes: string[]): FoundTokenizer {
  try {
    return { tokenizerJson: tokenizerOf(keys, tensors.get("token_embd.weight")?.shape[0] ?? 0, notes) };
  } catch (error) {
    if (!(error instanceof NoTokenizer)) throw error;
    return { noTokenizer: `${WHERE}: ${source.name} has no tokenizer that heed reads: ${error.message}.` };
  }
}

function typesIn({ tensors }: ReadFile): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const { type, from, to } of tensors.values()) bytes.set(type, (bytes.get(type) ?? 0) + to - from);
  return Object.fromEntries(Array.from(bytes).sort((a, b) => b[1] - a[1]));
}

function weightsOf(file: ReadFile, { family, config, keys, keyOf }: FoundConfig): TableWeights {
  const tensors = new Map<string, TensorEntry>();
  let bytes = 0;
  for (const place of file.tensors.values()) {
    const name = hfName(family, place.name);
    // Old files hold the frequencies of each layer.
    if (name === undefined || /\.attn_rot_embd\./.test(place.name)) continue;
    if (name === null)
      throw fault(
        "file",
        `${WHERE}: ${place.source.name} has the tensor "${cutName(place.name)}", which is not part of a ` +
          `${keys.architecture}.`,
      );
    tensors.set(name, { ...place, name, inFile: place.name, pairedHeads: pairedHeads(family, name, config) });
    bytes += place.to - place.from;
  }
  const table: TensorTable = { tensors, layout: "out-in", inItsWords: wordsOf(family, keyOf) };
  return Object.defineProperty({ bytes }, TABLE, { value: table });
}

/** A sentence of heed/model, which speaks of config.json and of transformers' names, in the words of the file. */
function wordsOf(family: string, keyOf: Readonly<Record<string, string>>): TensorTable["inItsWords"] {
  return (sentence) =>
    sentence
      .replace(/"([\w.]+)"/g, (_, name: string) => `"${ggufName(family, name)}"`)
      .replace("this config.json", "these keys")
      .replace(/config\.json (need|say)s/, "the keys $1")
      .replace(/\bconfig\.(?=\w)/, "")
      .replace(/\w[\w.]*\w/g, (word) => (Object.hasOwn(keyOf, word) ? keyOf[word]! : word));
}

/** The heads of query and key in a llama, whose rows lie in pairs. */
function pairedHeads(
  family: string,
  name: string,
  { num_attention_heads: heads, num_key_value_heads: kvHeads }: Readonly<Record<string, unknown>>,
): number | undefined {
  if (family !== "llama") return undefined;
  return /\.q_proj\./.test(name) ? (heads as number) : /\.k_proj\./.test(name) ? (kvHeads as number) : undefined;
}
