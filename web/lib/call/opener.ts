// What heed/layers needs of a started heed: sessions of a linear layer. The property is not enumerable, and it is no
// part of the public types.
import { LINEAR, type LinearSizes } from "../rows/index.js";
import type { Call } from "./call.js";
import type { Memory } from "./memory.js";
import { openSession } from "./session.js";

/** A linear layer: what tells its call from others. */
export interface LinearCall extends Pick<Call, "backward" | "given" | "keep"> {
  readonly sizes: LinearSizes;
}

export interface Opener {
  /** `where` begins the error sentences, `others` are properties that it has beside those of all sessions. */
  readonly openLinear: (where: string, call: LinearCall, others?: PropertyDescriptorMap) => object;
}

export function openerOf(memory: Memory): { readonly [Name in keyof Opener]: { readonly value: Opener[Name] } } {
  const shared = { kind: LINEAR, forward: true, options: {} as Call["options"] };
  return {
    openLinear: {
      value: (where, call, others) =>
        openSession(memory, where, { ...shared, ...call }, Object.keys(call.sizes), others),
    },
  };
}
