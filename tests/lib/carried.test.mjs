// The wasm that the default entry carries: packed by scripts/carried.mjs, unpacked by web/lib/carried.ts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
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
  assert.ok(
    readFileSync(new URL("heed.js", dist), "utf8").includes(carried.packed),
    "dist/heed.js carries these very files",
  );
});

test("LZMA is unpacked whatever is packed: noise, runs, repeats near and far, short and long", async () => {
  const { unpackLzma } = await moduleOf("lzma.ts", {});
  const { integer, uniform } = randomOf(2);
  const words = Array.from({ length: 40 }, () => Array.from({ length: integer(1, 300) }, () => integer(0, 255)));
  const kinds = [
    (size) => Array.from({ length: size }, () => integer(0, 255)),
    (size) => Array.from({ length: size }, () => integer(0, 3)),
    (size) => Array.from({ length: size }, () => 7),
    (size) => Array.from({ length: size }, () => (uniform() < 0.9 ? 0 : integer(0, 255))),
    (size) => Array.from({ length: size }, () => words[integer(0, 39)]).flat(),
    (size) => Array.from({ length: size }, (_, i) => (i % 4 === 3 ? integer(0, 255) : (i >> 8) & 255)),
  ];
  for (const size of [1, 2, 3, 100, 5000, 120_000]) {
    for (const [index, kind] of kinds.entries()) {
      const bytes = Buffer.from(kind(size).slice(0, 300_000));
      const packed = Buffer.from(packCarried(bytes, Buffer.alloc(0)).packed, "base64");
      assert.ok(Buffer.from(unpackLzma(packed, bytes.length)).equals(bytes), `${size} bytes of kind ${index}`);
    }
  }
});

test("a damaged package is a sentence, however it is cut", async () => {
  const { unpackLzma } = await moduleOf("lzma.ts", {});
  const { integer } = randomOf(3);
  const bytes = Buffer.from(Array.from({ length: 3000 }, () => integer(0, 40)));
  const packed = Buffer.from(packCarried(bytes, Buffer.alloc(0)).packed, "base64");
  const sentence = /^Error: heed\.load: the wasm carried inside is damaged\. Install the package anew\.$/;
  for (const length of [0, 1, 4, 10, 100, packed.length - 40])
    assert.throws(() => unpackLzma(packed.subarray(0, length), 3000), sentence, `cut at ${length}`);
  assert.throws(() => unpackLzma(new Uint8Array(100).fill(255), 3000), sentence, "a copy from before the beginning");
});
