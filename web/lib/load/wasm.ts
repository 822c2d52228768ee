// Compiles what the caller gives as wasm (address, response, bytes or module), and checks that it is heed's.
import type { Flavour, WasmResponse } from "../api/index.js";
import { fault, kindOf, shownText } from "../read/index.js";
import { flavours, nodeVersion } from "./flavour.js";
import { FLAVOURS } from "./flavour-names.js";

export interface CompiledWasm {
  module: WebAssembly.Module;
  flavour: Flavour;
}

/** Addresses, answers of servers and reasons of engines are the text of others. */
const failed = (message: string, more?: { cause: unknown }): Error => fault("environment", shownText(message), more);

/** Bytes begin to compile before this returns, so that a page is built meanwhile. */
export async function compileWasm(source: unknown): Promise<CompiledWasm> {
  if (source instanceof WebAssembly.Module) return identify(source);
  const { bytes, origin } = bytesOf(source) ?? (await readBytes(await arrived(source)));
  checkMagic(bytes, origin);
  return identify(await compileBytes(bytes, origin));
}

/** `origin` says where the bytes are from. */
export async function compileBytes(bytes: Uint8Array<ArrayBuffer>, origin: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw failed(notCompiled(origin, String((cause as Error)?.message ?? cause)), { cause });
  }
}

async function arrived(source: unknown): Promise<unknown> {
  try {
    return await source;
  } catch (cause) {
    throw failed(
      `heed.load: the Response given as wasm failed (${(cause as Error)?.message ?? cause}). Check its URL, or ` +
        `give the bytes.`,
      {
        cause,
      },
    );
  }
}

/** The bytes, and the words by which a sentence says where they came from. */
interface Bytes {
  bytes: Uint8Array<ArrayBuffer>;
  origin: string;
}

function bytesOf(source: unknown): Bytes | undefined {
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source;
    return { bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength), origin: "wasm" };
  }
  if (Object.prototype.toString.call(source).endsWith("ArrayBuffer]"))
    return { bytes: new Uint8Array(source as ArrayBuffer), origin: "wasm" };
  return undefined;
}

async function readBytes(source: unknown): Promise<Bytes> {
  const given = bytesOf(source);
  if (given) return given;
  if (typeof source === "string") return fetchBytes(source);
  if (typeof source === "object" && source !== null) {
    if (typeof (source as WasmResponse).arrayBuffer === "function")
      return readResponse(source as WasmResponse, undefined);
    if ("href" in source) return fetchBytes(String(source.href));
  }
  throw fault(
    "type",
    `heed.load: wasm must be a URL, a Response (or a promise of one), the bytes, or a WebAssembly.Module; ` +
      `got ${kindOf(source)}.`,
  );
}

async function fetchBytes(url: string): Promise<Bytes> {
  try {
    if (url.startsWith("file:") && nodeVersion() !== undefined) return { bytes: await readFile(url), origin: url };
    return await readResponse(await fetch(url), url);
  } catch (cause) {
    if ((cause as Error)?.message?.startsWith("heed.load")) throw cause;
    const advice = url.startsWith("file:")
      ? "A page opened from disk may not fetch files: take the entry heed, which carries its wasm inside."
      : "Check the address, the network and the page's connect-src policy, or take the entry heed, which carries " +
        "its wasm inside.";
    throw failed(`heed.load: ${url} could not be read (${(cause as Error)?.message ?? cause}). ${advice}`, {
      cause,
    });
  }
}

/**
 * Node's fetch does not read file: addresses. Nothing of Node may be imported here, but Node 20.16 and later hand out
 * fs by process.getBuiltinModule.
 */
async function readFile(url: string): Promise<Uint8Array<ArrayBuffer>> {
  type Files = { promises: { readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> } };
  const node = (globalThis as { process?: { getBuiltinModule?: (name: string) => Files | undefined } }).process;
  const files = node?.getBuiltinModule?.("fs");
  if (files) return files.promises.readFile(new URL(url));
  throw failed(
    `heed.load: this Node (${nodeVersion()}) cannot read ${url} on its own. Pass the bytes: load({ wasm: await ` +
      `readFile(new URL("…")) }), ` +
      `or take the entry heed, which carries its wasm inside.`,
  );
}

async function readResponse(response: WasmResponse, requested: string | undefined): Promise<Bytes> {
  const url = response.url || requested || "the response";
  if (!response.ok) {
    throw failed(
      `heed.load: ${url} answered ${response.status}${response.statusText ? ` ${response.statusText}` : ""} ` +
        `instead of WebAssembly. ` +
        `Check that the file was copied to that address, or take the entry heed, which carries its wasm inside.`,
    );
  }
  const contentType = response.headers.get("content-type") ?? "none";
  return { bytes: new Uint8Array(await response.arrayBuffer()), origin: `${url} (content type ${contentType})` };
}

function checkMagic(bytes: Uint8Array, origin: string): void {
  if (bytes[0] === 0 && bytes[1] === 0x61 && bytes[2] === 0x73 && bytes[3] === 0x6d) return;
  const first = Array.from(bytes.subarray(0, 4));
  const text = first.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
  const hex = first.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  const found = bytes.length === 0 ? "is empty" : `begins with "${text}" (${hex})`;
  const html = text.startsWith("<")
    ? " This looks like an HTML page, which many servers send for a file they do not have."
    : "";
  throw failed(
    `heed.load: ${origin} ${found}; WebAssembly begins with ".asm" (00 61 73 6d).${html} ` +
      `Check that simd.wasm or relaxed-simd.wasm of the package is at that address, or take the entry heed, ` +
      `which carries its wasm inside.`,
  );
}

function notCompiled(origin: string, reason: string): string {
  return `heed.load: ${origin} did not compile (${reason}). ${adviceFor(reason)}`;
}

function adviceFor(reason: string): string {
  if (/unsafe-eval|Content Security|CSP/i.test(reason))
    return "The page's Content-Security-Policy must allow it: script-src 'wasm-unsafe-eval'.";
  if (/code generation/i.test(reason))
    return (
      "This runtime, like Cloudflare's workerd, cannot compile bytes. Pass a compiled module: import heed/simd.wasm, " +
      "which the runtime compiles beforehand, and call load({ wasm: module })."
    );
  return (
    `This engine runs the ${flavours().length > 1 ? "flavours" : "flavour"} ${flavours().join(" and ")}; the ` +
    `bytes may be of another, or cut short.`
  );
}

/** The build ends each wasm file with a section named "heed": flavour, version, compiler and its version. */
function identify(module: WebAssembly.Module): CompiledWasm {
  const [section] = WebAssembly.Module.customSections(module, "heed");
  if (section === undefined) {
    throw failed(
      `heed.load: wasm is WebAssembly, but not heed's. Take simd.wasm or relaxed-simd.wasm from the package ` +
        `heed ${HEED_VERSION}.`,
    );
  }
  const [flavour, version] = String.fromCharCode(...new Uint8Array(section)).split(" ");
  if (version !== HEED_VERSION) {
    throw failed(
      `heed.load: wasm belongs to heed ${version}, this is heed ${HEED_VERSION}. Copy ${flavour}.wasm again from ` +
        `the installed package.`,
    );
  }
  return { module, flavour: FLAVOURS.find((known) => known === flavour)! };
}
