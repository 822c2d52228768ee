// The text of the weights' scripts as bytes. scripts/encoder-weights.mjs writes it.

/** What ¡, ¢, £, ¤ and ¥ stand for. */
const UNSAFE = [0, 13, 96, 36, 92];
const FIRST_STAND_IN = 0xa1;

/** Each character is seven bits, the lowest first. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * 7) / 8));
  let [held, bits, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code > 127) code = UNSAFE[code - FIRST_STAND_IN]!;
    held |= code << bits;
    bits += 7;
    if (bits < 8) continue;
    bytes[at++] = held & 255;
    held >>= 8;
    bits -= 8;
  }
  return bytes;
}

export async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}
