// The worker's side of WorkerHost: it calls the method that a message names, and sends back its answer or its problem.

/** What a worker does. The signal says when the page does not want the answer any more. */
export type Methods = Readonly<Record<string, (argument: never, signal?: AbortSignal) => unknown>>;

/** What the page asks. Without a method it does not want this answer any more. */
export interface Asked {
  readonly id: number;
  readonly method?: string;
  readonly argument?: unknown;
}

/** An answer whose buffers are handed over, not copied. */
export class HandedOver<Answer = unknown> {
  readonly answer: Answer;
  readonly buffers: readonly Transferable[];

  constructor(answer: Answer, buffers: readonly Transferable[]) {
    this.answer = answer;
    this.buffers = buffers;
  }
}

export function answerMessages(methods: Methods): void {
  const open = new Map<number, AbortController>();
  self.addEventListener("message", async ({ data: { id, method, argument } }: MessageEvent<Asked>) => {
    if (method === undefined) return open.get(id)?.abort();
    const mine = new AbortController();
    open.set(id, mine);
    try {
      const answer = await methods[method]!(argument as never, mine.signal);
      if (answer instanceof HandedOver)
        self.postMessage({ id, answer: answer.answer }, { transfer: [...answer.buffers] });
      else self.postMessage({ id, answer });
    } catch (error) {
      const { name, message, code } = error as Error & { readonly code?: unknown };
      self.postMessage({ id, problem: message, name, code });
    }
    open.delete(id);
  });
}
