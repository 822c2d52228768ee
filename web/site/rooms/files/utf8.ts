const decoder = new TextDecoder("utf-8", { fatal: true });

/** The text; undefined if the bytes are not UTF-8. */
export function utf8(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
