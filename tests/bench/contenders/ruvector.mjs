// @ruvector/attention-wasm: one query at a time against an array of keys, which it copies again for each query. It
// takes neither heads nor matrices, so it gets rows that were cut before. A causal row gets the keys that it may attend
// to.

const rowsOf = (data, count, dim) => Array.from({ length: count }, (_, i) => data.subarray(i * dim, (i + 1) * dim));

// Numbers that are copied into its memory for one result. At 150 ns each, this is about five seconds.
const MOST_CROSSINGS = 2 ** 25;

// Node's fetch reads no files.
async function bytesOrAddress(address) {
  if (!address.startsWith("file:")) return address;
  const { readFile } = await import("node:fs/promises");
  return readFile(new URL(address));
}

/** `settings`: modules, version, wasm (the address of its wasm). */
export async function open(settings) {
  const library = await import(settings.modules["@ruvector/attention-wasm"]);
  await library.default({ module_or_path: await bytesOrAddress(settings.wasm) });
  return {
    label: "ruvector attention-wasm",
    version: settings.version,
    refuses({ kind, keep, heads, queries, keys, dim }) {
      if (kind === "layer") return "it has no projections";
      if (keep) return "it does not give the weights";
      if (2 * heads * queries * keys * dim > MOST_CROSSINGS)
        return "it reads all keys and values anew for every query: more than five seconds for one result";
      return undefined;
    },
    prepare({ heads, queries, keys, dim, causal }, { q, k, v }) {
      const [qRows, kRows, vRows] = [
        rowsOf(q, heads * queries, dim),
        rowsOf(k, heads * keys, dim),
        rowsOf(v, heads * keys, dim),
      ];
      const call = () => {
        const output = new Float32Array(q.length);
        for (let h = 0; h < heads; h++)
          for (let i = 0; i < queries; i++) {
            const first = h * keys,
              visible = first + (causal ? i + 1 : keys);
            const row = library.scaled_dot_attention(
              qRows[h * queries + i],
              kRows.slice(first, visible),
              vRows.slice(first, visible),
            );
            output.set(row, (h * queries + i) * dim);
          }
        return { output };
      };
      return { call, dispose() {} };
    },
  };
}
