// A worker that answers questions. An error inside it fails every open question.

export class WorkerHost {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #next = 0;

  /** @param source the worker's whole script, which calls answerMessages() */
  constructor(source: string) {
    // From a blob, since a page from disk may not load another file as a worker.
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(address);
    URL.revokeObjectURL(address);
    this.#worker.addEventListener("message", ({ data: { id, answer, problem } }) => {
      const { resolve, reject } = this.#waiting.get(id)!;
      this.#waiting.delete(id);
      if (problem === undefined) resolve(answer as never);
      else reject(new Error(problem));
    });
    this.#worker.addEventListener("error", (event) =>
      this.#fail(new Error(event.message || "The worker could not be started.")),
    );
  }

  ask<Answer>(method: string, argument?: unknown): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, argument });
    });
  }

  /** Ends the worker at once, even in the middle of a call. */
  stop(): void {
    this.#worker.terminate();
    this.#fail(new DOMException("Stopped.", "AbortError"));
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
