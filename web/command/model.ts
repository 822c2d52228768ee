// The heads of a model: `npx heed show model.gguf --text "…"`. Its core and what opens it are the files of the package
// next to this one; they are loaded when a model is shown.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import type { Model, OpenModelOptions } from "heed/model";
import { listText } from "../lib/read/index.js";
import type { Part } from "../site/rooms/files/index.js";
import { kindOfFile, sourceOf, type AnyFile } from "../tensors/index.js";
import type { Disk } from "./disk.js";
import { Misunderstood, type Options } from "./options.js";

/** What is shown: attention that a file holds, or that a model computed. */
export interface Shown extends Pick<Part, "notes" | "tokens" | "typeName" | "mask"> {
  readonly stack: Pick<Part["stack"], "layers" | "heads" | "batch" | "rows" | "columns" | "matrix">;
  /** The types of a model's weights: "Q4_K and Q6_K". */
  readonly weights?: string;
}

/** A text was given, and nothing cuts it into tokens. What to type in Python is on the lines after the sentence. */
export class NeedsTokens extends Error {}

const PYTHON =
  "from transformers import AutoTokenizer\n" +
  'print(*AutoTokenizer.from_pretrained("its name at Hugging Face")("The cat sat.").input_ids, sep=",")';

/** A model that was found, and not yet opened. */
interface FoundModel extends Pick<OpenModelOptions, "weights"> {
  readonly config: Readonly<Record<string, unknown>>;
  readonly tokenizerJson: object | undefined;
  /** Why there is no tokenizer. */
  readonly noTokenizer: string | undefined;
  readonly types: string;
}

/** The heads of the model at this path; undefined if there is none. */
export async function shownModel(disk: Disk, options: Options): Promise<Shown | undefined> {
  const found = (await inFolder(disk, options.file)) ?? (await inFile(disk, options.file));
  return found && headsOf(found, options);
}

/** A GGUF file, whatever its name, with the other parts of its model. */
async function inFile(disk: Disk, file: string): Promise<FoundModel | undefined> {
  const begin = await sourceOf(await disk.open(file))!.read(0, 24);
  if (kindOfFile(begin) !== "gguf") return undefined;
  const { readGguf } = await import("heed/gguf");
  const parts: AnyFile[] = [];
  for (const part of partsOf(file)) parts.push(await disk.open(part));
  const { about, ...found } = await readGguf(parts);
  const all = Object.values(about.types).reduce((sum, bytes) => sum + bytes, 0);
  // Norms and biases are F32 in every file.
  const types = Object.keys(about.types).filter((type) => about.types[type]! > all / 100);
  return { ...found, noTokenizer: about.noTokenizer, types: listText(types) };
}

/** All parts of a model in several files, such as "a-00001-of-00003.gguf". */
function partsOf(file: string): string[] {
  const number = /-\d{5}(?=-of-(\d{5})\.gguf$)/;
  const count = Number(number.exec(file)?.[1] ?? 1);
  return Array.from({ length: count }, (_, n) => file.replace(number, `-${String(n + 1).padStart(5, "0")}`));
}

/** A folder as save_pretrained of transformers writes it. */
async function inFolder(disk: Disk, folder: string): Promise<FoundModel | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  if (!names.includes("config.json")) return undefined;
  const open = (name: string): Promise<AnyFile> => disk.open(path.join(folder, name));
  const json = async (name: string): Promise<Record<string, unknown>> => {
    const source = sourceOf(await open(name))!;
    try {
      return JSON.parse(new TextDecoder().decode(await source.read(0, source.size)));
    } catch (error) {
      throw new Error(`"${path.join(folder, name)}" is not JSON: ${(error as Error).message}.`, { cause: error });
    }
  };
  const all = names.filter((name) => name.endsWith(".safetensors") && !name.startsWith("adapter"));
  const weights: AnyFile[] = [];
  for (const name of all.includes("model.safetensors") ? ["model.safetensors"] : all) weights.push(await open(name));
  if (weights.length === 0) throw new Error(`"${folder}" has a config.json and no *.safetensors.`);
  const tokenizerJson = names.includes("tokenizer.json") ? await json("tokenizer.json") : undefined;
  const noTokenizer = `"${folder}" has no tokenizer.json.`;
  return { config: await json("config.json"), weights, tokenizerJson, noTokenizer, types: "float32" };
}

/** What configs call the number of layers. */
const LAYERS = ["num_hidden_layers", "n_layer", "n_layers", "num_layers"];

/** Of one head, only the layers up to its own are opened. */
async function headsOf(found: FoundModel, options: Options): Promise<Shown> {
  if (options.part > 0 || options.turned) throw new Misunderstood("--part and --turned are for files of attention.");
  const { config, weights, types } = found;
  const asked = options.head ?? (options.out === undefined ? undefined : { layer: 0, head: 0 });
  const tokenizer = tokenizerOf(found, options);
  const count = LAYERS.map((name) => config[name]).find((one) => typeof one === "number");
  const layers = asked === undefined || count === undefined ? undefined : Math.min(asked.layer + 1, count);
  const [{ load }, { openModel }] = [await import("heed"), await import("heed/model")];
  const model = await openModel(await load(), { config, weights, tokenizer, layers });
  const { facts } = model;
  const all = { layers: count ?? facts.layers, heads: facts.heads };
  if (asked !== undefined) checkHead(asked, all);
  const ids = idsFor(model, options);
  const run = model.run(ids, { keep: ["weights"], logits: "none", layers: asked && [asked.layer] });
  const names = ids.map((id) => tokenizer?.id_to_token(id) ?? String(id));
  const [rows, size] = [ids.length, ids.length * ids.length];
  return {
    stack: {
      ...{ ...all, batch: 1, rows, columns: rows },
      matrix: async ({ layer, head }) =>
        new Float32Array(run.layers[layer]!.weights!.data.subarray(head * size, (head + 1) * size)),
    },
    ...{ typeName: types, weights: types, notes: [] },
    tokens: () => ({ rows: names, columns: names, notes: [] }),
    mask: async () =>
      facts.causal ? Uint8Array.from({ length: size }, (_, at) => Number(at % rows <= at / rows)) : undefined,
  };
}

export function checkHead({ layer, head }: NonNullable<Options["head"]>, of: Pick<Part["stack"], "layers" | "heads">) {
  if (layer < of.layers && head < of.heads) return;
  throw new Misunderstood(`--head must be from 0.0 to ${of.layers - 1}.${of.heads - 1}; got ${layer}.${head}.`);
}

/** @throws NeedsTokens where there is a text and no tokenizer */
function tokenizerOf({ tokenizerJson, noTokenizer }: FoundModel, { text }: Options): Tokenizer | undefined {
  let why = noTokenizer;
  if (tokenizerJson !== undefined)
    try {
      return new Tokenizer(tokenizerJson, {});
    } catch (error) {
      why = `The tokenizer of this model cannot be read: ${(error as Error).message}.`;
    }
  if (text === undefined) return undefined;
  throw new NeedsTokens(`${why} Give token numbers instead: --tokens 1,2,3. In Python:\n${PYTHON}`);
}

function idsFor(model: Model, { text, tokens }: Options): number[] {
  if (text !== undefined && tokens !== undefined) throw new Misunderstood("--text and --tokens were both given.");
  if (text !== undefined) return model.tokens(text).map(({ id }) => id);
  if (tokens !== undefined) return Array.from(tokens);
  throw new Misunderstood('a model needs a text, --text "The cat sat.", or token numbers, --tokens 1,2,3.');
}
