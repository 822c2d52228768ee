import { instantiate } from "./core.js";
import { FLAVOURS, pickFlavour, type Flavour } from "./flavour.js";
import { createHeed } from "./create.js";
import type { Heed } from "./heed.js";
import type { LoadOptions } from "./load-options.js";
import { checkNames, checkObject, kindOf } from "./sentences.js";
import { compileWasm } from "./wasm.js";
import type { WasmSource } from "./wasm-source.js";

// Each instance that was asked for: by flavour, by address, or by the identity of the source.
const byName = new Map<string, Promise<Heed>>();
const byObject = new WeakMap<object, Promise<Heed>>();

/** As `load`, with the wasm that an entry comes with. */
export async function loadWith(carried: (flavour: Flavour) => WasmSource, options: unknown): Promise<Heed> {
  const { flavour: wanted, wasm } = readLoadOptions(options);
  const flavour = pickFlavour(wanted);
  if (wasm === undefined) return remember(byName, flavour, () => start(carried(flavour)));
  const heed = await loadFrom(wasm);
  if (wanted === undefined || heed.flavour === wanted) return heed;
  throw new Error(
    `heed.load: the wasm given is of the flavour "${heed.flavour}", "${wanted}" was asked for. Leave flavour out, or give ${wanted}.wasm.`,
  );
}

function readLoadOptions(options: unknown): LoadOptions {
  if (options === undefined) return {};
  checkObject("heed.load", "options", options);
  checkNames("heed.load", "option", options, ["flavour", "wasm"]);
  const { flavour, wasm } = options as LoadOptions;
  if (flavour !== undefined && !FLAVOURS.includes(flavour)) {
    throw new TypeError(`heed.load: flavour must be "simd" or "relaxed-simd"; ${kindOf(flavour)} came.`);
  }
  return { flavour, wasm };
}

function loadFrom(wasm: WasmSource): Promise<Heed> {
  if (typeof wasm === "string") return remember(byName, `at ${wasm}`, () => start(wasm));
  if (typeof wasm !== "object" || wasm === null) return start(wasm);
  if ("href" in wasm) return remember(byName, `at ${wasm.href}`, () => start(wasm));
  return remember(byObject, wasm, () => start(wasm));
}

/** One promise for all who ask; a failed one is forgotten, so that asking again tries again. */
function remember<Key>(
  started: {
    get(key: Key): Promise<Heed> | undefined;
    set(key: Key, heed: Promise<Heed>): unknown;
    delete(key: Key): boolean;
  },
  key: Key,
  begin: () => Promise<Heed>,
): Promise<Heed> {
  const running = started.get(key);
  if (running) return running;
  const heed = begin();
  started.set(key, heed);
  heed.catch(() => started.delete(key));
  return heed;
}

async function start(source: WasmSource): Promise<Heed> {
  const { module, flavour } = await compileWasm(source);
  try {
    return createHeed(await instantiate(module), flavour);
  } catch (cause) {
    const reason = (cause as Error)?.message ?? cause;
    throw new Error(
      `heed.load: the core could not be started (${reason}). Where memory is short, close other pages or free other instances.`,
      { cause },
    );
  }
}
