import type { Flavour, Heed, LoadOptions, WasmSource } from "../api/index.js";
import { createHeed, instantiate } from "../call/index.js";
import { checkNames, checkObject, kindOf } from "../read/index.js";
import { FLAVOURS, pickFlavour } from "./flavour.js";
import { compileWasm } from "./wasm.js";

// Every instance that was asked for: by flavour, by address, or by the identity of the source.
const byName = new Map<string, Promise<Heed>>();
const byObject = new WeakMap<object, Promise<Heed>>();

/** As `load`. `carried` gives the wasm that the entry comes with. */
export async function loadWith(carried: (flavour: Flavour) => WasmSource, options: unknown): Promise<Heed> {
  const { flavour: wanted, wasm } = readLoadOptions(options);
  const flavour = pickFlavour(wanted);
  if (wasm === undefined) return remember(byName, flavour, (forget) => start(carried(flavour), forget));
  const heed = await loadFrom(wasm);
  if (wanted === undefined || heed.flavour === wanted) return heed;
  throw new Error(
    `heed.load: the wasm given is of the flavour "${heed.flavour}", "${wanted}" was asked for. Leave flavour ` +
      `out, or give ${wanted}.wasm.`,
  );
}

function readLoadOptions(options: unknown): LoadOptions {
  if (options === undefined) return {};
  checkObject("heed.load", "options", options);
  checkNames("heed.load", "option", options, ["flavour", "wasm"]);
  const { flavour, wasm } = options as LoadOptions;
  if (flavour !== undefined && !FLAVOURS.includes(flavour)) {
    throw new TypeError(`heed.load: flavour must be "simd" or "relaxed-simd"; got ${kindOf(flavour)}.`);
  }
  return { flavour, wasm };
}

function loadFrom(wasm: WasmSource): Promise<Heed> {
  const begin = (forget: () => void): Promise<Heed> => start(wasm, forget);
  if (typeof wasm === "string") return remember(byName, `at ${wasm}`, begin);
  if (typeof wasm !== "object" || wasm === null) return begin(() => {});
  if ("href" in wasm) return remember(byName, `at ${wasm.href}`, begin);
  return remember(byObject, wasm, begin);
}

/**
 * All who ask for the same get one promise. It is forgotten when it failed or when its heed is disposed of, so that the
 * next call starts anew.
 */
function remember<Key>(
  started: {
    get(key: Key): Promise<Heed> | undefined;
    set(key: Key, heed: Promise<Heed>): unknown;
    delete(key: Key): boolean;
  },
  key: Key,
  begin: (forget: () => void) => Promise<Heed>,
): Promise<Heed> {
  const running = started.get(key);
  if (running) return running;
  const forget = (): void => {
    if (started.get(key) === heed) started.delete(key);
  };
  const heed = begin(forget);
  started.set(key, heed);
  heed.catch(forget);
  return heed;
}

async function start(source: WasmSource, forget: () => void): Promise<Heed> {
  const { module, flavour } = await compileWasm(source);
  try {
    return createHeed(await instantiate(module), flavour, module, forget);
  } catch (cause) {
    const reason = (cause as Error)?.message ?? cause;
    throw new Error(
      `heed.load: the core could not be started (${reason}). Where memory is short, close other pages or free ` +
        `other instances.`,
      { cause },
    );
  }
}
