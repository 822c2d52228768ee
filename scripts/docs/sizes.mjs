// What each entry of the package weighs: a table in Markdown, of the files in dist/.
import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/** What must be loaded beside it. */
const BESIDE = {
  "heed/external": "one of the two wasm files, on servers none",
  "heed/workers": "heed, which it imports",
  "heed/layers": "heed, which you give it",
  "heed/model": "heed, which you give it",
  "heed/simd.wasm": "heed/external",
  "heed/relaxed-simd.wasm": "heed/external",
};

export function sizesTable(root) {
  const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const rows = Object.entries(exports)
    .filter(([name, target]) => target.default !== undefined && name !== "./worker.js")
    .map(([name, { default: file }]) => {
      const bytes = readFileSync(path.join(root, file));
      const entry = name.replace(".", "heed");
      const sizes = [gzipSync(bytes, { level: 9 }), brotli(bytes)].map(({ length }) => kilobytes(length));
      return `| \`${entry}\` | ${sizes.join(" | ")} | ${BESIDE[entry] ?? "nothing"} |`;
    });
  return ["| entry | gzipped | with brotli | needs besides |", "|---|--:|--:|---|", ...rows].join("\n");
}
