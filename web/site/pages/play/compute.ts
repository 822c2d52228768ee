// The only call of the core that computes a setting.
import { tensor, type Heed, type Tensor } from "heed";
import type { Computation } from "../../rooms/inspector/index.js";
import { numbersOf, type Look, type Setting } from "../../rooms/state/index.js";
import type { Gradient } from "./shown-matrices.js";

/** All that the core keeps. */
const KEEP = ["q", "k", "v", "raw", "scores", "logits", "weights", "joined"] as const;

/** A call and what it returned, as the inspector takes it. */
export interface Computed extends Computation {
  readonly x: Tensor;
  readonly heads: number;
  readonly kept: { readonly [Name in (typeof KEEP)[number] | "output"]: Tensor } & {
    readonly [Name in Gradient]?: Tensor;
  };
}

export function compute(heed: Heed, setting: Setting, convention: Look["convention"]): Computed {
  const { tokens, ...numbers } = numbersOf(setting);
  const { scale, softmax, causal, ahead, heads, projected } = setting;
  const x = tensor(numbers.x);
  const output = numbers.output === null ? {} : { outputWeight: tensor(numbers.output) };
  const weights = projected
    ? {
        queryWeight: tensor(numbers.query),
        keyWeight: tensor(numbers.key),
        valueWeight: tensor(numbers.value),
        ...output,
        heads,
      }
    : undefined;
  const options = {
    scale,
    normalize: softmax ? ("softmax" as const) : ("none" as const),
    causal,
    ...(ahead && { mask: behind(tokens.length) }),
  };
  const kept = heed.selfAttention(x, { ...weights, ...options, keep: KEEP });
  return { tokens, x, weights, options, kept, heads: projected ? heads : 1, convention, flavour: heed.flavour };
}

/** A token sees itself and those after it. */
function behind(tokens: number): { readonly data: Uint8Array; readonly shape: readonly number[] } {
  const seen = (at: number): boolean => at % tokens >= Math.floor(at / tokens);
  return { data: Uint8Array.from({ length: tokens * tokens }, (_, at) => Number(seen(at))), shape: [tokens, tokens] };
}
