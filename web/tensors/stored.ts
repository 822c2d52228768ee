// How the numbers of a matrix may be stored: each by itself, or in the blocks of GGUF files.

export interface StoredType {
  /** As heed/layers calls it. */
  readonly type: string;
  /** As files call it. */
  readonly inFiles: string;
  /** The numbers of a block, and its bytes. */
  readonly numbers: number;
  readonly bytes: number;
  /** Where in a block the float16 lie by which its whole numbers are multiplied. */
  readonly scales: readonly number[];
}

const stored = (type: string, numbers: number, bytes: number, ...scales: readonly number[]): StoredType => ({
  ...{ type, inFiles: type.replace(/^(b?f)loat/, "$1").toUpperCase(), numbers, bytes, scales },
});

/** In the order of kernels::Stored. */
export const STORED_TYPES: readonly StoredType[] = [
  stored("float32", 1, 4),
  stored("float16", 1, 2),
  stored("bfloat16", 1, 2),
  stored("q8_0", 32, 34, 0),
  stored("q4_0", 32, 18, 0),
  stored("q4_1", 32, 20, 0, 2),
  stored("q5_0", 32, 22, 0),
  stored("q5_1", 32, 24, 0, 2),
  stored("q4_k", 256, 144, 0, 2),
  stored("q5_k", 256, 176, 0, 2),
  stored("q6_k", 256, 210, 208),
];
