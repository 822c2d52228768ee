// What the page asks beside reading. A newer question of the same kind ends the older one, and so does another text.
import { PASSED } from "./requests.js";

export interface AsidesHost {
  /** Waits until no text is being read. */
  readonly read: () => Promise<unknown>;
  readonly isNewest: (id: number) => boolean;
}

export class Asides {
  readonly #host: AsidesHost;
  readonly #asked = new Map<string, AbortController>();

  constructor(host: AsidesHost) {
    this.#host = host;
  }

  /** Another text comes. Where it cannot be read, the questions about the last one are computed again. */
  stop(): void {
    for (const one of this.#asked.values()) one.abort(new DOMException("Another text came.", "AbortError"));
  }

  /** @throws Error PASSED once the page has gone on to another text */
  async ask<Answer>(kind: string, id: number, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    this.#asked.get(kind)?.abort(new DOMException("Another question came.", "AbortError"));
    for (;;) {
      const mine = new AbortController();
      this.#asked.set(kind, mine);
      await this.#host.read();
      if (!this.#host.isNewest(id)) throw new Error(PASSED);
      try {
        mine.signal.throwIfAborted();
        return await work(mine.signal);
      } catch (error) {
        if (!mine.signal.aborted || this.#asked.get(kind) !== mine) throw error;
      }
    }
  }
}
