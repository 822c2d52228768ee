import type { CompiledModule, Flavour, Heed, LoadOptions, WasmSource } from "../api/index.js";
import { createHeed, disposeOf, instantiate, Memory, share } from "../call/index.js";
import { checkNamed, fault, kindOf } from "../read/index.js";
import { pickFlavour } from "./flavour.js";
import { FLAVOURS } from "./flavour-names.js";
import { compileWasm, type CompiledWasm } from "./wasm.js";

/** Opens a started instance for one more load(). The last heed that is disposed of ends it. */
export type Instance<Made = Heed> = () => Made;

/** Makes what load() returns. `end` is called once, when it is disposed of. */
type Create<Made> = (memory: Memory, flavour: Flavour, module: CompiledModule, end: () => void) => Made;

// Every instance that was asked for: by flavour, by address, or by the identity of the source.
const byName = new Map<string, Promise<Instance>>();
const byObject = new WeakMap<object, Promise<Instance>>();

/** As `load`. `carried` gives the wasm that the entry comes with. */
export async function loadWith(carried: (flavour: Flavour) => WasmSource, options: unknown): Promise<Heed> {
  const { flavour: wanted, wasm } = readLoadOptions(options);
  const flavour = pickFlavour(wanted);
  const open = await (wasm === undefined
    ? remember(byName, flavour, (forget) => startFrom(carried(flavour), forget))
    : loadFrom(wasm));
  const heed = open();
  if (wanted === undefined || heed.flavour === wanted) return heed;
  heed.dispose();
  throw fault(
    "environment",
    `heed.load: wasm has the flavour "${heed.flavour}", but flavour asks for "${wanted}". Leave flavour ` +
      `out, or pass ${wanted}.wasm.`,
  );
}

function readLoadOptions(options: unknown): LoadOptions {
  if (options === undefined) return {};
  checkNamed("heed.load", "option", options, ["flavour", "wasm"]);
  const { flavour, wasm } = options as LoadOptions;
  if (flavour !== undefined && !FLAVOURS.includes(flavour)) {
    throw fault("type", `heed.load: flavour must be "simd" or "relaxed-simd"; got ${kindOf(flavour)}.`);
  }
  return { flavour, wasm };
}

function loadFrom(wasm: WasmSource): Promise<Instance> {
  const begin = (forget: () => void): Promise<Instance> => startFrom(wasm, forget);
  if (typeof wasm === "string") return remember(byName, `at ${wasm}`, begin);
  if (typeof wasm !== "object" || wasm === null) return begin(() => {});
  if ("href" in wasm) return remember(byName, `at ${wasm.href}`, begin);
  return remember(byObject, wasm, begin);
}

/**
 * All who ask for the same get one promise. It is forgotten when it failed or when its last heed is disposed of. The
 * next call then starts a new one.
 */
function remember<Key>(
  started: {
    get(key: Key): Promise<Instance> | undefined;
    set(key: Key, instance: Promise<Instance>): unknown;
    delete(key: Key): boolean;
  },
  key: Key,
  begin: (forget: () => void) => Promise<Instance>,
): Promise<Instance> {
  const running = started.get(key);
  if (running) return running;
  const forget = (): void => {
    if (started.get(key) === instance) started.delete(key);
  };
  const instance = begin(forget);
  started.set(key, instance);
  instance.catch(forget);
  return instance;
}

function startFrom(source: WasmSource, forget: () => void): Promise<Instance> {
  return start(() => compileWasm(source), createHeed, forget);
}

export async function start<Made>(
  compile: () => Promise<CompiledWasm>,
  create: Create<Made>,
  forget: () => void,
): Promise<Instance<Made>> {
  const { module, flavour } = await compile();
  try {
    const memory = new Memory(await instantiate(module), HEED_WORDS);
    let users = 0;
    const end = (): void => {
      if (--users > 0) return;
      forget();
      // A load() that was called before still opens it.
      queueMicrotask(() => users > 0 || disposeOf(memory));
    };
    return () => (users++, create(share(memory), flavour, module, end));
  } catch (cause) {
    const reason = (cause as Error)?.message ?? cause;
    throw fault(
      "environment",
      `heed.load: the core could not be started (${reason}). If memory is short, close other pages or free ` +
        `other instances.`,
      { cause },
    );
  }
}
