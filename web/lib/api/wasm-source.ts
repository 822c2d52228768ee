/** A WebAssembly.Module, if the types in use have it. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

/** The part of a Response that heed reads. */
export interface WasmResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Where the wasm comes from: its address (a URL, or a string that is one), a Response or a promise of one, its bytes,
 * or a module compiled elsewhere (Cloudflare Workers hand out modules only).
 */
export type WasmSource =
  | string
  | { readonly href: string }
  | WasmResponse
  | PromiseLike<WasmResponse>
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;
