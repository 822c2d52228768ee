import type { Flavour, Heed } from "../api/index.js";
import { attention, attentionBackward } from "./attention.js";
import type { Core } from "./core.js";
import { Memory } from "./memory.js";
import { selfAttention, selfAttentionBackward } from "./self-attention.js";
import { selfAttentionSession, session } from "./session.js";

/** The functions of one instance of the core, which share its memory. */
export function createHeed(core: Core, flavour: Flavour): Heed {
  const memory = new Memory(core);
  const heed = {
    flavour,
    version: HEED_VERSION,
    attention: (q: unknown, k: unknown, v: unknown, options?: unknown) => attention(memory, q, k, v, options),
    attentionBackward: (q: unknown, k: unknown, v: unknown, dOutput: unknown, options?: unknown) =>
      attentionBackward(memory, q, k, v, dOutput, options),
    selfAttention: (x: unknown, weights?: unknown, options?: unknown) => selfAttention(memory, x, weights, options),
    selfAttentionBackward: (x: unknown, weights: unknown, dOutput: unknown, options?: unknown) =>
      selfAttentionBackward(memory, x, weights, dOutput, options),
    session: (options: unknown) => session(memory, options),
    selfAttentionSession: (options: unknown) => selfAttentionSession(memory, options),
  };
  return Object.freeze(heed) as unknown as Heed;
}
