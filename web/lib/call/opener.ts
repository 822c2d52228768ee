// What heed/layers needs of a started heed: sessions of its layers, and weights that lie in its memory. The properties
// are not enumerable, and they are no part of the public types.
import { ADAM, CROSS_ENTROPY, EMBEDDING, LINEAR, NORM, SQUARES, type Kind } from "../rows/index.js";
import { cache } from "./cache.js";
import type { Call } from "./call.js";
import { heldOf, holdWeights, type HeldFacts, type HeldWeights } from "./weights-in-memory.js";
import type { Memory } from "./memory.js";
import { openSession, selfAttentionSession } from "./session.js";

const KINDS = {
  linear: LINEAR,
  norm: NORM,
  embedding: EMBEDDING,
  crossEntropy: CROSS_ENTROPY,
  adam: ADAM,
  squares: SQUARES,
} satisfies Readonly<Record<string, Kind>>;

/** A layer: what tells its call from others. */
export interface LayerCall extends Pick<Call, "backward" | "sizes" | "given"> {
  readonly keep?: Call["keep"];
  /** Words that are no sizes. */
  readonly words?: Readonly<Record<string, number>>;
}

export interface Opener {
  /** `where` begins the error sentences, `others` are properties that it has beside those of all sessions. */
  readonly openLayer: (
    where: string,
    kind: keyof typeof KINDS,
    call: LayerCall,
    others?: PropertyDescriptorMap,
  ) => object;
  /** As heed.selfAttentionSession. `where` begins the error sentences. */
  readonly openAttention: (where: string, options: object) => object;
  /** As heed.cache. */
  readonly openCache: (where: string, options: object) => object;
  /** `members` are the methods of its user, which read what they are given. */
  readonly holdWeights: (
    where: string,
    facts: HeldFacts,
    members: (held: HeldWeights) => PropertyDescriptorMap,
  ) => object;
  /** The weights of an object that holdWeights returned; undefined for anything else. */
  readonly heldOf: typeof heldOf;
}

export function openerOf(memory: Memory): { readonly [Name in keyof Opener]: { readonly value: Opener[Name] } } {
  return {
    openLayer: {
      value: (where, kind, { words = {}, keep = [], ...call }, others) => {
        const options = words as Call["options"];
        const whole = { ...call, kind: KINDS[kind], forward: true, options, keep };
        return openSession(memory, where, whole, Object.keys({ ...call.sizes, ...words }), others);
      },
    },
    openAttention: { value: (where, options) => selfAttentionSession(memory, options, where) },
    openCache: { value: (where, options) => cache(memory, options, where) },
    holdWeights: { value: (where, facts, members) => holdWeights(memory, where, facts, members) },
    heldOf: { value: heldOf },
  };
}
