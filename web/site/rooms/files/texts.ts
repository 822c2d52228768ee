// Lists of tokens out of JSON.
import { MOST_TOKENS } from "./limits.js";

/** A list of texts, or a list of such lists; undefined for anything else. */
export function textsOf(value: unknown): string[][] | undefined {
  if (isList(value)) return [value];
  if (Array.isArray(value) && value.length > 0 && value.length <= MOST_TOKENS && value.every(isList)) return value;
  return undefined;
}

function isList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_TOKENS &&
    value.every((one) => typeof one === "string")
  );
}
