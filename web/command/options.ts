// What was typed after `heed`.
import { parseArgs } from "node:util";

export const HELP = `heed show FILE [options]

Reads attention out of .npz, .npy, .safetensors or JSON. Without --out it says what the file holds, and with --head what
that head does. With --out it draws one head.

  --head LAYER.HEAD  which head, counted from 0, such as 3.5        --part N   which attention of the file, from 0
  --out FILE         .svg, .png (needs Chromium or Chrome) or .html  --text N   which text of a batch, from 0
  --theme dark       dark colours, in .svg and .png                 --turned   rows and columns are exchanged
  --title TEXT       the heading                                    --raw      tokens as the model has them
  --lang de          sentences in German                            --half     .html keeps half precision

FILE may be a model: a GGUF file, or a folder with config.json and *.safetensors. Its heads are computed for a text.

  --text TEXT        the text, such as "The cat sat."               --tokens IDS  token numbers instead: 1,2,3

Hidden cells are hatched: those of a \`mask\` in the file (true = may attend), and what you say here.

  --causal           no row sees a later column                     --window N      nor one more than N away
  --offset N         row i belongs to column i + N                  --key-length N  nor column N or later

  --help  --version`;

/** The command was not understood: exit code 2. */
export class Misunderstood extends Error {}

export interface Options {
  readonly help: boolean;
  readonly version: boolean;
  readonly file: string;
  readonly head: { readonly layer: number; readonly head: number } | undefined;
  readonly out: string | undefined;
  readonly part: number;
  /** Which text of a file; the text itself for a model. */
  readonly text: string | undefined;
  readonly tokens: readonly number[] | undefined;
  readonly turned: boolean;
  readonly raw: boolean;
  readonly half: boolean;
  readonly theme: "light" | "dark";
  readonly title: string | undefined;
  readonly language: string;
  readonly causal: boolean;
  readonly window: number | undefined;
  readonly keyLength: number | undefined;
  readonly offset: number | undefined;
}

/** Comments add to HELP for the documentation: what a flag does without its neighbours, and its default. */
const TYPED = {
  /** what it can do */
  help: { type: "boolean", short: "h" },
  /** the version of heed */
  version: { type: "boolean" },
  /** @default none: each head is described in a line */
  head: { type: "string" },
  /** @default none: nothing is written */
  out: { type: "string", short: "o" },
  /** @default 0 */
  part: { type: "string" },
  /**
   * which text of a batch, from 0; the text itself for a model
   * @default 0
   */
  text: { type: "string" },
  /**
   * token numbers for a model, such as 1,2,3
   * @default those of the text
   */
  tokens: { type: "string" },
  turned: { type: "boolean" },
  raw: { type: "boolean" },
  half: { type: "boolean" },
  /** @default light */
  theme: { type: "string" },
  /** @default the head and the name of the file */
  title: { type: "string" },
  /** @default en */
  lang: { type: "string" },
  causal: { type: "boolean" },
  /**
   * no row sees a column more than N away
   * @default none
   */
  window: { type: "string" },
  /**
   * no row sees column N or later
   * @default all columns
   */
  "key-length": { type: "string" },
  /** @default 0 */
  offset: { type: "string" },
} as const;

export function optionsOf(typed: string[]): Options {
  const { values, positionals } = parsed(typed);
  const [command, file, ...rest] = positionals;
  const help = values.help === true || (command === undefined && values.version !== true);
  const version = values.version === true;
  if (!help && !version) {
    if (command !== "show") throw new Misunderstood(`the command is "show"; got "${command}". ${SEE}`);
    if (file === undefined) throw new Misunderstood(`show needs a file: heed show attention.npz. ${SEE}`);
    if (rest.length > 0) throw new Misunderstood(`show takes one file; got ${positionals.length - 1}. ${SEE}`);
  }
  const { theme = "light", lang = "en" } = values;
  if (theme !== "light" && theme !== "dark") throw new Misunderstood(`--theme must be light or dark; got "${theme}".`);
  if (values.out !== undefined && !/\.(svg|png|html)$/i.test(values.out))
    throw new Misunderstood(`--out must end in .svg, .png or .html; got "${values.out}".`);
  return {
    help,
    version,
    file: file ?? "",
    head: headOf(values.head),
    out: values.out,
    part: countOf("part", values.part),
    text: values.text,
    tokens: values.tokens === undefined ? undefined : tokensOf(values.tokens),
    turned: values.turned === true,
    raw: values.raw === true,
    half: values.half === true,
    theme,
    title: values.title,
    language: lang,
    causal: values.causal === true,
    window: values.window === undefined ? undefined : countOf("window", values.window),
    keyLength: values["key-length"] === undefined ? undefined : countOf("key-length", values["key-length"]),
    offset: values.offset === undefined ? undefined : offsetOf(values.offset),
  };
}

const SEE = "See heed --help.";

function parsed(args: string[]): ReturnType<typeof parseArgs<{ options: typeof TYPED; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options: TYPED, allowPositionals: true });
  } catch (error) {
    throw new Misunderstood(`${(error as Error).message.split(". ")[0]!.replace(/\.$/, "")}. ${SEE}`);
  }
}

function headOf(text: string | undefined): Options["head"] {
  if (text === undefined) return undefined;
  const found = /^(\d+)\.(\d+)$/.exec(text);
  if (found === null) throw new Misunderstood(`--head must be LAYER.HEAD, such as 3.5; got "${text}".`);
  return { layer: Number(found[1]), head: Number(found[2]) };
}

function offsetOf(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new Misunderstood(`--offset must be an integer, such as --offset=-2; got "${text}".`);
}

function tokensOf(text: string): number[] {
  if (/^\d+( *, *\d+)*$/.test(text)) return text.split(",").map(Number);
  throw new Misunderstood(`--tokens must be token numbers, such as 1,2,3; got "${text}".`);
}

export function countOf(name: string, text = "0"): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Misunderstood(`--${name} must be an integer, 0 or greater; got "${text}".`);
}
