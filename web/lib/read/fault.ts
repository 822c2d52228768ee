// Errors, each with a code that a program can branch on.
import type { ErrorCode, HeedError } from "../api/index.js";

/** The error of a code. Those of value, shape, capacity, memory and file are a RangeError. */
export function fault(code: ErrorCode, message: string, more?: { cause: unknown }): HeedError {
  const Class = code === "type" ? TypeError : /^(sh|[vcmf])/.test(code) ? RangeError : Error;
  return Object.assign(new Class(message, more), { code });
}

/** The error of a value that should be a number: it is out of range, or it is not a number. */
export const numberFault = (value: unknown, message: string): HeedError =>
  fault(typeof value === "number" ? "value" : "type", message);
