/** A typed array of numbers, of any kind that heed reads. */
export type TypedNumbers =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** A Float16Array. (Written so that TypeScript without that type reads it too.) */
export type HalfNumbers = ArrayLike<number> & ArrayBufferView & { readonly [Symbol.toStringTag]: "Float16Array" };

/** A Float32Array over a plain ArrayBuffer. (Written so that TypeScript before 5.7 reads it too.) */
export type Floats = ReturnType<Float32ArrayConstructor["of"]>;

/** Numbers and their shape, row by row without gaps. heed always returns a fresh copy. */
export interface Tensor {
  /** The numbers, row by row. */
  readonly data: Floats;
  /** The length of each axis, the outermost first. */
  readonly shape: readonly number[];
}

/** One row of numbers. */
export type NumberRow = readonly number[] | Exclude<TypedNumbers, Uint16Array> | HalfNumbers;

/** Nested arrays of numbers, up to four deep, as pasted from a notebook. */
export type NestedNumbers =
  NumberRow | readonly NumberRow[] | readonly (readonly NumberRow[])[] | readonly (readonly (readonly NumberRow[])[])[];

/**
 * Whatever heed takes as a tensor: `{ data, shape }`, or nested arrays. Numbers that do not come in a Float32Array are
 * rounded to float32. Half precision comes as a Float16Array, or as its bits in a Uint16Array with `type: "float16"`;
 * heed computes with it in float32.
 */
export type TensorInput =
  | { readonly data: NumberRow; readonly shape: readonly number[] }
  | { readonly data: Uint16Array | HalfNumbers; readonly shape: readonly number[]; readonly type: "float16" }
  | NestedNumbers;
