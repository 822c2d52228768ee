import type { CompiledModule, Flavour, Heed } from "../api/index.js";
import { readAttention, readAttentionBackward } from "./attention.js";
import { cache } from "./cache.js";
import { compute } from "./compute.js";
import { INSIDE, insideOf } from "./inside.js";
import { openerOf } from "./opener.js";
import type { Memory } from "./memory.js";
import { readLayerBackward, readLayerCall } from "./self-attention.js";
import { selfAttentionSession, session } from "./session.js";
import { disposeOf, isDisposed } from "./disposal.js";

/**
 * The functions of one instance of the core, which share its memory.
 *
 * @param end Is called once, when this heed is disposed of.
 */
export function createHeed(memory: Memory, flavour: Flavour, module: CompiledModule, end: () => void): Heed {
  const inside = insideOf(memory, module);
  const heed = {
    flavour,
    version: HEED_VERSION,
    get disposed() {
      return isDisposed(memory);
    },
    attention: (q: unknown, k: unknown, v: unknown, options?: unknown) =>
      compute(memory, readAttention("heed.attention", q, k, v, options)),
    attentionBackward: (q: unknown, k: unknown, v: unknown, dOutput: unknown, options?: unknown) =>
      compute(memory, readAttentionBackward("heed.attentionBackward", q, k, v, dOutput, options)),
    selfAttention: (x: unknown, options?: unknown, extra?: unknown) =>
      compute(memory, readLayerCall("heed.selfAttention", x, options, extra)),
    selfAttentionBackward: (x: unknown, dOutput: unknown, options?: unknown, extra?: unknown) =>
      compute(memory, readLayerBackward("heed.selfAttentionBackward", x, dOutput, options, extra)),
    cache: (options: unknown) => cache(memory, options),
    session: (options: unknown) => session(memory, options),
    selfAttentionSession: (options: unknown) => selfAttentionSession(memory, options),
    dispose() {
      if (isDisposed(memory)) return;
      disposeOf(memory);
      end();
    },
  };
  Object.defineProperty(heed, INSIDE, { value: inside });
  Object.defineProperties(heed, openerOf(memory));
  Object.defineProperty(heed, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: () => heed.dispose() });
  return Object.freeze(heed) as unknown as Heed;
}
