// Where a worker may not read a file, as in WebKit from disk, it asks the page for the pieces that it reads. So no more
// than a piece is in the page's memory.
import type { AnyBytes } from "heed/gguf";
import type { AskedFile, Weights } from "./requests.js";

/** The page's side: what is handed to the worker, with its port. */
export function askable(file: File): AskedFile {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = async ({ data: [from, to] }: MessageEvent<readonly [number, number]>) => {
    const bytes = await file
      .slice(from, to)
      .arrayBuffer()
      .catch(() => null);
    port1.postMessage(bytes, bytes === null ? [] : [bytes]);
  };
  return { name: file.name, byteLength: file.size, port: port2 };
}

/** The worker's side: what heed reads. */
export function bytesOf(given: Weights): Blob | ArrayBuffer | AnyBytes {
  if (!("port" in given)) return given;
  const { name, byteLength, port } = given;
  let last: Promise<unknown> = Promise.resolve();
  const ask = (from: number, to: number): Promise<ArrayBuffer> =>
    new Promise((give, fail) => {
      port.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) =>
        data === null ? fail(new Error(`"${name}" cannot be read. Choose it again.`)) : give(data);
      port.postMessage([from, to]);
    });
  // An answer belongs to the question before it, so one is asked at a time.
  const slice = (from: number, to: number): Promise<ArrayBuffer> => {
    const answer = last.then(() => ask(from, to));
    last = answer.catch(() => undefined);
    return answer;
  };
  return Object.assign({ byteLength, slice }, { name });
}
