// A worker that answers questions. An error inside it ends it: every question fails then, also those that come later.

export class WorkerHost {
  readonly #worker: Worker | undefined;
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #next = 0;
  /** Why it answers no more. */
  #ended: Error | undefined;

  /**
   * @param source the worker's whole script, which calls answerMessages()
   * @param failed is told of an error inside it, also where no question is open
   */
  constructor(source: string, failed?: (error: Error) => void) {
    // From a blob, since a page from disk may not load another file as a worker.
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    try {
      this.#worker = new Worker(address);
    } catch (error) {
      this.#ended = error as Error;
    } finally {
      URL.revokeObjectURL(address);
    }
    this.#worker?.addEventListener("message", ({ data: { id, answer, problem, code } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (problem === undefined) waiting?.resolve(answer as never);
      else waiting?.reject(Object.assign(new Error(problem), { code }));
    });
    this.#worker?.addEventListener("error", (event) => {
      const error = new Error(event.message || "The worker could not be started.");
      this.#end(error);
      failed?.(error);
    });
    this.#worker?.addEventListener("messageerror", () =>
      this.#fail(new Error("An answer of the worker could not be read.")),
    );
  }

  /** @param buffers of the argument, which are handed over, not copied */
  ask<Answer>(method: string, argument?: unknown, buffers: readonly Transferable[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) throw this.#ended;
      const id = this.#next++;
      this.#worker!.postMessage({ id, method, argument }, [...buffers]);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Whether it answers no more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Ends the worker at once, even in the middle of a call. Open questions fail, and later ones. */
  stop(): void {
    this.#end(new DOMException("Stopped.", "AbortError"));
  }

  #end(reason: Error): void {
    this.#worker?.terminate();
    this.#ended ??= reason;
    this.#fail(reason);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
