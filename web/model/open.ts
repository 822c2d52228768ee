// Opens a model: reads its config, finds its tensors, and puts them into wasm memory.
import type { Heed, SelfAttentionWeights, Tensor } from "../lib/api/index.js";
import {
  checkNamed,
  checkNames,
  checkObject,
  cutText,
  fault,
  kindOf,
  listText,
  nearest,
  numberFault,
  readTokenizer,
  readTokens,
  publicObject,
  tensorOf,
  type ReadTokenizer,
} from "../lib/read/index.js";
import type {
  GenerateOptions,
  LensOptions,
  LensReading,
  LogitParts,
  LogitPartsOptions,
  Model,
  OpenModelOptions,
  Run,
  RunControl,
  RunOptions,
  ScoreParts,
  ScorePartsOptions,
} from "./api.js";
import type { Blueprint } from "./blueprint.js";
import { checkPlace } from "./changes.js";
import { Config } from "./config.js";
import { FAMILIES } from "./families/families.js";
import { readModel } from "./families/read.js";
import { namedSource, READ_IT, readJson, refuseGguf } from "./files/source.js";
import { tableOf } from "../tensors/index.js";
import { readTensors, Tensors } from "./files/tensors.js";
import { generateTokens, readGenerate } from "./generate.js";
import type { Engine } from "./layers.js";
import { lens } from "./lens.js";
import { loadBlueprint, type Matrix } from "./loaded.js";
import { logitParts } from "./logit-parts.js";
import { checkCallbacks, drive, readRun, runLayers } from "./run.js";
import { scoreParts } from "./score-parts.js";
import { tokensOf } from "./tokens.js";
import { within } from "./within.js";

const WHERE = "heed/model.openModel";
/** What heed/gguf gives beside the files is passed over. */
const OPTIONS = ["config", "tokenizer", "weights", "layers", "signal", "onProgress", "tokenizerJson", "about"];
const RUN_OPTIONS = [
  "keep",
  "layers",
  "logits",
  "heads",
  "feedForward",
  "rows",
  "cut",
  "patch",
  "from",
  "types",
  "onLayer",
  "signal",
  "onProgress",
];

/** The names that transformers has for what a run keeps. */
const RUN_HINTS = {
  outputattentions: 'write keep: ["weights"]; run.layers has them for each layer',
  outputhiddenstates: 'write keep: ["stages"]; run.layers has the input and output of each layer',
};

/**
 * Opens a model from its files: GPT-2, Pythia, Llama, Gemma 3, BERT and similar models, and models that heed trained.
 * Another family throws an error that lists those that open. The weights stay in wasm memory as they are stored, in
 * float32, float16 or bfloat16, until dispose(). Nothing of the files is run, and nothing is fetched.
 *
 * @throws TypeError for a wrong kind of argument, RangeError for a file or a config that heed does not open, with what
 * it found.
 */
export async function openModel(heed: Heed, options: OpenModelOptions): Promise<Model> {
  if (typeof (heed as Partial<Heed> | null | undefined)?.attention !== "function")
    throw fault("type", `${WHERE}: heed must be made by load() of heed; got ${kindOf(heed)}.`);
  await refuseGguf(WHERE, options);
  const form = "an object { config, tokenizer, weights }";
  if (typeof options === "string")
    throw fault("type", `${WHERE}: options must be ${form}; got ${kindOf(options)}.${READ_IT}`);
  checkObject(WHERE, "options", options, form);
  checkNames(WHERE, "option", options, OPTIONS);
  checkCallbacks(WHERE, options);
  const given = Array.isArray(options.weights) ? options.weights : [options.weights];
  await refuseGguf(WHERE, given[0]);
  const table = tableOf(options.weights);
  const tokenizer = readTokenizer(WHERE, options.tokenizer);
  const config = new Config(WHERE, await readJson(WHERE, options.config, "config"), "config", table?.inItsWords);
  const type = familyOf(config);
  if (given.length === 0) throw fault("type", `${WHERE}: weights must be a file, or an array of files; it is empty.`);
  const name = (n: number): string => (given.length === 1 ? "the file of weights" : `file ${n + 1} of the weights`);
  const files = () => given.map((file, n) => namedSource(WHERE, file, name(n)));
  const tensors = new Tensors(WHERE, table?.tensors ?? (await readTensors(WHERE, files())), table);
  const whole = within(WHERE, () => readModel(type, FAMILIES[type], config, tensors));
  const plan = options.layers === undefined ? whole : firstLayers(whole, options.layers);
  const loaded = await loadBlueprint(WHERE, heed, plan, options);
  const { noTokenizer } = Object(options.about) as { readonly noTokenizer?: unknown };
  const model = new OpenedModel({ heed, plan, loaded }, tokenizer, noTokenizer);
  return publicObject<Model>(WHERE, model, {
    kind: "Model",
    values: ["facts", "disposed"],
    methods: ["tokens", "run", "generate", "scoreParts", "lens", "logitParts", "layer", "dispose"],
  });
}

/** The model up to a layer: no norm and no head come after it. */
function firstLayers(plan: Blueprint, layers: number): Blueprint {
  const all = plan.facts.layers;
  if (!Number.isInteger(layers) || layers < 1 || layers > all)
    throw numberFault(layers, `${WHERE}: layers must be an integer from 1 to ${all}; got ${kindOf(layers)}.`);
  if (layers === all) return plan;
  const facts = { ...plan.facts, layers, head: false };
  const behind = { lastNorm: undefined, head: undefined, replaced: undefined };
  return { ...plan, ...behind, facts, layers: plan.layers.slice(0, layers) };
}

/** The `model_type` of a model that opens. */
function familyOf(config: Config): keyof typeof FAMILIES {
  const families = Object.keys(FAMILIES);
  const known = listText(families);
  if (config.has("peft_type"))
    config.refuse("peft_type says that this is an adapter (LoRA). Merge it into its model: model.merge_and_unload().");
  if (!config.has("model_type"))
    config.refuse(`model_type is missing, so this is not a config.json of transformers. heed opens ${known}.`);
  const type = config.word("model_type", "");
  if (!Object.hasOwn(FAMILIES, type)) {
    const near = type.length > 3 ? nearest(type, families) : undefined;
    config.refuse(`model_type is "${cutText(type)}"${near ? `, nearest to ${near}` : ""}; heed opens ${known}.`);
  }
  if (config.has("quantization_config"))
    config.refuse("quantization_config says that it is quantised. Save it in float32, float16 or bfloat16.");
  return type as keyof typeof FAMILIES;
}

class OpenedModel {
  readonly facts: Model["facts"];
  private engine: Engine | undefined;

  constructor(
    engine: Engine,
    private readonly tokenizer: ReadTokenizer | undefined,
    /** What heed/gguf said of a tokenizer that it does not read. */
    private readonly noTokenizer: unknown,
  ) {
    this.engine = engine;
    this.facts = Object.freeze({ ...engine.plan.facts, bytes: engine.loaded.bytes });
  }

  get disposed(): boolean {
    return this.engine === undefined;
  }

  tokens(text: string) {
    const where = "model.tokens";
    this.opened(where);
    return this.tokensIn(where, text);
  }

  private tokensIn(where: string, text: string) {
    if (this.tokenizer === undefined) {
      if (typeof this.noTokenizer === "string") {
        // The message without the name of the call that read the file.
        const why = this.noTokenizer.replace(/^.*?: /, "");
        throw fault("type", `${where}: ${why} Give openModel() a tokenizer, or write token numbers.`);
      }
      throw fault(
        "type",
        `${where}: the model was opened without a tokenizer. Give openModel() one, or write token numbers.`,
      );
    }
    return tokensOf(where, this.tokenizer, text, this.facts.vocab);
  }

  /** The numbers of a text, of tokens, or as they are given. */
  private idsIn(where: string, { plan }: Engine, given: unknown): number[] {
    if (typeof given === "string") return readIds(where, plan, this.tokensIn(where, given).map(idOf));
    return readIds(where, plan, Array.isArray(given) ? Array.from(given, idOf) : given);
  }

  run(given: unknown, options: RunOptions & RunControl = {}): Run | Promise<Run> {
    const where = "model.run";
    const engine = this.opened(where);
    checkNamed(where, "option", options, RUN_OPTIONS, { hints: RUN_HINTS });
    const plan = readRun(where, engine, this.idsIn(where, engine, given), options);
    return drive(runLayers(engine, plan), this.facts.layers, options, () => this.opened(where));
  }

  generate(given: unknown, options: GenerateOptions = {}) {
    const where = "model.generate";
    const engine = this.opened(where);
    checkObject(where, "options", options);
    const ids = this.idsIn(where, engine, given);
    const plan = readGenerate(where, engine, ids.length, options, this.tokenizer);
    return generateTokens(() => this.opened(where), this.tokenizer, ids, plan);
  }

  scoreParts(run: Run, options: ScorePartsOptions): ScoreParts {
    const where = "model.scoreParts";
    return within(where, () => scoreParts(where, this.opened(where), run, options));
  }

  lens(run: Run, options?: LensOptions): LensReading[] {
    const where = "model.lens";
    return within(where, () => lens(where, this.opened(where), run, options));
  }

  logitParts(run: Run, options: LogitPartsOptions): LogitParts {
    const where = "model.logitParts";
    return within(where, () => logitParts(where, this.opened(where), run, options));
  }

  layer(number: unknown): SelfAttentionWeights {
    const where = "model.layer";
    const { loaded, plan } = this.opened(where);
    const layer = loaded.layers[checkPlace(where, "layer", number, this.facts.layers)]!;
    const [query, key, value, output] = [...layer.projections, layer.output].map(copyOf) as [Copy, Copy, Copy, Copy];
    const biases = { queryBias: query.bias, keyBias: key.bias, valueBias: value.bias, outputBias: output.bias };
    return {
      queryWeight: query.weight,
      keyWeight: key.weight,
      valueWeight: value.weight,
      outputWeight: output.weight,
      ...Object.fromEntries(Object.entries(biases).filter(([, bias]) => bias)),
      heads: plan.facts.heads,
      kvHeads: plan.facts.kvHeads,
      layout: layer.output.weight.layout,
    };
  }

  dispose(): void {
    this.engine?.loaded.dispose();
    this.engine = undefined;
  }

  private opened(where: string): Engine {
    if (this.engine !== undefined) return this.engine;
    throw fault("disposed", `${where}: the model was used after dispose(), which freed its memory. Open it again.`);
  }
}

interface Copy {
  readonly weight: Tensor;
  readonly bias: Tensor | undefined;
}

function copyOf({ weight, bias }: Matrix): Copy {
  const rows = Array.from({ length: weight.shape[0] }, (_, row) => row);
  return { weight: weight.rows(rows), bias: bias && tensorOf(bias.data.slice(), bias.shape) };
}

/** The number of a token, as `tokens()` gives it; anything else as it is. */
function idOf(token: unknown): unknown {
  return typeof token === "object" && token !== null && "id" in token ? token.id : token;
}

/** Reads token numbers: each one that the model has, and no more than its positions reach. */
function readIds(where: string, { facts, positions }: Blueprint, given: unknown): number[] {
  const ids = readTokens(where, "ids", given, facts.vocab, "a string, a result of tokens(), or numbers");
  if (ids.length === 0) throw fault("shape", `${where}: ids must hold at least one token; it is empty.`);
  if (positions && ids.length > facts.context)
    throw fault(
      "capacity",
      `${where}: ids must hold at most ${facts.context} tokens, because the model has that many positions; got ` +
        `${ids.length}. Give a shorter text.`,
    );
  return ids;
}
