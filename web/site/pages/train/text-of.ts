// The text of a file of unknown encoding.

/** A text without carriage returns, and how it was encoded. What is not UTF-8 is read as Windows writes it. */
export function textOf(bytes: Uint8Array): { text: string; encoding: string } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes).replaceAll("\r\n", "\n"), encoding };
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
