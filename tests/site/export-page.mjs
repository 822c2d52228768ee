// A page with nothing but the menu that saves, and matrices of several sizes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { PACKAGES } from "../../scripts/build-element.mjs";
import { pageStrings } from "../../scripts/build-site.mjs";
import { root } from "./serve.mjs";

const read = (file) => readFileSync(path.join(root, "web/site", file), "utf8");

const SCRIPT = `
  import { ExportMenu } from "./rooms/export/index.js";
  const WORDS = ["The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too", "tired"];
  const square = (name, title, kind, size, value, more = {}) => ({
    id: title, name, title, kind, rows: size, columns: size,
    data: Float32Array.from({ length: size * size }, (_, at) => value(Math.floor(at / size), at % size, size)),
    rowLabels: WORDS.slice(0, size), columnLabels: WORDS.slice(0, size), tokens: WORDS, ...more,
  });
  const wave = (row, column, size) => Math.sin(1 + row * 1.7 + column * column * 0.31) * 2.5;
  const share = (row, column, size) => (column <= row ? 2 * (column + 1) / ((row + 1) * (row + 2)) : 0);
  const causal = (size) => Array.from({ length: size * size }, (_, at) => at % size <= Math.floor(at / size));
  const matrices = [
    square("weights", "A = softmax(E), head 2", "weights", 11, share, { head: 2, mask: causal(11) }),
    square("scores", "E = Q Kᵀ ∕ √2", "scores", 11, wave),
    square("v", "V = X W_V", "vectors", 3, wave),
    square("weights", "A, 128 tokens", "weights", 128, share),
    square("weights", "A, 600 tokens", "weights", 600, share, { log: true }),
  ];
  new ExportMenu(document.getElementById("export"), {
    matrices: () => matrices,
    about: () => ({ options: { causal: true, scale: "sqrt-dk" }, versions: { heed: "0.1.0 (simd)" } }),
    link: () => "https://example.org/#state",
  });
  window.matrices = matrices;
`;

/** As the site's pages are: one file, under their policy but for its hashes. */
export async function exportPage() {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: path.join(root, "web/site"), loader: "ts" },
    bundle: true,
    alias: PACKAGES,
    define: { __HEED_VERSION__: '"0.1.0"' },
    plugins: [pageStrings()],
    write: false,
    format: "iife",
    logLevel: "error",
  });
  const policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
    "base-uri 'none'; form-action 'none'";
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<title>export</title>
<style>${["styles.css", "shell/parts.css", "rooms/export/export.css"].map(read).join("")}</style></head>
<body><main><h1>A page</h1><p>Some text, and a menu: <span id="export"></span>
<button id="other" type="button">Another thing</button></p></main><script>${script}</script></body></html>`;
}
