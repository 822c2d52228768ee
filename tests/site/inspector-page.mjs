// A page with nothing but an inspector and a button per cell: for the tests of the inspector itself.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { everyRun } from "./runs.mjs";
import { PACKAGES } from "../../scripts/build-element.mjs";
import { pageStrings } from "../../scripts/build-site.mjs";
import { root } from "./serve.mjs";

const read = (file) => readFileSync(path.join(root, "web/site", file), "utf8");

const SCRIPT = `
  import { Inspector } from "./rooms/inspector/index.js";
  const revive = (name, value) => {
    if (!Array.isArray(value?.data) || name === "mask") return value;
    return { ...value, data: Float32Array.from(value.data, (one) => one ?? -Infinity) };
  };
  const runs = JSON.parse(document.getElementById("runs").textContent, revive);
  const told = { lights: {}, closed: [], moved: [] };
  const inspector = new Inspector(document.body, {
    light: (lights) => (told.lights = lights),
    closed: (cell) => (told.closed.push(cell), document.querySelector("#opener").focus()),
    moved: (cell) => told.moved.push(cell),
  });
  Object.assign(window, { runs, told, inspector });
  const cell = { matrix: "weights", head: 0, row: 1, column: 2 };
  document.querySelector("#opener").addEventListener("click", () => inspector.open(runs["one head"], cell));
`;

/** The page as text: its runs are data inside it. */
export async function inspectorPage() {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: path.join(root, "web/site"), loader: "ts" },
    bundle: true,
    alias: PACKAGES,
    external: ["node:*"],
    plugins: [pageStrings()],
    write: false,
    format: "iife",
    logLevel: "error",
  });
  const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
  const runs = JSON.stringify(everyRun(), plain).replaceAll("<", "\\u003c");
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>inspector</title>
<link rel="icon" href="data:,">
<style>${read("styles.css")}${read("shell/parts.css")}${read("rooms/inspector/inspector.css")}</style>
</head>
<body>
<main>
<h1>A page</h1>
<p>
<button id="opener" type="button">Open a weight</button>
<button id="other" type="button">Another thing</button>
</p>
</main>
<script type="application/json" id="runs">${runs}</script>
<script>${script}</script>
</body>
</html>`;
}
