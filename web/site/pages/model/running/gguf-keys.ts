// What the first keys of a GGUF file say, as far as its beginning goes. heed/gguf reads the file itself; this tells the
// models of a folder from the other files there.

export interface FirstKeys {
  readonly tensors: number;
  /** Texts by their keys. */
  readonly keys: ReadonlyMap<string, string>;
}

const STRING = 8;
/** The bytes of a value by its type. Texts and lists are of any length. */
const BYTES: readonly (number | undefined)[] = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8];

/** @param bytes the beginning of a file that begins with GGUF */
export function firstKeys(bytes: Uint8Array): FirstKeys {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const keys = new Map<string, string>();
  // A count that has ended before it was whole is not 0.
  if (bytes.length < 24) return { tensors: NaN, keys };
  const decoder = new TextDecoder();
  const count = Number(view.getBigUint64(16, true));
  let at = 24;
  const text = (): string | undefined => {
    if (at + 8 > bytes.length) return undefined;
    const from = at + 8;
    const to = from + Number(view.getBigUint64(at, true));
    if (to > bytes.length) return undefined;
    at = to;
    return decoder.decode(bytes.subarray(from, to));
  };
  for (let n = 0; n < count; n++) {
    const key = text();
    if (key === undefined || at + 4 > bytes.length) break;
    const type = view.getUint32(at, true);
    at += 4;
    const size = BYTES[type];
    const value = type === STRING ? text() : "";
    // Lists are vocabularies, which come after what is asked here.
    if (value === undefined || (type !== STRING && size === undefined)) break;
    if (type === STRING) keys.set(key, value);
    else at += size!;
  }
  return { tensors: Number(view.getBigUint64(8, true)), keys };
}
