// Bytes as base64 and back.

/** The most bytes that one call of fromCharCode takes. */
const PIECE = 0x2000;

export function toBase64(bytes: Uint8Array): string {
  let signs = "";
  for (let at = 0; at < bytes.length; at += PIECE) signs += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(signs);
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
