// The raw surface of src/bindings.cpp, and how an instance of it is made.
import createCore from "heed:glue";
import type { CompiledModule } from "../api/index.js";

export interface Core {
  /** The kind of each call, by its name in src/calls.def. */
  readonly Kind: Readonly<Record<string, number>>;
  /** Runs the call of this kind over the table at this address, and returns its status (src/status.h). */
  run(kind: number, table: number): number;
  /** The address of memory that begins a cache line; 0 where it is refused. */
  allocate(bytes: number): number;
  release(address: number): void;
  /**
   * Turns numbers that are no floats into floats at another address. `stored` is a number of kernels::Stored. Numbers
   * of 16 bits may lie in the second half of the room for the floats.
   */
  decode(stored: number, numbers: number, count: number, to: number): void;
  /** Views of the memory as it is now. Growth replaces them, so read them at each use. */
  HEAPU8: Uint8Array<ArrayBuffer>;
  HEAP32: Int32Array<ArrayBuffer>;
  HEAPF32: Float32Array<ArrayBuffer>;
}

/** A word of a table: its number in the table, and whether it is a float, or the address of a tensor. */
interface Word {
  readonly index: number;
  readonly float: boolean;
  readonly address: boolean;
}

/** A kind of call: its number for run(), and the words of its table. */
export interface CallTable {
  readonly kind: number;
  readonly words: Readonly<Record<string, Word>>;
  /** How many words it has. */
  readonly length: number;
}

/** Makes an instance of the compiled module. The glue is given the wasm, so it fetches nothing. */
export function instantiate(module: CompiledModule): Promise<Core> {
  return new Promise((resolve, reject) => {
    createCore({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/**
 * Reads what scripts/calls.mjs makes of src/calls.def, a line for each table. The words of a table are read when they
 * are first asked for, because few programs use all kinds of calls.
 */
export function readTables(core: Core, text: string): Record<string, CallTable> {
  const tables: Record<string, CallTable> = {};
  for (const line of text.split("\n")) {
    const [name, base, ...own] = line.split(" ") as [string, string, ...string[]];
    const length = (tables[base]?.length ?? 0) + own.length;
    let words: CallTable["words"] | undefined;
    tables[name] = {
      kind: core.Kind[name]!,
      length,
      get words() {
        return (words ??= readWords(tables[base], own));
      },
    };
  }
  return tables;
}

function readWords(base: CallTable | undefined, own: readonly string[]): CallTable["words"] {
  // Without a prototype, engines look words up faster than in a Map.
  const words = Object.assign(Object.create(null), base?.words) as Record<string, Word>;
  let index = base?.length ?? 0;
  for (const word of own) {
    const [float, address] = [word[0] === "~", word[0] === "*"];
    words[float || address ? word.slice(1) : word] = { index: index++, float, address };
  }
  return words;
}
