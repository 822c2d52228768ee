// Of several pieces of work only the last one counts: each that begins takes the place of the one before.

const isAbort = (error: unknown): boolean => (error as Error | undefined)?.name === "AbortError";

export class Latest {
  #now = new AbortController();

  /** Says when what was begun last is aborted. */
  get signal(): AbortSignal {
    return this.#now.signal;
  }

  /** Begins, and aborts what was begun before. */
  begin(): AbortSignal {
    this.end();
    this.#now = new AbortController();
    return this.signal;
  }

  /** Aborts what was begun last. */
  end(): void {
    this.#now.abort();
  }

  /**
   * Begins some work, and waits for its end. Errors of work that was aborted are dropped.
   *
   * @param [failed] gets any other error; by default the promise rejects
   */
  async quietly(
    work: (signal: AbortSignal) => Promise<unknown>,
    failed: (error: Error) => unknown = (error) => Promise.reject(error),
  ): Promise<void> {
    const signal = this.begin();
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) await failed(error as Error);
    }
  }
}
