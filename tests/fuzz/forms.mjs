// The same tensor in the forms that heed takes.
import { chance, pick } from "./problem.mjs";

function nested(data, shape) {
  if (shape.length === 1) return Array.from(data);
  const [count, ...rest] = shape;
  const size = data.length / count;
  return Array.from({ length: count }, (_, n) => nested(data.subarray(n * size, (n + 1) * size), rest));
}

/** Over a buffer that other threads, or a later resize, could change. */
function over(Buffer, data, options) {
  const view = new Float32Array(new Buffer(data.byteLength, options));
  view.set(data);
  return view;
}

export function inSomeForm(random, { data, shape }) {
  if (chance(random, 0.85)) return { data, shape };
  switch (random.integer(0, 5)) {
    case 0:
      return nested(data, shape);
    case 1:
      return { data: Float64Array.from(data), shape };
    case 2:
      return { data: Array.from(data), shape };
    case 3:
      return { data: over(SharedArrayBuffer, data), shape };
    case 4:
      return { data: over(ArrayBuffer, data, { maxByteLength: 2 * data.byteLength }), shape };
    default:
      return { data: pick(random, [data, data.slice()]), shape: Object.freeze(shape.slice()) };
  }
}

/** Exchanges the axes of rows and heads of a tensor of three or four axes. */
export function headsBehind({ data, shape }) {
  if (shape.length < 3) return { data, shape };
  const [heads, rows, columns] = shape.slice(-3);
  const swapped = data.slice();
  for (let start = 0; start < data.length; start += heads * rows * columns)
    for (let h = 0; h < heads; h++)
      for (let i = 0; i < rows; i++)
        for (let c = 0; c < columns; c++)
          swapped[start + (i * heads + h) * columns + c] = data[start + (h * rows + i) * columns + c];
  return { data: swapped, shape: [...shape.slice(0, -3), rows, heads, columns] };
}
