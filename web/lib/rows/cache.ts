// The tensors of a cache.
import { ATTENTION_SIZES, OUTPUTS, PER_HEAD, type AttentionSizes } from "./attention.js";
import { kindOf, type Kind } from "./row.js";

/** The words of the sizes in src/calls.def. `rows`: how many rows each head has room for; `half`: 1 for float16. */
export const CACHE_SIZES = [...ATTENTION_SIZES, "rows", "half"] as const;
export type CacheSizes = AttentionSizes & { readonly rows: number; readonly half: 0 | 1 };

/** What stays in the block of a cache. Stored rows are seen as bytes, `bytes` for each number. */
const held = (bytes: 2 | 4): Kind =>
  kindOf("cache", CACHE_SIZES, [
    ...PER_HEAD,
    { name: "causalOffsets", when: "forward", axes: "batch", holds: "integers" },
    { name: "keyLengths", when: "forward", axes: "batch", holds: "integers" },
    { name: "counts", when: "forward", axes: "batch", holds: "integers" },
    { name: "notFinite", when: "forward", axes: "1", holds: "integers" },
    { name: "keyRows", when: "forward", axes: `batch kvHeads rows dim*${bytes}`, holds: "bytes" },
    { name: "valueRows", when: "forward", axes: `batch kvHeads rows valueDim*${bytes}`, holds: "bytes" },
  ]);
export const CACHE_HELD = { float32: held(4), float16: held(2) };

/** What each call brings and takes. There are as many new rows of keys and values as rows of queries. */
export const CACHE_CALL = kindOf("cache", CACHE_SIZES, [
  { name: "rotaryCos", when: "given", axes: "positions pairs" },
  { name: "rotarySin", when: "given", axes: "positions pairs" },
  { name: "rotaryQueries", when: "given", axes: "batch queries", holds: "integers" },
  { name: "q", when: "given", axes: "batch heads queries dim" },
  { name: "k", when: "given", axes: "batch kvHeads queries dim" },
  { name: "v", when: "given", axes: "batch kvHeads queries valueDim" },
  ...OUTPUTS,
]);
