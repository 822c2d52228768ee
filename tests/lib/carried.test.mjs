// The wasm that the default entry carries: packed by scripts/carried.mjs, unpacked by web/lib/carried.ts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { packCarried } from "../../scripts/carried.mjs";
import { dist, randomOf } from "./support.mjs";

/** A file of web/lib as a module, with what it imports, and `carried` in place of the packed wasm. */
async function moduleOf(file, carried) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../../web/lib/${file}`, import.meta.url))],
    bundle: true,
    format: "esm",
    write: false,
    plugins: [
      {
        name: "carried",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^heed:carried$/ }, () => ({ path: "carried", namespace: "carried" }));
          onLoad({ filter: /.*/, namespace: "carried" }, () => ({ contents: JSON.stringify(carried), loader: "json" }));
        },
      },
    ],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

test("both flavours come out of the package as they went in", async () => {
  const [simd, relaxed] = ["simd", "relaxed-simd"].map((flavour) => readFileSync(new URL(`${flavour}.wasm`, dist)));
  const carried = packCarried(simd, relaxed);
  const { carriedWasm } = await moduleOf("carried.ts", carried);
  assert.ok(Buffer.from(carriedWasm("simd")).equals(simd));
  assert.ok(Buffer.from(carriedWasm("relaxed-simd")).equals(relaxed));
  const entry = readFileSync(new URL("heed.js", dist), "utf8").replaceAll("\\\n", ""); // esbuild breaks long strings over lines
  assert.ok(entry.includes(carried.packed), "dist/heed.js carries these very files");
});

test("changes are found and applied between any two byte strings", async () => {
  const { integer } = randomOf(1);
  for (let round = 0; round < 20; round++) {
    const simd = Buffer.from(Array.from({ length: integer(1, 4000) }, () => integer(0, 255)));
    const cut = integer(0, simd.length);
    const relaxed = Buffer.concat([simd.subarray(cut), Buffer.from([1, 2, 3]), simd.subarray(0, cut), simd.subarray(0, integer(0, cut))]);
    const { carriedWasm } = await moduleOf("carried.ts", packCarried(simd, relaxed));
    assert.ok(Buffer.from(carriedWasm("relaxed-simd")).equals(relaxed), `round ${round}`);
  }
});

test("inflate unpacks stored, fixed and dynamic blocks of every kind of data", async () => {
  const { inflate } = await moduleOf("inflate.ts", {});
  const { integer, uniform } = randomOf(2);
  const kinds = [() => integer(0, 255), () => integer(0, 3), () => 7, () => (uniform() < 0.9 ? 0 : integer(0, 255)), () => integer(97, 122)];
  for (const size of [0, 1, 2, 100, 5000, 70_000, 200_000]) {
    for (const draw of kinds) {
      const bytes = Buffer.from(Array.from({ length: size }, draw));
      for (const options of [{ level: 0 }, { level: 1 }, { level: 9 }, { strategy: 4 }, { strategy: 2 }]) {
        assert.ok(Buffer.from(inflate(deflateRawSync(bytes, options), size)).equals(bytes), `${size} bytes, ${JSON.stringify(options)}`);
      }
    }
  }
});

test("a damaged package is a sentence, however it is damaged", async () => {
  const { inflate } = await moduleOf("inflate.ts", {});
  const { integer } = randomOf(3);
  const bytes = Buffer.from(Array.from({ length: 3000 }, () => integer(0, 40)));
  const packed = deflateRawSync(bytes);
  const sentence = /^Error: heed\.load: the wasm carried inside is damaged\. Install the package anew\.$/;
  assert.throws(() => inflate(Uint8Array.of(0xff, 0xff, 0xff, 0xff), 10), sentence);
  for (const length of [0, 1, 10, 100, packed.length - 1]) assert.throws(() => inflate(packed.subarray(0, length), 3000), sentence, `cut at ${length}`);
});
