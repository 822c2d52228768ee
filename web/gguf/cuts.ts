// How a text is cut before its pieces are merged: the patterns of llama.cpp by their names.

/** A pre-tokenizer of tokenizer.json. */
type Cut = Readonly<Record<string, unknown>>;

export interface Cuts {
  readonly cuts: readonly Cut[];
  /** Whether a piece that is a token stays one, whatever its merges. */
  readonly ignoreMerges?: boolean;
  /** Whether a begin token is added where the file does not say. */
  readonly addsBegin?: boolean;
  /** Whether letters are composed first. llama.cpp does not, and the models were trained so. */
  readonly composes?: boolean;
}

const split = (pattern: string): Cut => ({
  ...{ type: "Split", pattern: { Regex: pattern }, behavior: "Isolated", invert: false },
});
/** Bytes become letters; with `cuts` after GPT-2's own pattern. */
const bytes = (cuts: boolean): Cut => ({
  ...{ type: "ByteLevel", add_prefix_space: false, trim_offsets: false, use_regex: cuts },
});

const SPACES = "\\s+(?!\\S)|\\s+";
const ENDINGS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
const SIGNS = " ?[^\\s\\p{L}\\p{N}]+";
const LINES = "\\s*[\\r\\n]+";
const THREE_DIGITS = "\\p{N}{1,3}";
const word = (letters: string): string => `[^\\r\\n\\p{L}\\p{N}]?${letters}`;

const pieces = (...parts: readonly string[]): readonly Cut[] => [
  split([...parts, LINES, SPACES].join("|")),
  bytes(false),
];
/** The pattern of Llama 3, with as many digits in a piece as this. */
const modern = (digits: string): readonly Cut[] => pieces(ENDINGS, word("\\p{L}+"), digits, `${SIGNS}[\\r\\n]*`);
/** Words are cut where a capital follows. */
const capitals = (endings: string, digits: string): readonly Cut[] => {
  const [upper, lower] = ["[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]", "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]"];
  const words = [`${upper}*${lower}+`, `${upper}+${lower}*`].map((letters) => word(letters) + endings);
  return pieces(...words, digits, `${SIGNS}[\\r\\n/]*`);
};

const GPT2: Cuts = { cuts: [bytes(true)] };
const LLAMA3: Cuts = { cuts: modern(THREE_DIGITS), ignoreMerges: true, addsBegin: true };
const QWEN2: Cuts = { cuts: modern("\\p{N}") };
const SMOLLM: Cuts = { cuts: [{ type: "Digits", individual_digits: true }, bytes(true)] };
const DEEPSEEK3: Cuts = {
  cuts: [
    split(THREE_DIGITS),
    split("[一-龥぀-ゟ゠-ヿ]+"),
    split(
      "[!-/:-@\\[-`{-~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|" +
        `${LINES}|${SPACES}`,
    ),
    bytes(false),
  ],
};
/** In turn: signs, GPT-2's words, runs of digits, three digits. */
const DEFAULT: Cuts = {
  cuts: [
    split("[\\p{P}\\$\\+<=>\\^~\\|]+"),
    split(`'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+|${SIGNS}|${SPACES}`),
    split("\\p{N}+"),
    split("[0-9][0-9][0-9]"),
    bytes(false),
  ],
};

const same = (cuts: Cuts, names: string): Readonly<Record<string, Cuts>> =>
  Object.fromEntries(names.split(" ").map((name) => [name, cuts]));

/** By `tokenizer.ggml.pre`. */
export const CUTS: Readonly<Record<string, Cuts>> = {
  ...same(GPT2, "gpt-2 phi-2 mpt olmo roberta-bpe jina-v2-es jina-v2-de jina-v2-code exaone4 trillion"),
  ...same(LLAMA3, "llama-bpe llama3 llama-v3 falcon3 pixtral lfm2"),
  ...same({ cuts: modern(THREE_DIGITS) }, "dbrx smaug-bpe chatglm-bpe glm4"),
  ...same({ ...QWEN2, composes: true }, "qwen2 deepseek-r1-qwen"),
  ...same(QWEN2, "stablelm2 hunyuan megrez"),
  qwen35: {
    cuts: pieces(ENDINGS, word("[\\p{L}\\p{M}]+"), "\\p{N}", " ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*"),
    composes: true,
  },
  ...same(SMOLLM, "smollm starcoder refact command-r exaone minerva-7b"),
  tekken: { cuts: capitals("", "\\p{N}"), ignoreMerges: true, addsBegin: true },
  ...same({ cuts: capitals(`${ENDINGS}?`, THREE_DIGITS) }, "gpt-4o llama4"),
  ...same(DEEPSEEK3, "deepseek-v3 hunyuan-dense joyai-llm"),
  default: DEFAULT,
};
