// What the page asks beside reading. Another text ends it, and so does the page, which has gone on.

export interface AsidesHost {
  /** Waits until no text is being read. */
  readonly read: () => Promise<unknown>;
  readonly isNewest: (id: number) => boolean;
}

/** What is said of a text after which another one has come. The page does not show it. */
export const passed = (): DOMException => new DOMException("Another text has come.", "AbortError");

export class Asides {
  readonly #host: AsidesHost;
  readonly #open = new Set<AbortController>();

  constructor(host: AsidesHost) {
    this.#host = host;
  }

  /** Another text comes. Where it cannot be read, the questions about the last one are computed again. */
  stop(): void {
    for (const one of this.#open) one.abort();
  }

  /**
   * @param wanted is aborted by the page, which does not want the answer any more
   * @throws AbortError then, and once the page has gone on to another text
   */
  async ask<Answer>(
    id: number,
    wanted: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    for (;;) {
      const mine = new AbortController();
      this.#open.add(mine);
      wanted?.addEventListener("abort", () => mine.abort());
      try {
        await this.#host.read();
        wanted?.throwIfAborted();
        if (!this.#host.isNewest(id)) throw passed();
        mine.signal.throwIfAborted();
        return await work(mine.signal);
      } catch (error) {
        if (!mine.signal.aborted || wanted?.aborted) throw error;
      } finally {
        this.#open.delete(mine);
      }
    }
  }
}
