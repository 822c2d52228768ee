// `npm run bench`: reads the flags, chooses contenders and hosts, runs, and prints the report.
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { serve } from "../../scripts/serve.mjs";
import { relaxedSimdFlags } from "../../scripts/setup/relaxed.mjs";
import { findEngine } from "../../scripts/testing/engines.mjs";
import { BROWSERS } from "../engines/open.mjs";
import { startBrowser, startBrowserHost, startPageHost } from "./hosts/browser-host.mjs";
import { describeMachine } from "./hosts/machine.mjs";
import { startNodeHost } from "./hosts/node-host.mjs";
import { isQuick, SHAPES } from "./measure/shapes.mjs";
import { nodePeers, pagePeers } from "./peers/entries.mjs";
import { installPeers } from "./peers/install.mjs";
import { writeJson, writeResults } from "./report/files.mjs";
import { heading, heedReport, peersReport } from "./report/text.mjs";
import { runBench } from "./run.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const ROOT = resolve(HERE, "../..");

const USAGE = `npm run bench -- [flags]
  --quick          a handful of shapes, a minute
  --filter TEXT    only shapes whose name holds TEXT, such as 8×512 (or 8x512), causal, layer, backward;
                   or "training step"
  --flavour NAME   simd or relaxed-simd; without it both
  --browser        in Chromium instead of Node
  --engine NAME    in bun, deno, firefox or webkit instead of Node
  --peers          the other libraries beside heed
  --json FILE      writes the whole run as JSON
  --package FILE   the entry of another build, instead of dist/heed.js`;

export function readFlags(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean", default: false },
      filter: { type: "string" },
      flavour: { type: "string" },
      browser: { type: "boolean", default: false },
      engine: { type: "string" },
      peers: { type: "boolean", default: false },
      json: { type: "string" },
      package: { type: "string", default: resolve(ROOT, "dist/heed.js") },
      help: { type: "boolean", default: false },
    },
  });
  if (values.flavour && !["simd", "relaxed-simd"].includes(values.flavour)) {
    throw new Error(`--flavour must be simd or relaxed-simd; ${values.flavour} came.`);
  }
  if (values.engine && !Object.hasOwn(ENGINES, values.engine))
    throw new Error(`--engine must be ${Object.keys(ENGINES).join(", ")}; ${values.engine} came.`);
  if (values.engine && (values.peers || values.browser))
    throw new Error("--engine measures heed alone; --peers and --browser go without it.");
  return values;
}

function shapesFor({ quick, filter }) {
  const wanted = filter?.replace(/(\d)x(?=\d)/g, "$1×");
  const shapes = SHAPES.filter((shape) => (!quick || isQuick(shape)) && (!wanted || shape.name.includes(wanted)));
  if (shapes.length || hasTraining({ filter })) return shapes;
  throw new Error(
    `No shape's name holds "${filter}". The names are: ${[...SHAPES.map(({ name }) => name), TRAINING].join("; ")}.`,
  );
}

const TRAINING = "training step";
const hasTraining = ({ filter }) => !filter || TRAINING.includes(filter);

/** heed's flavours. `locate` gives the address of a contender's file for the host. */
function heedEntries(flavour, packageAt, locate) {
  const module = locate("heed.mjs");
  const names = flavour ? [flavour] : ["relaxed-simd", "simd"];
  return names.map((name) => ({ name, kind: "heed", module, settings: { flavour: name, package: packageAt } }));
}

const inFile = (file) => pathToFileURL(file).href;

async function inNode(flags) {
  const packageAt = inFile(resolve(flags.package));
  const contender = (file) => inFile(resolve(HERE, "contenders", file));
  return {
    engine: `Node ${process.versions.node} (V8 ${process.versions.v8})`,
    training: inFile(resolve(dirname(flags.package), "train.js")),
    entries: [
      ...heedEntries(flags.flavour, packageAt, contender),
      ...(flags.peers ? nodePeers(installPeers(progress), contender) : []),
    ],
    startHost: async () => startNodeHost({ flags: relaxedSimdFlags() ?? [] }),
    stop: async () => {},
  };
}

// An isolated page has a fine clock, and its threads may share memory.
const ISOLATED = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const EMPTY_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>heed bench</title>";

async function inBrowser(flags) {
  const entry = resolve(flags.package);
  const peers = flags.peers ? installPeers(progress) : undefined;
  const contender = (file) => `/bench/contenders/${file}`;
  const entries = heedEntries(flags.flavour, `/package/${basename(entry)}`, contender);
  if (peers) entries.push(...(await pagePeers(peers, contender)));
  const folders = { "/bench/": HERE, "/package/": dirname(entry), ...(peers && { "/peers/": peers }) };
  const server = await serve(folders, { headers: ISOLATED, texts: { "/": EMPTY_PAGE } });
  const browser = await startBrowser();
  return {
    engine: `Chromium ${browser.version()}`,
    training: "/package/train.js",
    entries,
    startHost: () => startBrowserHost(browser, server.url),
    stop: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Bun or Deno, as npm has it. */
const inProgram = (name, execArgv) => async (flags) => {
  const engine = await findEngine(name);
  if (!engine) throw new Error(`npm has no ${name} for this machine.`);
  const node = await inNode(flags);
  return {
    ...node,
    engine: `${name} ${engine.version}`,
    startHost: async () => startNodeHost({ program: engine.program, flags: execArgv }),
  };
};

/** Firefox or WebKit, as the tests of tests/engines open it. Every host is a browser of its own. */
const inOtherBrowser = (name) => async (flags) => {
  const { found, lacks, open } = BROWSERS.find((one) => one.name === name);
  const browser = found();
  if (!browser) throw new Error(`There is ${lacks}.`);
  const entry = resolve(flags.package);
  const folders = { "/bench/": HERE, "/package/": dirname(entry) };
  const server = await serve(folders, { headers: ISOLATED, texts: { "/": EMPTY_PAGE } });
  const first = await open(browser);
  await first.close();
  return {
    engine: `${name} ${first.browserVersion}`,
    training: "/package/train.js",
    entries: heedEntries(flags.flavour, `/package/${basename(entry)}`, (file) => `/bench/contenders/${file}`),
    startHost: async () => startPageHost(await open(browser, { patient: true }), server.url),
    stop: () => server.close(),
  };
};

const ENGINES = {
  bun: inProgram("Bun", []),
  deno: inProgram("Deno", ["run", "--allow-all", "--no-lock", "--no-config"]),
  firefox: inOtherBrowser("Firefox"),
  webkit: inOtherBrowser("WebKit"),
};

/** Says on the terminal what is being measured. Each line replaces the one before. */
function progress(line) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`);
  else console.error(line);
}

/** The command that gives such figures on any machine, so without the names of files. */
function commandOf({ quick, filter, flavour, browser, engine, peers }) {
  const words = [
    quick && "--quick",
    filter && `--filter "${filter}"`,
    flavour && `--flavour ${flavour}`,
    browser && "--browser",
    engine && `--engine ${engine}`,
    peers && "--peers",
  ].filter(Boolean);
  return words.length ? `npm run bench -- ${words.join(" ")}` : "npm run bench";
}

export async function main(words) {
  const flags = readFlags(words);
  if (flags.help) return console.log(USAGE);
  const shapes = shapesFor(flags);
  const place = await (flags.engine ? ENGINES[flags.engine] : flags.browser ? inBrowser : inNode)(flags);
  try {
    const training = hasTraining(flags) ? place.training : undefined;
    const measured = await runBench({
      ...place,
      training,
      shapes,
      budget: flags.quick ? "quick" : "normal",
      log: progress,
    });
    progress("");
    const run = {
      command: commandOf(flags),
      machine: describeMachine(),
      engine: place.engine,
      heedVersion: measured.contenders.find(({ kind, version }) => kind === "heed" && version)?.version,
      ...measured,
    };
    console.log(
      [heading(run), heedReport(run), ...(flags.peers ? ["### Side by side", peersReport(run)] : [])].join("\n\n"),
    );
    if (flags.json) writeJson(flags.json, run);
    // Only a whole run is kept: the files and the README's table come from one run of all shapes and contenders.
    if (flags.peers && !flags.quick && !flags.filter && !flags.flavour)
      writeResults(ROOT, flags.browser ? "chromium" : "node", run);
  } finally {
    await place.stop();
  }
}
