// The numbers and labels that a page gives: as properties, or as attributes that hold them as JSON. Attributes serve
// pages that a server renders: they arrive before any script, and frameworks leave them as they are.
import { checkMatrix, type Mask, type Matrix } from "../show/index.js";

/** null or undefined: not given. */
export interface Given {
  readonly matrix?: Matrix | null | undefined;
  readonly mask?: Mask | null | undefined;
  readonly rowLabels?: readonly string[] | null | undefined;
  readonly columnLabels?: readonly string[] | null | undefined;
}

/** Reads an attribute. It throws an error that says what was needed and what came. */
export function readGiven(name: keyof Given, attribute: string, text: string): Given {
  const json = parse(name, attribute, text);
  switch (name) {
    case "matrix":
      return { matrix: matrixIn(json) };
    case "mask":
      return { mask: listIn(json).map(Boolean) };
    default:
      return { [name]: listIn(json).map(String) };
  }
}

function parse(name: keyof Given, attribute: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const came = text.length > 24 ? `${text.slice(0, 24)}…` : text;
    throw new TypeError(
      `<attention-matrix>: the attribute ${attribute} must hold JSON, as JSON.stringify() writes it; "${came}" came. ` +
        `Or set the property ${name}.`,
    );
  }
}

/** JSON has no NaN and no Infinity: it says null. */
function matrixIn(json: unknown): Matrix {
  const matrix =
    typeof json === "object" && json !== null && "data" in json ? { ...json, data: numbersIn(json.data) } : json;
  checkMatrix(matrix);
  return matrix;
}

function numbersIn(data: unknown): number[] {
  return listIn(data).map((value) => (value === null ? NaN : Number(value)));
}

/** JSON.stringify() writes a Float32Array as an object with a key for each number. */
function listIn(json: unknown): unknown[] {
  return Array.isArray(json) ? json : Object.values(json ?? {});
}
