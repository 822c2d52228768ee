// NumPy's own format, version 1.0: float32, little-endian, C order. numpy.load reads it as it is.

/** The data begins at a multiple of this many bytes. */
const ALIGNMENT = 64;
/** The magic string, two bytes of version, two of the header's length. */
const PREFIX = [0x93, ...Array.from("NUMPY", (sign) => sign.charCodeAt(0)), 1, 0];

export function npyOf({
  data,
  shape,
}: {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}): Uint8Array {
  const axes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const entries = `{'descr': '<f4', 'fortran_order': False, 'shape': (${axes}), }`;
  const unpadded = PREFIX.length + 2 + entries.length + 1;
  const header = `${entries}${" ".repeat((ALIGNMENT - (unpadded % ALIGNMENT)) % ALIGNMENT)}\n`;
  const begin = PREFIX.length + 2 + header.length;
  const file = new Uint8Array(begin + 4 * data.length);
  const view = new DataView(file.buffer);
  file.set(PREFIX);
  view.setUint16(PREFIX.length, header.length, true);
  file.set(
    Array.from(header, (sign) => sign.charCodeAt(0)),
    PREFIX.length + 2,
  );
  for (let at = 0; at < data.length; at++) view.setFloat32(begin + 4 * at, data[at]!, true);
  return file;
}
