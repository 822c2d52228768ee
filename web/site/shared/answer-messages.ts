// The worker's side of WorkerHost: it calls the method that a message names, and sends back its answer or its problem.

interface Request {
  id: number;
  method: string;
  argument?: unknown;
}

export function answerMessages(methods: Readonly<Record<string, (argument: never) => unknown>>): void {
  self.addEventListener("message", async ({ data: { id, method, argument } }: MessageEvent<Request>) => {
    try {
      self.postMessage({ id, answer: await methods[method]!(argument as never) });
    } catch (error) {
      self.postMessage({ id, problem: (error as Error).message });
    }
  });
}
