import type { HeedForward } from "../api/index.js";
import { createForward } from "../call/index.js";
import { fault, kindOf } from "../read/index.js";
import { decoded } from "./decode.js";
import { pickFlavour } from "./flavour.js";
import { start, type Instance } from "./load.js";
import { compileBytes } from "./wasm.js";

let started: Promise<Instance<HeedForward>> | undefined;

/** As `load` of heed/forward. `text` is its wasm as characters. */
export async function loadForward(text: string, options: unknown): Promise<HeedForward> {
  if (options !== undefined) {
    throw fault(
      "type",
      `heed/forward.load: options must be left out, since this entry has one flavour, "simd"; got ` +
        `${kindOf(options)}. Import load from heed to choose a flavour or to bring the wasm.`,
    );
  }
  pickFlavour("simd");
  const own = (started ??= start(
    async () => ({ module: await compileBytes(decoded(text), "wasm"), flavour: "simd" }),
    createForward,
    forget,
  ));
  own.catch(forget);
  return (await own)();
}

function forget(): void {
  started = undefined;
}
