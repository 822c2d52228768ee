// Checks what a page gives to <attention-matrix>.
import { fault } from "./fault.js";
import { product, type Matrix } from "./matrix.js";
import type { Domain } from "./ticks.js";

/** Throws an error that says what was needed and what came. */
export function checkMatrix(matrix: unknown): asserts matrix is Matrix {
  if (typeof matrix !== "object" || matrix === null || !("data" in matrix) || !("shape" in matrix)) {
    refuse("matrix", "{ data, shape }, as heed returns it, or null", kindOf(matrix));
  }
  const { data, shape } = matrix as { data: ArrayLike<number> | null | undefined; shape: unknown };
  if (!isShape(shape)) {
    refuse(
      "matrix.shape",
      "[rows, columns], or with heads and a batch before them: [heads, rows, columns], [batch, heads, rows, columns]",
      listOf(shape),
    );
  }
  const count = product(shape);
  if (data?.length !== count) {
    throw fault(
      "shape",
      `<attention-matrix>: a matrix of shape [${shape.join(", ")}] holds ${count} numbers; its data holds ` +
        `${data?.length ?? "none"}.`,
    );
  }
  checkNumbers(data, "type" in matrix ? matrix.type : undefined);
}

function checkNumbers(data: ArrayLike<unknown>, type: unknown): void {
  if (type === "float16" && data instanceof Uint16Array) {
    throw fault(
      "type",
      "<attention-matrix>: matrix.data must hold numbers; got a Uint16Array of the bits of float16. " +
        "Give new Float16Array(data.buffer, data.byteOffset, data.length), or a Float32Array.",
    );
  }
  const isTyped = ArrayBuffer.isView(data) && typeof (data as ArrayLike<unknown>)[0] !== "bigint";
  const wrong = isTyped ? -1 : indexOf(data, (value) => typeof value !== "number");
  if (wrong === -1) return;
  throw fault("type", `<attention-matrix>: matrix.data must hold numbers; data[${wrong}] is ${kindOf(data[wrong])}.`);
}

/** Throws an error that says what was needed and what came. */
export function checkDomain(domain: unknown): asserts domain is Domain {
  if (Array.isArray(domain) && domain.length === 2 && domain.every(Number.isFinite)) return;
  refuse("domain", "[low, high], two finite numbers, or undefined for the range of the numbers", listOf(domain));
}

function indexOf(list: ArrayLike<unknown>, isWanted: (value: unknown) => boolean): number {
  return Array.prototype.findIndex.call(list, isWanted);
}

function isShape(shape: unknown): shape is readonly number[] {
  return (
    Array.isArray(shape) &&
    shape.length >= 1 &&
    shape.length <= 4 &&
    shape.every((extent) => Number.isInteger(extent) && extent >= 0)
  );
}

/** Throws an error that says what was needed and what came. */
export function refuse(name: string, needed: string, came: string): never {
  throw fault("type", `<attention-matrix>: ${name} must be ${needed}; got ${came}.`);
}

/** What steers a terminal, breaks a line or turns the direction of writing. */
const STEERING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** The beginning of a text, as a message may show it: `\u202e` replaces what would steer a terminal. */
export function shownText(text: string, most = 40): string {
  const cut = text.length > most ? `${text.slice(0, most)}…` : text;
  return cut.replace(STEERING, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** An object such as {} writes, of any frame: a Map or a list is not one. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (Object.prototype.toString.call(value) !== "[object Object]") return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** What came, for a sentence. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined || typeof value === "boolean" || typeof value === "number")
    return String(value);
  if (typeof value === "string") return `"${shownText(value).replaceAll('"', '\\"')}"`;
  return Array.isArray(value) ? "an array" : typeof value;
}

/** The beginning of a list, for a sentence; what else came by its kind. */
export function listOf(list: unknown): string {
  if (!Array.isArray(list)) return kindOf(list);
  return `[${list.slice(0, 8).map(kindOf).join(", ")}${list.length > 8 ? ", …" : ""}]`;
}
