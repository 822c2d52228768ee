// A worker that answers questions. An error inside it fails every open question; an answer that comes later is left
// alone.

export class WorkerHost {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #next = 0;
  #stopped: DOMException | undefined;

  /**
   * @param source the worker's whole script, which calls answerMessages()
   * @param failed is told of an error inside it, also where no question is open
   */
  constructor(source: string, failed?: (error: Error) => void) {
    // From a blob, since a page from disk may not load another file as a worker.
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.#worker.addEventListener("message", ({ data: { id, answer, problem } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (problem === undefined) waiting?.resolve(answer as never);
      else waiting?.reject(new Error(problem));
    });
    this.#worker.addEventListener("error", (event) => {
      const error = new Error(event.message || "The worker could not be started.");
      this.#fail(error);
      failed?.(error);
    });
    this.#worker.addEventListener("messageerror", () =>
      this.#fail(new Error("An answer of the worker could not be read.")),
    );
  }

  /** @param buffers of the argument, which are handed over, not copied */
  ask<Answer>(method: string, argument?: unknown, buffers: readonly Transferable[] = []): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#stopped) throw this.#stopped;
      const id = this.#next++;
      this.#worker.postMessage({ id, method, argument }, [...buffers]);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Ends the worker at once, even in the middle of a call. Open questions fail, and later ones. */
  stop(): void {
    this.#worker.terminate();
    this.#fail((this.#stopped = new DOMException("Stopped.", "AbortError")));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
