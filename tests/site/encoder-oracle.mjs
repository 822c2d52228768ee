// The encoder as the paper has it: plain loops in double precision over the package's own float weights.

const range = (count) => Array.from({ length: count }, (_, at) => at);
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const added = (a, b) => a.map((value, at) => value + b[at]);

/**
 * @param weights what trainedWeights() gives @param ids numbers of pieces
 * @param {{ isCut?: (...edge: number[]) => boolean, output?: (layer: number, head: number, rows: any[]) => any[] }}
 *   [changed] which edges are cut, and what leaves a head in the place of its own rows
 * @returns maps and raw scores, 8 heads each
 */
export function forward({ tensors }, ids, { isCut = () => false, output = (layer, head, rows) => rows } = {}) {
  const { embedding, frequencies } = tensors;
  const embedded = ids.map((id) => Array.from(embedding.data.subarray(256 * id, 256 * id + 256), (value) => 2 * value));
  let rows = embedded.map((row, place) =>
    row.map((value, at) => value + (at < 128 ? Math.sin : Math.cos)(place * frequencies.data[at % 128])),
  );
  const [maps, raws, outputs, stages] = [[], [], [], [embedded]];
  for (const layer of [0, 1]) {
    const own = (name) => tensors[`${layer}.${name}`];
    const qkv = rows.map((row) => dense(norm(row, own("normGain"), own("normBias")), own("qkv"), own("qkvBias")));
    const joined = rows.map(() => []);
    for (const head of range(4)) {
      const { raw, map, mixed } = attend(qkv, head, (query, key) => isCut(layer, head, query, key));
      raws.push(raw);
      maps.push(map);
      output(layer, head, mixed).forEach((row, at) => joined[at].push(...row));
      outputs.push(mixed);
    }
    rows = rows.map((row, at) => {
      const base = layer === 0 ? dense(row, tensors.residual, tensors.residualBias) : row;
      const attended = added(dense(joined[at], own("output"), own("outputBias")), base);
      const hidden = dense(norm(attended, own("feedNormGain"), own("feedNormBias")), own("hidden"), own("hiddenBias"));
      const positive = hidden.map((value) => Math.max(0, value));
      return added(attended, dense(positive, own("feedOutput"), own("feedOutputBias")));
    });
    stages.push(rows);
  }
  return { maps, raws, outputs, stages };
}

export function cosine(a, b) {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

function dense(x, { data, columns }, bias) {
  return Array.from(bias.data, (start, output) => {
    let sum = start;
    for (let at = 0; at < columns; at++) sum += x[at] * data[output * columns + at];
    return sum;
  });
}

function norm(x, gain, bias) {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length;
  return x.map((value, at) => ((value - mean) / Math.sqrt(variance + 1e-6)) * gain.data[at] + bias.data[at]);
}

/** The columns of qkv are queries, keys and values, each head after head. */
function attend(qkv, head, isCut) {
  const model = qkv[0].length / 3;
  const dim = model / 4;
  const [q, k, v] = range(3).map((part) =>
    qkv.map((row) => row.slice(part * model + head * dim, part * model + (head + 1) * dim)),
  );
  const raw = q.map((query) => k.map((key) => dot(query, key)));
  const map = raw.map((scores, query) => {
    const row = scores.map((score, key) => (isCut(query, key) ? -Infinity : score));
    const largest = Math.max(...row);
    const powers = row.map((score) => Math.exp((score - largest) / Math.sqrt(dim)));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return powers.map((power) => power / total);
  });
  const mixed = map.map((weights) =>
    range(dim).map((at) =>
      dot(
        weights,
        v.map((value) => value[at]),
      ),
    ),
  );
  return { raw, map, mixed };
}
