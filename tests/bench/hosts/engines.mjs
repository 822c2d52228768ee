// The six engines that the benchmark runs in. Node, Bun and Deno are programs that run Node's modules. Chromium,
// Firefox and WebKit open pages.
import { chromium } from "../../../scripts/setup/browsers.mjs";
import { relaxedSimdFlags } from "../../../scripts/setup/relaxed.mjs";
import { findEngine } from "../../../scripts/testing/engines.mjs";
import { BROWSERS } from "../../engines/open.mjs";
import { openChromium, openEach } from "./browsers.mjs";
import { openPages } from "./page-host.mjs";
import { openProgram } from "./program-host.mjs";

const RELAXED_FLAGS = () => relaxedSimdFlags() ?? [];
// The last two let Deno find the peers' dependencies, and read their CommonJS.
const DENO_FLAGS = ["run", "--allow-all", "--no-lock", "--node-modules-dir=manual", "--unstable-detect-cjs"];

const node = () => ({ version: `${process.versions.node} (V8 ${process.versions.v8})` });

const fromNpm = (label, needed = []) => ({
  label,
  find: () => findEngine(label),
  lacks: `npm has no ${label} for this machine`,
  open: (found, folders) => openProgram({ ...found, needed }, folders),
});

function fromTests(label) {
  const { found, lacks, open } = BROWSERS.find(({ name }) => name === label);
  const openBrowser = (browser) => openEach(() => open(browser, { patient: true }));
  return {
    label,
    find: found,
    lacks: `there is ${lacks}`,
    open: async (browser, folders) => openPages(await openBrowser(browser), folders),
  };
}

/**
 * `find` gives what `open` needs, or null; then `lacks` says what is missing. `folders` are the folders that hosts
 * read, by name: bench, package, and against or peers.
 * @typedef {{ version: string, locate: (folder: string, file: string) => string, peers: () => Promise<object[]>,
 *   startHost: () => Promise<object>, startPlainHost: () => Promise<object>, lacks: string[],
 *   stop: () => Promise<void> }} Place
 * @type {Record<string, { label: string, find: () => any, lacks: string,
 *   open: (found: any, folders: Record<string, string>) => Promise<Place> }>}
 */
export const ENGINES = {
  node: {
    label: "Node",
    find: node,
    lacks: "",
    open: async (found, folders) => openProgram({ ...found, optional: RELAXED_FLAGS() }, folders),
  },
  chromium: {
    label: "Chromium",
    find: chromium,
    lacks: "there is no Chromium on this machine; set CHROMIUM or install one",
    open: async (_, folders) => openPages(await openChromium(), folders),
  },
  bun: fromNpm("Bun"),
  deno: fromNpm("Deno", DENO_FLAGS),
  firefox: fromTests("Firefox"),
  webkit: fromTests("WebKit"),
};

/** Opens an engine by its name. What is missing on this machine is an error with a sentence. */
export async function openEngine(name, folders) {
  const { label, find, lacks, open } = ENGINES[name];
  const found = await find();
  if (!found) throw new Error(`${label} cannot be measured: ${lacks}.`);
  return { label, ...(await open(found, folders)) };
}
