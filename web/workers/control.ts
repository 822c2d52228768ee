// Reads what calls take beside their own options.
import type { Check } from "../lib/call/index.js";
import { fault } from "../lib/read/index.js";
import type { CallOptions, AbortSignalLike } from "./api.js";

export function readControl({ kindOf }: Check, where: string, options: unknown): CallOptions {
  const { signal, onProgress, sharedResults } = Object(options) as Record<string, unknown>;
  if (signal !== undefined && typeof (signal as AbortSignalLike | null)?.addEventListener !== "function") {
    throw fault("type", `${where}: signal must be an AbortSignal; got ${kindOf(signal)}.`);
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw fault("type", `${where}: onProgress must be a function; got ${kindOf(onProgress)}.`);
  }
  if (sharedResults !== undefined && typeof sharedResults !== "boolean") {
    throw fault("type", `${where}: sharedResults must be true or false; got ${kindOf(sharedResults)}.`);
  }
  if (sharedResults && typeof SharedArrayBuffer !== "function") throw notShared(where);
  return { signal, onProgress, sharedResults } as CallOptions;
}

function notShared(where: string): RangeError {
  const advice = globalThis.crossOriginIsolated
    ? "This page is cross-origin isolated, so the engine has none."
    : `A page has it if it is cross-origin isolated: serve it with the headers ` +
      `Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.`;
  return fault(
    "environment",
    `${where}: sharedResults needs SharedArrayBuffer, which is missing here. ${advice} Or leave sharedResults out.`,
  );
}
