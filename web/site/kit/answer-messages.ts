// The worker's side of WorkerHost: it calls the method that a message names, and sends back its answer or its problem.

interface Request {
  id: number;
  method: string;
  argument?: unknown;
}

/** An answer whose buffers are handed over, not copied. */
export class HandedOver {
  readonly answer: unknown;
  readonly buffers: readonly Transferable[];

  constructor(answer: unknown, buffers: readonly Transferable[]) {
    this.answer = answer;
    this.buffers = buffers;
  }
}

export function answerMessages(methods: Readonly<Record<string, (argument: never) => unknown>>): void {
  self.addEventListener("message", async ({ data: { id, method, argument } }: MessageEvent<Request>) => {
    try {
      const answer = await methods[method]!(argument as never);
      if (answer instanceof HandedOver)
        self.postMessage({ id, answer: answer.answer }, { transfer: [...answer.buffers] });
      else self.postMessage({ id, answer });
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      self.postMessage({ id, problem: message, code });
    }
  });
}
