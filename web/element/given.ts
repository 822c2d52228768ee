// The numbers and labels that a page gives: as properties, or as attributes that hold them as JSON. Attributes serve
// pages that a server renders: they arrive before any script, and frameworks leave them as they are.
import { attributeOf } from "./attributes.js";
import { checkLabels } from "./check-properties.js";
import { checkMask, checkMatrix, fault, shownText, type CheckedMask, type Matrix } from "../show/index.js";

export const GIVEN = ["matrix", "mask", "rowLabels", "columnLabels"] as const;

/** null or undefined: not given. */
export interface Given {
  readonly matrix?: Matrix | null | undefined;
  readonly mask?: CheckedMask | null | undefined;
  readonly rowLabels?: readonly string[] | null | undefined;
  readonly columnLabels?: readonly string[] | null | undefined;
}

/** Reads an attribute. It throws an error that says what was needed and what came. */
export function readGiven(name: keyof Given, text: string): Given {
  const json = parse(name, text);
  if (json === null) return { [name]: null };
  switch (name) {
    case "matrix":
      return { matrix: matrixIn(json) };
    case "mask":
      return { mask: checkMask(maskIn(json)) };
    default:
      return { [name]: checkLabels(name, typeof json === "object" ? listIn(json) : json) };
  }
}

function parse(name: keyof Given, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fault(
      "type",
      `<attention-matrix>: the attribute ${attributeOf(name)} must hold JSON, as JSON.stringify() writes it; ` +
        `got "${shownText(text, 24)}". ` +
        `Or set the property ${name}.`,
    );
  }
}

/** JSON has no NaN and no Infinity: it says null. */
function matrixIn(json: unknown): Matrix {
  const matrix = hasData(json) ? { ...json, data: numbersIn(json.data) } : json;
  checkMatrix(matrix);
  return matrix;
}

function hasData(json: unknown): json is { readonly data: unknown } {
  return typeof json === "object" && json !== null && "data" in json;
}

function numbersIn(data: unknown): unknown[] {
  return listIn(data).map((value) => (value === null ? NaN : value));
}

function listIn(json: unknown): unknown[] {
  return Array.isArray(json) ? json : Object.values(json ?? {});
}

/** JSON.stringify() writes a typed array as an object with a key for each number. */
function maskIn(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Object.keys(json).every((key) => /^\d+$/.test(key))) return listIn(json);
  if (hasData(json)) return { ...json, data: maskIn(json.data) };
  return "mask" in json ? { ...json, mask: maskIn(json.mask) } : json;
}
