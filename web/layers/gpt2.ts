// A language model under the names of GPT-2, as Python's transformers and other programs read them.
import { loadSafetensors, saveSafetensors, type NamedTensor } from "../train/index.js";
import type { Floats } from "../lib/api/index.js";
import { cutText } from "../lib/read/index.js";
import { inCall } from "./layer.js";
import { checkModel, type LanguageModel, type TransformerBlock } from "./transformer.js";

/** What config.json holds. */
export interface GPT2Config extends Readonly<Record<string, unknown>> {
  /** The family that the names belong to. */
  readonly model_type: "gpt2";
  /** Numbers of a token. */
  readonly n_embd: number;
  /** Heads. */
  readonly n_head: number;
  /** Blocks. */
  readonly n_layer: number;
  /** Tokens that it sees. */
  readonly n_positions: number;
  /** Different tokens. */
  readonly vocab_size: number;
}

/** Writes a model as GPT-2's files: the object of config.json, and the bytes of model.safetensors. */
export function saveGPT2(model: LanguageModel): { config: GPT2Config; weights: Uint8Array<ArrayBuffer> } {
  checkGPT2("heed/layers.saveGPT2", model);
  const { vocab, modelDim, heads, layers, tokens, hidden, activation } = model.options;
  const config: GPT2Config = {
    architectures: ["GPT2LMHeadModel"],
    model_type: "gpt2",
    activation_function: activation === "gelu-tanh" ? "gelu_new" : activation,
    ...{ vocab_size: vocab, n_embd: modelDim, n_head: heads, n_layer: layers, n_positions: tokens, n_inner: hidden },
    ...{ embd_pdrop: 0, attn_pdrop: 0, resid_pdrop: 0, layer_norm_epsilon: 1e-5, tie_word_embeddings: true },
    ...{ bos_token_id: null, eos_token_id: null, torch_dtype: "float32" },
  };
  return { config, weights: saveSafetensors(tensorsOf(model).map(({ tensor }) => tensor)) };
}

/** Reads the bytes of such a file into a model of the same sizes. Biases that the model does not have must be zeros. */
export function loadGPT2(bytes: Uint8Array, model: LanguageModel): void {
  const where = "heed/layers.loadGPT2";
  checkGPT2(where, model);
  const all = tensorsOf(model);
  const tensors = all.map(({ tensor }) => tensor);
  inCall(where, () => loadSafetensors(bytes, tensors));
  for (const { tensor, put } of all)
    if (put === undefined && tensor.value.some((one) => one !== 0))
      throw new RangeError(`${where}: ${tensor.name} holds a bias, and the model was made without biases.`);
  for (const { put } of all) put?.();
}

function checkGPT2(where: string, model: LanguageModel): void {
  checkModel(where, "model", model);
  const { norm, positions, tied, attention } = model.options;
  if (norm !== "layer" || !positions || !tied)
    throw new RangeError(`${where}: GPT-2 has layer norms, positions and a tied output; this model does not.`);
  const other = Object.entries(attention).find(([name, value]) => value !== undefined && !isPlain(name, value));
  if (other === undefined) return;
  const name = other[0] === "causal" ? "other causal than true" : cutText(other[0]);
  throw new RangeError(`${where}: GPT-2's attention has no ${name}; this model's has.`);
}

/** Whether attention with this option computes what GPT-2's computes. */
const isPlain = (name: string, value: unknown): boolean => name === "keep" || (name === "causal" && value === true);

interface Named {
  /** Numbers of its own, in GPT-2's layout. */
  readonly tensor: NamedTensor;
  /** Writes them into the model; undefined where the model has no such numbers. */
  readonly put: (() => void) | undefined;
}

/** Every tensor of GPT-2, beginning with the numbers of the model. */
function tensorsOf(model: LanguageModel): Named[] {
  const { vocab, modelDim, tokens, hidden } = model.options;
  const plain = (name: string, shape: number[], read: () => Floats | undefined): Named => {
    const count = shape.reduce((product, extent) => product * extent, 1);
    const value = read()?.slice() ?? new Float32Array(count);
    const put = read() === undefined ? undefined : (): void => read()!.set(value);
    return { tensor: { name: `transformer.${name}`, shape, value }, put };
  };
  const norm = (name: string, from: { readonly gain: Floats; readonly bias?: Floats | undefined }): Named[] => [
    plain(`${name}.weight`, [modelDim], () => from.gain),
    plain(`${name}.bias`, [modelDim], () => from.bias),
  ];
  const block = ({ layers: [first, second] }: TransformerBlock, at: number): Named[] => {
    const [[before, attention], [after, feed]] = [first.layers, second.layers];
    const [up, down] = feed.layers;
    return [
      ...norm(`h.${at}.ln_1`, before),
      sideBySide(`h.${at}.attn.c_attn.weight`, modelDim, modelDim, () => [
        attention.queryWeight,
        attention.keyWeight,
        attention.valueWeight,
      ]),
      sideBySide(`h.${at}.attn.c_attn.bias`, 0, modelDim, () => [
        attention.queryBias,
        attention.keyBias,
        attention.valueBias,
      ]),
      plain(`h.${at}.attn.c_proj.weight`, [modelDim, modelDim], () => attention.outputWeight),
      plain(`h.${at}.attn.c_proj.bias`, [modelDim], () => attention.outputBias),
      ...norm(`h.${at}.ln_2`, after),
      plain(`h.${at}.mlp.c_fc.weight`, [modelDim, hidden], () => up.weight),
      plain(`h.${at}.mlp.c_fc.bias`, [hidden], () => up.bias),
      plain(`h.${at}.mlp.c_proj.weight`, [hidden, modelDim], () => down.weight),
      plain(`h.${at}.mlp.c_proj.bias`, [modelDim], () => down.bias),
    ];
  };
  return [
    plain("wte.weight", [vocab, modelDim], () => model.embedding.table),
    plain("wpe.weight", [tokens, modelDim], () => model.embedding.positions),
    ...model.blocks.flatMap(block),
    ...norm("ln_f", model.norm as { gain: Floats; bias?: Floats }),
  ];
}

/** Matrices of as many rows and columns, one beside the other. Without rows, vectors one after another. */
function sideBySide(name: string, rows: number, columns: number, read: () => (Floats | undefined)[]): Named {
  const parts = read();
  const width = parts.length * columns;
  const value = new Float32Array(Math.max(1, rows) * width);
  const each = (visit: (part: number, whole: number, own: number) => void): void => {
    for (let row = 0; row < Math.max(1, rows); row++)
      for (let part = 0; part < parts.length; part++) visit(part, row * width + part * columns, row * columns);
  };
  if (parts[0]) each((part, whole, own) => value.set(parts[part]!.subarray(own, own + columns), whole));
  const put = (): void => {
    const now = read();
    each((part, whole, own) => now[part]!.set(value.subarray(whole, whole + columns), own));
  };
  const shape = rows === 0 ? [width] : [rows, width];
  return { tensor: { name: `transformer.${name}`, shape, value }, put: parts[0] ? put : undefined };
}
