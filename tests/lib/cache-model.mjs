// A cache as a textbook has it: every token ever given stays in a list, and each query is computed again in double
// precision. It shares nothing with the package.
import { product } from "./support.mjs";

/** The row of a tensor (batch, heads, rows, columns). */
const rowOf = ({ data, shape: [, heads, rows, columns] }, b, h, i) =>
  Array.from(data.subarray(((b * heads + h) * rows + i) * columns, ((b * heads + h) * rows + i + 1) * columns));

/** The nearest float16. Ties go to the even one. */
export function toHalf(x) {
  const magnitude = Math.abs(x);
  if (!(magnitude < 65520)) return x * Infinity;
  const unit = 2 ** (Math.max(-14, Math.floor(Math.log2(magnitude))) - 10);
  const below = Math.floor(magnitude / unit);
  const rest = magnitude / unit - below;
  const steps = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return Math.sign(x) * steps * unit;
}

function rotated(row, rotary, position) {
  if (!rotary) return row;
  const { pairs, dims = row.length, base = 10_000 } = rotary;
  const turned = row.slice();
  for (let i = 0; i < dims / 2; i++) {
    const [first, second] = pairs === "halves" ? [i, i + dims / 2] : [2 * i, 2 * i + 1];
    const angle = position * base ** ((-2 * i) / dims);
    turned[first] = Math.cos(angle) * row[first] - Math.sin(angle) * row[second];
    turned[second] = Math.sin(angle) * row[first] + Math.cos(angle) * row[second];
  }
  return turned;
}

/** The options are those of heed.cache, with numbers for scale, and lists for sink and alibi. */
export class ModelCache {
  constructor(options) {
    const { batch = 1, heads = 1, kvHeads = heads, dim, valueDim = dim, capacity, ring = false } = options;
    this.options = options;
    this.batch = batch;
    this.heads = heads;
    this.kvHeads = kvHeads;
    this.dim = dim;
    this.valueDim = valueDim;
    this.capacity = capacity;
    this.left = options.window?.left ?? (ring ? capacity - 1 : Infinity);
    this.batches = Array.from({ length: batch }, () => ({ tokens: [], highest: 0 }));
  }

  get lengths() {
    return this.batches.map(({ tokens }) => tokens.length);
  }

  /** Whether the cache must take this number of tokens. */
  hasRoom(counts) {
    return this.options.ring || this.batches.every(({ tokens }, b) => tokens.length + counts[b] <= this.capacity);
  }

  /** Whether a token at this position finds every token that it sees. */
  reaches(b, position) {
    if (!this.options.ring) return true;
    return Math.max(0, position - this.left) >= this.batches[b].highest - this.capacity;
  }

  append(k, v, counts) {
    for (const [b, { tokens }] of this.batches.entries()) {
      for (let t = 0; t < counts[b]; t++) {
        const heads = Array.from({ length: this.kvHeads }, (_, h) => h);
        tokens.push({
          k: heads.map((h) => this.stored(rotated(rowOf(k, b, h, t), this.options.rotary, tokens.length))),
          v: heads.map((h) => this.stored(rowOf(v, b, h, t))),
        });
      }
      this.batches[b].highest = Math.max(this.batches[b].highest, tokens.length);
    }
  }

  stored(row) {
    return this.options.type === "float16" ? row.map((x) => toHalf(Math.fround(x))) : row;
  }

  /** The output of q, whose row counts[b] − 1 is at the last token. */
  attend(q, counts) {
    const rows = q.shape[2];
    const shape = [this.batch, this.heads, rows, this.valueDim];
    const data = new Float64Array(product(shape));
    for (let b = 0; b < this.batch; b++) {
      for (let h = 0; h < this.heads; h++) {
        for (let i = 0; i < counts[b]; i++) {
          const position = this.batches[b].tokens.length - counts[b] + i;
          const output = this.attendRow(b, h, rotated(rowOf(q, b, h, i), this.options.rotary, position), position);
          data.set(output, ((b * this.heads + h) * rows + i) * this.valueDim);
        }
      }
    }
    return { data, shape };
  }

  attendRow(b, h, q, position) {
    const { scale = 1 / Math.sqrt(this.dim), softcap, alibi, sink } = this.options;
    const source = Math.floor(h / (this.heads / this.kvHeads));
    const { tokens } = this.batches[b];
    const seen = tokens.map((_, j) => j).filter((j) => j <= position && j >= position - this.left);
    const logits = seen.map((j) => {
      const score = tokens[j].k[source].reduce((sum, x, c) => sum + x * q[c], 0) * scale;
      const capped = softcap ? softcap * Math.tanh(score / softcap) : score;
      return capped - (alibi ? alibi[h] * (position - j) : 0);
    });
    const most = Math.max(...logits, sink ? sink[h] : -Infinity);
    const powers = logits.map((logit) => Math.exp(logit - most));
    const sum = powers.reduce((total, power) => total + power, sink ? Math.exp(sink[h] - most) : 0);
    const output = Array(this.valueDim).fill(0);
    for (const [n, j] of seen.entries())
      for (let c = 0; c < this.valueDim; c++) output[c] += (powers[n] / sum) * tokens[j].v[source][c];
    return output;
  }

  mayTruncate(lengths) {
    return lengths.every((n, b) => n <= this.batches[b].tokens.length && (n === 0 || this.reaches(b, n)));
  }

  truncate(lengths) {
    for (const [b, n] of lengths.entries()) {
      const { tokens, highest } = this.batches[b];
      this.batches[b] = { tokens: tokens.slice(0, n), highest: n === 0 ? 0 : highest };
    }
  }

  reorder(from) {
    this.batches = from.map((source) => ({ ...this.batches[source], tokens: this.batches[source].tokens.slice() }));
  }
}
