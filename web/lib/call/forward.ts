import type { CompiledModule, Flavour, HeedForward } from "../api/index.js";
import { fault } from "../read/index.js";
import { readAttention } from "./attention.js";
import { compute } from "./compute.js";
import { disposeOf, isDisposed } from "./disposal.js";
import type { Memory } from "./memory.js";
import { readLayerCall } from "./self-attention.js";

/** What only the default entry has. */
const ELSEWHERE = ["attentionBackward", "selfAttentionBackward", "session", "selfAttentionSession", "cache"];

/** As createHeed, with the calls that compute forward. */
export function createForward(
  memory: Memory,
  _flavour: Flavour,
  _module: CompiledModule,
  end: () => void,
): HeedForward {
  const heed = {
    flavour: "simd",
    version: HEED_VERSION,
    get disposed() {
      return isDisposed(memory);
    },
    attention: (q: unknown, k: unknown, v: unknown, options?: unknown) =>
      compute(memory, readAttention("heed.attention", q, k, v, options)),
    selfAttention: (x: unknown, options?: unknown, extra?: unknown) =>
      compute(memory, readLayerCall("heed.selfAttention", x, options, extra)),
    dispose() {
      if (isDisposed(memory)) return;
      disposeOf(memory);
      end();
    },
  };
  for (const name of ELSEWHERE) Object.defineProperty(heed, name, { value: () => refuse(name) });
  Object.defineProperty(heed, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: () => heed.dispose() });
  return Object.freeze(heed) as unknown as HeedForward;
}

function refuse(name: string): never {
  throw fault("type", `heed.${name}: heed/forward has attention and selfAttention only. Import load from heed for it.`);
}
