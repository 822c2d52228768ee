// NumPy's own format, version 1.0: float32, little-endian, C order. numpy.load reads it as it is.

/** The data begins at a multiple of this many bytes. */
const ALIGNMENT = 64;
/** The magic string, two bytes of version, two of the header's length. */
const PREFIX = [0x93, ...Array.from("NUMPY", (sign) => sign.charCodeAt(0)), 1, 0];

/** The header before the bytes of an array. @param descr NumPy's name of the type: "<f4" */
export function npyHeader(descr: string, shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const entries = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${axes}), }`;
  const unpadded = PREFIX.length + 2 + entries.length + 1;
  const header = `${entries}${" ".repeat((ALIGNMENT - (unpadded % ALIGNMENT)) % ALIGNMENT)}\n`;
  const bytes = Uint8Array.from([...PREFIX, 0, 0, ...Array.from(header, (sign) => sign.charCodeAt(0))]);
  new DataView(bytes.buffer).setUint16(PREFIX.length, header.length, true);
  return bytes;
}

export function npyOf({
  data,
  shape,
}: {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}): Uint8Array {
  const header = npyHeader("<f4", shape);
  const file = new Uint8Array(header.length + 4 * data.length);
  const view = new DataView(file.buffer, header.length);
  file.set(header);
  for (let at = 0; at < data.length; at++) view.setFloat32(4 * at, data[at]!, true);
  return file;
}
