import type { Flavour, Heed } from "../api/index.js";
import { readAttention, readAttentionBackward } from "./attention.js";
import { cache } from "./cache.js";
import { compute } from "./compute.js";
import type { Core } from "./core.js";
import { computeByParts } from "./head-parts.js";
import { INSIDE, insideOf } from "./inside.js";
import { openerOf } from "./opener.js";
import { Memory } from "./memory.js";
import { readLayerBackward, readLayerCall } from "./self-attention.js";
import { selfAttentionSession, session } from "./session.js";

/** The functions of one instance of the core, which share its memory. */
export function createHeed(core: Core, flavour: Flavour, module: WebAssembly.Module): Heed {
  const memory = new Memory(core);
  const heed = {
    flavour,
    version: HEED_VERSION,
    attention: (q: unknown, k: unknown, v: unknown, options?: unknown) =>
      computeByParts(memory, readAttention("heed.attention", q, k, v, options)),
    attentionBackward: (q: unknown, k: unknown, v: unknown, dOutput: unknown, options?: unknown) =>
      compute(memory, readAttentionBackward("heed.attentionBackward", q, k, v, dOutput, options)),
    selfAttention: (x: unknown, weights?: unknown, options?: unknown) =>
      compute(memory, readLayerCall("heed.selfAttention", x, weights, options)),
    selfAttentionBackward: (x: unknown, weights: unknown, dOutput: unknown, options?: unknown) =>
      compute(memory, readLayerBackward("heed.selfAttentionBackward", x, weights, dOutput, options)),
    cache: (options: unknown) => cache(memory, options),
    session: (options: unknown) => session(memory, options),
    selfAttentionSession: (options: unknown) => selfAttentionSession(memory, options),
  };
  Object.defineProperty(heed, INSIDE, { value: insideOf(memory, module) });
  Object.defineProperties(heed, openerOf(memory));
  return Object.freeze(heed) as unknown as Heed;
}
