import type { Flavour } from "../api/index.js";
import { fault } from "../read/index.js";
import { FLAVOURS } from "./flavour-names.js";

// A module with one function () → v128. Its body is (i32x4.splat (i32.const 0)), or f32x4.relaxed_madd of three of
// these.
const HEADER = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, /* type () → v128 */ 1, 5, 1, 0x60, 0, 1, 0x7b, /* function 0 */ 3, 2, 1, 0,
  /* code */ 10,
];
const ZEROS = [0x41, 0, 0xfd, 0x11];
const RELAXED_MADD = [0xfd, 0x85, 0x02];
const END = 0x0b;

function probe(body: readonly number[]): Uint8Array<ArrayBuffer> {
  const code = [0, ...body, END];
  return Uint8Array.from([...HEADER, code.length + 2, 1, code.length, ...code]);
}

function runs(flavour: Flavour): boolean {
  return WebAssembly.validate(probe(flavour === "simd" ? ZEROS : [...ZEROS, ...ZEROS, ...ZEROS, ...RELAXED_MADD]));
}

/** The flavours that this engine runs, the fastest first; empty if it has no WebAssembly SIMD. */
export function flavours(): Flavour[] {
  if (typeof WebAssembly !== "object") return [];
  const runnable = FLAVOURS.filter(runs);
  return isFasterUnfused() ? runnable.reverse() : runnable;
}

/**
 * On x86-64, Bun's JavaScriptCore moves operands about for each fused multiply-add, so `simd` is 7 to 9 % faster. In
 * browsers JavaScriptCore has no relaxed SIMD. `Bun` is asked first, since Deno takes long to answer for `process`.
 */
function isFasterUnfused(): boolean {
  return "Bun" in globalThis && (globalThis as { process?: { arch?: string } }).process?.arch === "x64";
}

export function pickFlavour(wanted: Flavour | undefined): Flavour {
  const runnable = flavours();
  const fastest = runnable[0];
  if (fastest === undefined) throw withoutSimd();
  if (wanted === undefined || runnable.includes(wanted)) return wanted ?? fastest;
  throw fault(
    "environment",
    `heed.load: this engine does not run the flavour "${wanted}"; it runs ` +
      `${runnable.map((name) => `"${name}"`).join(", ")}. ` +
      `Leave flavour out to take the fastest that runs${relaxedAdvice()}`,
  );
}

function relaxedAdvice(): string {
  const version = nodeVersion();
  if (version !== undefined) return `, or start Node (this is ${version}) with --experimental-wasm-relaxed-simd.`;
  return "; relaxed SIMD needs Chrome 114, Firefox 145 or Node 22.";
}

export function nodeVersion(): string | undefined {
  return (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;
}

function withoutSimd(): Error {
  const missing =
    typeof WebAssembly === "object" ? "SIMD for WebAssembly" : "WebAssembly (a lockdown mode can switch it off)";
  return fault(
    "environment",
    `heed.load: this engine has no ${missing}, which heed computes with. It needs Chrome or Edge 91, Firefox ` +
      `89, Safari 16.4 or Node 16.9, or later ones. ` +
      `Update the browser or runtime, or show your readers results computed elsewhere.`,
  );
}
