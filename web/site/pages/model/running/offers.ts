// What comes to be opened: the folder of a model, or its GGUF file. Each says its size before it is read.
import type { Given } from "../../../kit/texts/index.js";
import { byteCount } from "../../../rooms/files/index.js";
import { LONGEST_NAME } from "../../../rooms/heads/index.js";
import { readable } from "../open-file.js";
import type { GgufFiles } from "./gguf-files.js";
import { typesOf } from "./gguf-words.js";
import { modelIn, type ModelFiles } from "./model-files.js";
import { handedOver, type Begun, type Called, type ModelWorker } from "./running-model.js";

/** A text of the page, and its parameters. */
export type Words = readonly [key: string, given: Given];

export interface Offer extends Called {
  readonly weights: readonly File[];
  /** How many are read. */
  readonly bytes: number;
  /** Whether it is asked about, however small it is. */
  readonly isPart: boolean;
  readonly plan: (seconds: number) => Words;
  readonly button: Words;
  readonly opening: Words;
  /** Reads the tokenizer, and gives what the worker then opens. */
  readonly begin: (tried: string) => Promise<Begun>;
}

const OPEN: Words = ["open-model", {}];

/** @param given its name, where no folder has one */
export async function folderOffer(worker: ModelWorker, files: readonly File[], given?: string): Promise<Offer> {
  const found = await modelIn(files);
  const { config, tokenizer, weights, bytes, folder } = found;
  const name = (given ?? (folder || (await nameIn(found)))).slice(0, LONGEST_NAME);
  const size = byteCount(bytes);
  return {
    ...{ name, weights, bytes, isPart: false, button: OPEN },
    plan: (seconds) => ["model-plan", { name, size, seconds }],
    opening: ["model-opening", { name, size }],
    begin: async (tried) => ({
      problem: tokenizer && (await worker.readTokenizer(tokenizer, tried)),
      parts: { config: await readable(config), weights: await Promise.all(weights.map(handedOver)) },
    }),
  };
}

export async function ggufOffer(worker: ModelWorker, { files, name: called, passed }: GgufFiles): Promise<Offer> {
  const gguf = await worker.readHead(files);
  const { layers, fitting } = gguf;
  const name = called.slice(0, LONGEST_NAME);
  const given = (): { name: string; size: string; types: string } => {
    return { name, size: byteCount(gguf.bytes), types: typesOf(gguf) };
  };
  // Where not even one fits, heed says so.
  const isPart = fitting.layers > 0 && fitting.layers < layers;
  const counts = { count: fitting.layers, all: layers };
  return {
    ...{ name, gguf, passed, weights: files, bytes: fitting.bytes, isPart },
    button: isPart ? ["open-first", counts] : OPEN,
    plan: (seconds) =>
      isPart
        ? ["gguf-first", () => ({ ...given(), ...counts, seconds, part: byteCount(fitting.bytes) })]
        : ["gguf-plan", () => ({ ...given(), seconds })],
    opening: ["gguf-opening", () => ({ ...given(), size: byteCount(fitting.bytes) })],
    begin: async (tried) => {
      const problem = await worker.readTokenizer(undefined, tried);
      // The worker that takes its place reads the head again.
      if (problem?.key === "tokenizer-slow") await worker.readHead(files);
      return { problem, parts: { layers: isPart ? fitting.layers : undefined } };
    },
  };
}

async function nameIn({ config, weights }: ModelFiles): Promise<string> {
  try {
    const { _name_or_path: path, model_type: type } = JSON.parse(await config.text()) as Record<string, unknown>;
    return String(path || type)
      .split("/")
      .at(-1)!;
  } catch {
    return weights[0]!.name;
  }
}
