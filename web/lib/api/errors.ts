/**
 * The code of an error of heed:
 *
 * - `"type"`: an argument has another type than the call takes, or a name that the call does not know.
 * - `"value"`: an argument has the right type, and a value that the call cannot take.
 * - `"shape"`: the shape or the length of an argument does not fit.
 * - `"capacity"`: a cache or a model has no room for that many tokens.
 * - `"memory"`: there is not enough memory, or WebAssembly cannot have that much.
 * - `"file"`: a file is damaged, of another kind, or of another model.
 * - `"disposed"`: the object was disposed of.
 * - `"state"`: the object cannot do this, or not yet.
 * - `"environment"`: the engine lacks what heed needs, heed did not start, or a worker ended.
 * - `"internal"`: a fault of heed. Please report it.
 */
export type ErrorCode =
  "type" | "value" | "shape" | "capacity" | "memory" | "file" | "disposed" | "state" | "environment" | "internal";

/**
 * An error of heed: `catch (error) { if ((error as HeedError).code === "memory") … }`. With `"type"` it is a TypeError,
 * with `"value"`, `"shape"`, `"capacity"`, `"memory"` and `"file"` a RangeError.
 */
export interface HeedError extends Error {
  /** What the error is about. */
  readonly code: ErrorCode;
}
