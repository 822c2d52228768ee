// A worker that answers questions. An error inside it ends it: every question fails then, also those that come later.
import type { Asked, HandedOver, Methods } from "./answer-messages.js";

type Answered<Given> = Given extends HandedOver<infer Answer> ? Answer : Given;

/** What a method of a worker takes. */
export type ArgumentOf<Method> = Method extends (argument: infer Argument, ...more: never) => unknown
  ? Argument
  : undefined;

/** What a method of a worker answers, on the page. */
export type AnswerOf<Method> = Method extends (...given: never) => infer Given ? Answered<Awaited<Given>> : never;

export interface Asking {
  /** Of the argument: they are handed over, not copied. */
  readonly buffers?: readonly Transferable[];
  /** When it is aborted, the worker stops, and the question fails with an AbortError. */
  readonly signal?: AbortSignal | undefined;
}

/** The table of methods is that of the worker: `new WorkerHost<typeof METHODS>(source)`. */
export class WorkerHost<Table extends Methods> {
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
    this.#worker?.addEventListener("message", ({ data: { id, answer, problem, name, code } }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (problem === undefined) waiting?.resolve(answer as never);
      else waiting?.reject(Object.assign(new Error(problem), { name, code }));
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

  ask<Name extends keyof Table & string>(
    method: Name,
    argument?: ArgumentOf<Table[Name]>,
    { buffers = [], signal }: Asking = {},
  ): Promise<AnswerOf<Table[Name]>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#ended) throw this.#ended;
      const id = this.#next++;
      const send = (asked: Asked, handed: readonly Transferable[] = []): void =>
        this.#worker!.postMessage(asked, [...handed]);
      send({ id, method, argument }, buffers);
      this.#waiting.set(id, { resolve, reject });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        send({ id });
        reject(signal.reason as Error);
      });
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
