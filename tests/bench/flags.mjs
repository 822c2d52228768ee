// The flags of `npm run bench`.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ENGINES } from "./hosts/engines.mjs";

const PACKAGE = fileURLToPath(new URL("../../dist/heed.js", import.meta.url));
const FLAVOURS = ["relaxed-simd", "simd"];
const NAMES = Object.keys(ENGINES);

export const USAGE = `npm run bench -- [flags]
  --engine NAME    where it runs: ${NAMES.join(", ")}; without it in node
  --browser        the same as --engine chromium
  --quick          a handful of shapes, a minute
  --filter TEXT    only shapes whose name holds TEXT, such as 8×512 (or 8x512), causal, layer, backward;
                   or "training step"
  --flavour NAME   simd or relaxed-simd; without it both
  --peers          the other libraries beside heed, at a list of shapes, three minutes
  --engines        the kernels of a short list of shapes, in every engine that this machine has
  --workers N      heed/workers with 1 to N workers beside the plain call, and onnxruntime-web on N threads
  --options        what options cost: windows, rotary, ALiBi, sinks, lse, packed rows, float16
  --train          steps of training a language model, in Node, one thread and two workers, beside PyTorch where it is
  --against FILE   the kernels of heed beside those of another build (the file is its heed.js), in turns
  --json FILE      writes the whole run as JSON
  --package FILE   the entry of another build, instead of dist/heed.js`;

/** @satisfies {import("node:util").ParseArgsConfig["options"]} */
const OPTIONS = {
  engine: { type: "string" },
  browser: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  filter: { type: "string" },
  flavour: { type: "string" },
  peers: { type: "boolean", default: false },
  engines: { type: "boolean", default: false },
  workers: { type: "string" },
  options: { type: "boolean", default: false },
  train: { type: "boolean", default: false },
  against: { type: "string" },
  json: { type: "string" },
  package: { type: "string", default: PACKAGE },
  help: { type: "boolean", default: false },
};

const MOST_WORKERS = 64;

/** @param {Record<string, any>} flags */
function checkedWorkers({ workers, peers, engines, against }) {
  if (workers === undefined) return;
  if (!/^\d+$/.test(workers) || workers < 2 || workers > MOST_WORKERS)
    throw new Error(`--workers must be an integer from 2 to ${MOST_WORKERS}; got ${workers}.`);
  if (peers || engines || against)
    throw new Error("--workers is a run of its own; it cannot go with --peers, --engines or --against.");
}

/** @param {Record<string, any>} flags */
function checkedOptions({ options, peers, engines, workers, against }) {
  if (options && (peers || engines || workers || against))
    throw new Error("--options is a run of its own; it cannot go with --peers, --engines, --workers or --against.");
}

/** @param {Record<string, any>} flags */
function checked({ engine, browser, flavour, peers, engines, against }) {
  if (flavour && !FLAVOURS.includes(flavour))
    throw new Error(`--flavour must be simd or relaxed-simd; got ${flavour}.`);
  if (engine && !NAMES.includes(engine)) throw new Error(`--engine must be ${NAMES.join(", ")}; got ${engine}.`);
  if (browser && engine && engine !== "chromium")
    throw new Error(`--browser means --engine chromium; it cannot go with --engine ${engine}.`);
  if (engines && (engine || browser))
    throw new Error("--engines measures in every engine; it cannot go with --engine or --browser.");
  if (peers && (engines || against)) throw new Error("--engines and --against measure heed alone; leave out --peers.");
}

/**
 * The flags as an object: `engine` is one name, or undefined with `engines`; `flavours` are those to measure.
 * @param {string[]} words @returns {Record<string, any>}
 */
export function readFlags(words) {
  /** @type {{ values: Record<string, any> }} */
  const { values } = parseArgs({ args: words, options: OPTIONS });
  checked(values);
  checkedWorkers(values);
  checkedOptions(values);
  const { browser, ...flags } = values;
  return {
    ...flags,
    engine: flags.engines ? undefined : (flags.engine ?? (browser ? "chromium" : "node")),
    package: resolve(flags.package),
    against: flags.against && resolve(flags.against),
    workers: flags.workers && Number(flags.workers),
    flavours: flags.flavour ? [flags.flavour] : FLAVOURS,
  };
}

/** The command that gives such figures on any machine, so without the names of files. */
export function commandOf({ engine, engines, quick, filter, flavour, peers, workers, options, train, against }) {
  const words = [
    engines && "--engines",
    engine && engine !== "node" && `--engine ${engine}`,
    quick && "--quick",
    filter && `--filter "${filter}"`,
    flavour && `--flavour ${flavour}`,
    peers && "--peers",
    workers && `--workers ${workers}`,
    options && "--options",
    train && "--train",
    against && "--against FILE",
  ].filter(Boolean);
  return words.length ? `npm run bench -- ${words.join(" ")}` : "npm run bench";
}
