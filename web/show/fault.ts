/** An error with a code, as those of the package have it. */
export function fault(code: "type" | "value" | "shape", message: string): Error & { readonly code: string } {
  return Object.assign(new (code === "type" ? TypeError : RangeError)(message), { code });
}
