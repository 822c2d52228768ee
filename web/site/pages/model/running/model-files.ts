// Which of the files that came make a model: those of its folder, as save_pretrained of transformers writes them.
import { phrase } from "../../../kit/texts/index.js";

export interface ModelFiles {
  /** The name of the folder, where one came. */
  readonly folder: string;
  readonly config: File;
  readonly tokenizer: File | undefined;
  readonly weights: readonly File[];
  readonly bytes: number;
}

/** Files that only the folder of a model has. */
const SIGNS = ["config.json", "model.safetensors.index.json", "adapter_config.json"];
const OTHER_WEIGHTS = /\.(bin|pt|pth|onnx|h5|msgpack|ot)$/;

export function isModel(files: readonly File[]): boolean {
  return files.some(({ name }) => SIGNS.includes(name)) || (files.length > 1 && files.some(isShard));
}

/** "model-00001-of-00002.safetensors" */
const isShard = ({ name }: File): boolean => /-\d+-of-\d+\.safetensors$/.test(name);

/** Whether these files are a model by their names, and its weights are among them. */
export const hasWeights = (files: readonly File[]): boolean =>
  isModel(files) && files.some(({ name }) => name.endsWith(".safetensors"));

/**
 * The model at the top. Folders inside it have files of the same names.
 *
 * @throws Error with a sentence about what is missing
 */
export async function modelIn(given: readonly File[]): Promise<ModelFiles> {
  const files = besideTopmost(given, "config.json");
  const named = (name: string): File | undefined => files.find((file) => file.name === name);
  const config = named("config.json");
  if (config === undefined) throw new Error(phrase(named("adapter_config.json") ? "model-adapter" : "model-no-config"));
  const weights = await weightsIn(files, named("model.safetensors.index.json"));
  return {
    folder: folderOf(config),
    config,
    tokenizer: named("tokenizer.json"),
    weights,
    bytes: weights.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The files of the folder in which this one is nearest to the top; all if there is none of its name. */
function besideTopmost(files: readonly File[], name: string): readonly File[] {
  const places = files.filter((file) => file.name === name).map(placeOf);
  const depthOf = (place: string): number => place.split("/").length;
  const [top] = places.sort((a, b) => depthOf(a) - depthOf(b));
  return top === undefined ? files : files.filter((file) => placeOf(file) === top);
}

async function weightsIn(files: readonly File[], index: File | undefined): Promise<readonly File[]> {
  const found = files.filter(({ name }) => name.endsWith(".safetensors") && !name.startsWith("adapter"));
  const whole = found.filter(({ name }) => name === "model.safetensors");
  if (found.length === 0) {
    const other = files.find(({ name }) => OTHER_WEIGHTS.test(name));
    if (other === undefined) throw new Error(phrase("model-no-weights"));
    throw new Error(`${phrase("model-other-weights", { name: other.name })}\n${SAVE}`);
  }
  if (index === undefined || whole.length > 0)
    return whole.length > 0 ? whole : found.some(isShard) ? allParts(found.filter(isShard)) : found;
  const wanted = await shardsOf(index);
  const missing = wanted.filter((name) => !found.some((file) => file.name === name));
  if (missing.length > 0) throw new Error(phrase("model-missing", { names: missing.slice(0, 3).join(", ") }));
  return found.filter(({ name }) => wanted.includes(name));
}

/** All parts of a model in several files, by the count in their names: "-00001-of-00002". */
export function allParts(shards: readonly File[]): readonly File[] {
  const count = /-of-(\d+)\./.exec(shards[0]!.name)![1]!;
  const missing = Array.from({ length: Math.min(Number(count), 999) }, (_, at) =>
    String(at + 1).padStart(count.length, "0"),
  )
    .map((number) => shards[0]!.name.replace(/-\d+-of-/, `-${number}-of-`))
    .filter((name) => !shards.some((file) => file.name === name));
  if (missing.length > 0) throw new Error(phrase("model-missing", { names: missing.slice(0, 3).join(", ") }));
  return shards;
}

async function shardsOf(index: File): Promise<string[]> {
  try {
    const { weight_map: map } = JSON.parse(await index.text()) as { weight_map: Record<string, string> };
    return Array.from(new Set(Object.values(map).map(String)));
  } catch {
    throw new Error(phrase("model-index", { name: index.name }));
  }
}

/** What writes a model as this page reads it. */
const SAVE = `from transformers import AutoModelForCausalLM, AutoTokenizer
AutoModelForCausalLM.from_pretrained(folder).save_pretrained("for-heed")
AutoTokenizer.from_pretrained(folder).save_pretrained("for-heed")`;

/** The path of the folder that a file came in. */
export function placeOf({ webkitRelativePath: path }: File): string {
  return (path ?? "").split("/").slice(0, -1).join("/");
}

function folderOf(file: File): string {
  return placeOf(file).split("/").at(-1)!;
}
