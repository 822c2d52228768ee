// Which of the files that came is a model in GGUF, whatever their names are: Ollama's have no suffix. The beginning of
// a file says what it is.
import { kindOfFile } from "../../../../tensors/index.js";
import { phrase } from "../../../kit/texts/index.js";
import { byteCount } from "../../../rooms/files/index.js";
import { firstKeys } from "./gguf-keys.js";
import { allParts, placeOf } from "./model-files.js";

export interface GgufFiles {
  /** The file, or all parts of a model that is split. */
  readonly files: readonly File[];
  readonly name: string;
  readonly bytes: number;
  /** What else came: other models, and files that are not models, with what they are. */
  readonly passed: readonly string[];
}

interface Found {
  readonly file: File;
  readonly kind: "model" | "mmproj" | "adapter" | "vocabulary";
  readonly name: string;
}

/** The keys that say what a file is stand first. */
const BEGINNING = 2 ** 16;
/** A manifest of Ollama names its few layers. */
const MOST_MANIFEST = 2 ** 16;
/** In a folder of more files the largest are looked at. */
const MOST_FILES = 256;
/** As llama-gguf-split names the parts of a model. */
const PART = /-\d+-of-\d+(?=\.gguf$)/;
/** As Ollama names its files. */
const BLOB = /^sha256-[0-9a-f]{64}$/;
const LONGEST_NAME = 80;

/**
 * The largest model of these files, or the one that a manifest of Ollama among them names; undefined where none is in
 * GGUF.
 *
 * @throws Error with a sentence, where files of GGUF came and none is a model, or a manifest by itself
 */
export async function ggufAmong(given: readonly File[]): Promise<GgufFiles | undefined> {
  const bySize = Array.from(given).sort((a, b) => b.size - a.size);
  const looked = await Promise.all(bySize.slice(0, MOST_FILES).map(look));
  const found = looked.filter((one): one is Found => one !== undefined);
  const models = modelsOf(found);
  const manifest = await manifestAmong(bySize);
  const model = models.find((one) => one.files[0]!.name === manifest?.blob) ?? models[0];
  if (model !== undefined) {
    const others = models.filter((one) => one !== model).map(({ name }) => name);
    const none = found.filter(({ kind }) => kind !== "model");
    const files = PART.test(model.files[0]!.name) ? allParts(model.files) : model.files;
    return {
      ...model,
      files,
      passed: [...others, ...none.map(({ kind, name }) => phrase(`model.gguf-is-${kind}`, { name }))],
    };
  }
  const [largest] = found;
  if (largest !== undefined) throw new Error(phrase(`model.gguf-${largest.kind}`, { name: largest.name }));
  if (manifest !== undefined) throw new Error(manifest.sentence);
  return undefined;
}

/** What a file is; undefined where it is no GGUF file, and is not called one. */
async function look(file: File): Promise<Found | undefined> {
  const begin = await beginningOf(file, 24);
  const kind = kindOfFile(begin);
  // What is called so and is something else is refused by its reader, which says what it is.
  if (kind !== "gguf") return kind === "ggml" || /\.gguf$/i.test(file.name) ? asModel(file) : undefined;
  const { tensors, keys } = firstKeys(await beginningOf(file, BEGINNING));
  const [architecture, type] = [keys.get("general.architecture"), keys.get("general.type")];
  const found = asModel(file, keys.get("general.name"));
  if (architecture === "clip" || type === "mmproj") return { ...found, kind: "mmproj" };
  if (type === "adapter" || keys.has("adapter.type")) return { ...found, kind: "adapter" };
  return tensors === 0 ? { ...found, kind: "vocabulary" } : found;
}

/** A file is called by its name, and a blob of Ollama by what its keys say. */
function asModel(file: File, said = ""): Found {
  const own = said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  const name = BLOB.test(file.name) ? own || `${file.name.slice(0, 19)}…` : file.name;
  return { file, kind: "model", name: name.slice(0, LONGEST_NAME) };
}

/** Nothing where it cannot be read: a folder that was dropped as a file. */
async function beginningOf(file: File, bytes: number): Promise<Uint8Array> {
  const buffer = await file
    .slice(0, bytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return new Uint8Array(buffer);
}

/** The models, the largest first. Parts of one that is split lie in one folder. */
function modelsOf(found: readonly Found[]): Omit<GgufFiles, "passed">[] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    if (one.kind !== "model") continue;
    const { file } = one;
    const key = PART.test(file.name) ? `${placeOf(file)}/${file.name.replace(PART, "")}` : `${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return Array.from(groups.values(), (parts) => {
    const files = parts.map(({ file }) => file).sort((a, b) => (a.name < b.name ? -1 : 1));
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { files, name: parts[0]!.name.replace(PART, ""), bytes };
  }).sort((a, b) => b.bytes - a.bytes);
}

interface Manifest {
  /** The file of the model, among Ollama's blobs. */
  readonly blob: string | undefined;
  /** What to do with it. */
  readonly sentence: string;
}

/** What the only manifest of Ollama among the files names; undefined where there are several, or none. */
async function manifestAmong(files: readonly File[]): Promise<Manifest | undefined> {
  const small = files.filter(({ size }) => size > 1 && size <= MOST_MANIFEST).slice(0, MOST_FILES);
  const read = await Promise.all(small.map(readManifest));
  const [manifest, ...others] = read.filter((one) => one !== undefined);
  return others.length > 0 ? undefined : manifest;
}

async function readManifest(file: File): Promise<Manifest | undefined> {
  if (kindOfFile(await beginningOf(file, 24)) !== "json") return undefined;
  const layers = layersIn(new TextDecoder().decode(await beginningOf(file, MOST_MANIFEST)));
  if (layers === undefined) return undefined;
  const model = layers.find(({ mediaType }) => String(mediaType).endsWith(".image.model"));
  const blob = String(model?.digest).replace(":", "-");
  if (!BLOB.test(blob)) return { blob: undefined, sentence: phrase("model.ollama-no-gguf", { name: file.name }) };
  return {
    blob,
    sentence: phrase("model.ollama-manifest", { name: file.name, blob, size: byteCount(Number(model!.size)) }),
  };
}

type Layer = Readonly<Partial<Record<"mediaType" | "digest" | "size", unknown>>>;

/** The layers of a manifest; undefined for any other JSON. */
function layersIn(text: string): readonly Layer[] | undefined {
  try {
    const { layers } = Object(JSON.parse(text)) as { readonly layers?: unknown };
    if (!Array.isArray(layers) || layers.length === 0) return undefined;
    return layers.every((layer) => typeof Object(layer).mediaType === "string") ? layers : undefined;
  } catch {
    return undefined;
  }
}
