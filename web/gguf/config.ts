// The keys of a file as the config.json that heed/model reads.
import { cutText, fault, listText } from "../lib/read/index.js";
import type { ReadFile } from "./file.js";
import { Keys } from "./keys.js";

/** What config.json calls the keys of an architecture. */
type Sizes = Readonly<Record<"layers" | "dim" | "heads" | "hidden" | "context" | "epsilon", string>>;

const LLAMA: Sizes = {
  ...{ layers: "num_hidden_layers", dim: "hidden_size", heads: "num_attention_heads", hidden: "intermediate_size" },
  ...{ context: "max_position_embeddings", epsilon: "rms_norm_eps" },
};
const SIZES: Readonly<Record<string, Sizes>> = {
  ...{ llama: LLAMA, qwen2: LLAMA, qwen3: LLAMA },
  gpt2: {
    ...{ layers: "n_layer", dim: "n_embd", heads: "n_head", hidden: "n_inner", context: "n_positions" },
    epsilon: "layer_norm_epsilon",
  },
  bert: { ...LLAMA, epsilon: "layer_norm_eps" },
  distilbert: {
    ...{ layers: "n_layers", dim: "dim", heads: "n_heads", hidden: "hidden_dim" },
    ...{ context: "max_position_embeddings", epsilon: "layer_norm_eps" },
  },
};
const ARCHITECTURES = ["llama", "qwen2", "qwen3", "gpt2", "bert"];

/** What would change the model, the values that change nothing, and why the file is refused. */
const NEUTRAL: readonly (readonly [key: string, neutral: readonly unknown[], what: string])[] = [
  [".expert_count", [0], "a mixture of experts does not open"],
  [".attn_logit_softcapping", [0], "heed has no soft cap in these families"],
  [".final_logit_softcapping", [0], "heed has no soft cap in these families"],
  [".logit_scale", [0, 1], "heed does not scale logits in these families"],
  [".residual_scale", [0, 1], "heed does not scale residuals in these families"],
  [".embedding_scale", [0, 1], "heed does not scale embeddings in these families"],
  [".attention.clamp_kqv", [0], "heed does not clamp queries, keys and values"],
  [".attention.max_alibi_bias", [0], "heed has no ALiBi in these families"],
  [".use_parallel_residual", [false], "heed has no parallel layers in these families"],
];

export interface FoundConfig {
  readonly config: Record<string, unknown>;
  /** Its `model_type`. */
  readonly family: string;
  readonly keys: Keys;
  /** The key of each name of the config. */
  readonly keyOf: Readonly<Record<string, string>>;
}

/** What the frequencies of the pairs are divided by, by the name of the tensor that says it. */
export type Factors = Readonly<Record<string, readonly number[] | undefined>>;

export function configOf(where: string, file: ReadFile, factors: Factors): FoundConfig {
  const keys = new Keys(where, file, architectureOf(where, file));
  const { architecture } = keys;
  // A DistilBERT is a bert without types.
  const family = architecture === "bert" && !file.tensors.has("token_types.weight") ? "distilbert" : architecture;
  const isCausal = architecture !== "bert";
  for (const [key, neutral, what] of NEUTRAL) keys.neutral(key, neutral, what);
  keys.neutral(".attention.causal", [isCausal], `a ${architecture} ${isCausal ? "looks back" : "looks both ways"}`);
  const names = SIZES[family]!;
  const isRms = names.epsilon === "rms_norm_eps";
  const sizes: Record<string, string> = {
    [names.layers]: ".block_count",
    [names.dim]: ".embedding_length",
    [names.heads]: ".attention.head_count",
    [names.hidden]: ".feed_forward_length",
    [names.context]: ".context_length",
  };
  const config: Record<string, unknown> = { model_type: family };
  for (const [name, key] of Object.entries(sizes)) config[name] = keys.whole(key);
  const epsilon = `.attention.layer_norm_${isRms ? "rms_" : ""}epsilon`;
  config[names.epsilon] = keys.number(epsilon);
  const vocab = keys.optionalWhole(".vocab_size");
  if (vocab !== undefined) config.vocab_size = vocab;
  if (isCausal) config.tie_word_embeddings = !file.tensors.has("output.weight");
  const rotary = isRms ? addRotary(keys, config, factors) : {};
  checkAttention(keys, config, names);
  const named = { ...sizes, [names.epsilon]: epsilon, vocab_size: ".vocab_size", ...rotary };
  const keyOf = Object.fromEntries(Object.entries(named).map(([name, key]) => [name, keys.named(key)]));
  return { config, family, keys, keyOf };
}

/** Windows and scales are those of the family. */
function checkAttention(keys: Keys, config: Readonly<Record<string, unknown>>, { dim, heads, context }: Sizes): void {
  const number = (name: string): number => config[name] as number;
  const window = keys.optionalWhole(".attention.sliding_window") ?? 0;
  if (window > 0 && window < number(context))
    keys.refuse(".attention.sliding_window", `is ${window}; heed has no window in these files`);
  const scale = keys.optionalNumber(".attention.scale") ?? 0;
  const columns = (config.head_dim as number | undefined) ?? number(dim) / number(heads);
  if (scale !== 0 && Math.abs(scale * Math.sqrt(columns) - 1) > 1e-5)
    keys.refuse(".attention.scale", `is ${scale}; heed scales by 1/√${columns} in these families`);
}

function architectureOf(where: string, file: ReadFile): string {
  const fail = (what: string): never => {
    throw fault("file", `${where}: ${file.source.name} ${what}.`);
  };
  const general = new Keys(where, file, "general");
  const architecture = general.word(".architecture");
  const type = general.word(".type");
  const names = Array.from(file.tensors.keys());
  if (type === "mmproj" || architecture === "clip")
    fail("is an mmproj, the part that reads pictures. Give the file of the language model");
  if (type === "adapter" || general.has("adapter.type") || names.some((name) => name.endsWith(".lora_a")))
    fail("is an adapter (LoRA). Give the file of the model, or merge the two with llama-export-lora of llama.cpp");
  if (architecture === undefined) return fail("has no key general.architecture");
  if (names.length === 0) fail("has no tensors, only a vocabulary. Give the file of the model");
  if (ARCHITECTURES.includes(architecture)) return architecture;
  const experts = /moe/i.test(architecture) ? ", a mixture of experts" : "";
  const known = listText(ARCHITECTURES);
  return fail(`has the key general.architecture, which is "${cutText(architecture)}"${experts}; heed opens ${known}`);
}

/** Adds heads of keys and how positions turn. Returns the keys of what it adds. */
function addRotary(keys: Keys, config: Record<string, unknown>, factors: Factors): Record<string, string> {
  const dim = keys.optionalWhole(".attention.key_length");
  const valueDim = keys.optionalWhole(".attention.value_length") ?? dim;
  if (valueDim !== dim)
    keys.refuse(".attention.value_length", `is ${valueDim}; heed takes the keys' length, ${dim ?? "which is missing"}`);
  const [modelDim, heads] = [config.hidden_size as number, config.num_attention_heads as number];
  if (dim === undefined && modelDim % heads !== 0)
    keys.refuse(".attention.head_count", `must divide the ${modelDim} columns of a row; it is ${heads}`);
  const columns = dim ?? modelDim / heads;
  const turned = keys.optionalWhole(".rope.dimension_count") ?? columns;
  if (turned !== columns)
    keys.refuse(".rope.dimension_count", `is ${turned}; heed turns whole heads, of ${columns} columns`);
  Object.assign(config, {
    head_dim: columns,
    num_key_value_heads: keys.optionalWhole(".attention.head_count_kv") ?? heads,
    rope_theta: keys.optionalNumber(".rope.freq_base") ?? 10000,
    rope_scaling: scalingOf(keys, config.max_position_embeddings as number, factors),
  });
  return {
    head_dim: ".attention.key_length",
    num_key_value_heads: ".attention.head_count_kv",
    rope_theta: ".rope.freq_base",
    "rope_scaling.factor": ".rope.scaling.factor",
    "rope_scaling.original_max_position_embeddings": ".rope.scaling.original_context_length",
    "rope_scaling.attention_factor": ".rope.scaling.attn_factor",
    "rope_scaling.beta_fast": ".rope.scaling.yarn_beta_fast",
    "rope_scaling.beta_slow": ".rope.scaling.yarn_beta_slow",
  };
}

/** A length that no text has. */
const ENDLESS = 2 ** 30;

function scalingOf(keys: Keys, context: number, factors: Factors): object | null {
  const { rope_freqs: divisors, rope_factors_short: short, rope_factors_long: long } = factors;
  const type = keys.word(".rope.scaling.type") ?? (keys.has(".rope.scale_linear") ? "linear" : "none");
  const own = keys.optionalNumber(".rope.scaling.attn_factor") ?? 1;
  const factor = keys.optionalNumber(".rope.scaling.factor") ?? keys.optionalNumber(".rope.scale_linear") ?? 1;
  const original = keys.optionalWhole(".rope.scaling.original_context_length") ?? context;
  const common = { rope_type: type, factor, original_max_position_embeddings: original };
  if (divisors !== undefined && type !== "none")
    keys.refuse(".rope.scaling.type", `is "${cutText(type)}", and there is a tensor rope_freqs as well`);
  switch (type) {
    case "none":
      // As llama3 is written: what each frequency is divided by, whatever the length.
      return divisors === undefined
        ? null
        : {
            ...{ rope_type: "longrope", short_factor: divisors, long_factor: divisors, attention_factor: 1 },
            original_max_position_embeddings: ENDLESS,
          };
    case "linear":
      return factor === 1 ? null : { rope_type: "linear", factor };
    case "yarn":
      keys.neutral(".rope.scaling.yarn_ext_factor", [1, -1], "heed mixes the two frequencies as the paper does");
      keys.neutral(".rope.scaling.yarn_attn_factor", [1], "heed takes the factor of the paper");
      return {
        ...common,
        beta_fast: keys.optionalNumber(".rope.scaling.yarn_beta_fast") ?? 32,
        beta_slow: keys.optionalNumber(".rope.scaling.yarn_beta_slow") ?? 1,
        // llama.cpp multiplies the factor of the paper by this one.
        attention_factor: own === 1 ? null : own * (1 + 0.1 * Math.log(factor)),
      };
    case "longrope":
      if (short === undefined || long === undefined)
        return keys.refuse(".rope.scaling.type", "is longrope, without the tensors rope_factors_short and _long");
      return { ...common, short_factor: short, long_factor: long, attention_factor: own === 1 ? null : own };
    default:
      return keys.refuse(".rope.scaling.type", `is "${cutText(type)}"; heed has none, linear, yarn and longrope`);
  }
}
