// What heed/layers needs of a started heed: sessions of calls whose rows it brings along. The property is not
// enumerable, and it is no part of the public types.
import type { Words } from "./block.js";
import type { Memory } from "./memory.js";
import { openSession } from "./session.js";
import type { Call } from "./tables.js";

export interface Opener {
  /**
   * Makes a session of a call without the options of attention. `where` begins its error sentences, `others` are
   * properties that it has beside those of all sessions.
   */
  readonly openSession: <Sizes extends Words>(
    where: string,
    call: Omit<Call<Sizes>, "options">,
    others?: PropertyDescriptorMap,
  ) => object;
}

export function openerOf(memory: Memory): { readonly [Name in keyof Opener]: { readonly value: Opener[Name] } } {
  const options = {} as Call<unknown>["options"];
  return {
    openSession: {
      value: (where, call, others) => openSession(memory, where, { ...call, options }, Object.keys(call.sizes), others),
    },
  };
}
