// The installed tarball computes: straight in Node, and through the bundlers.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { computes, copyOf, install, node, programOf, toolOf } from "./tarball.mjs";

const installed = await install("installed");

test("straight in Node, in an otherwise empty folder", async () => {
  const folder = copyOf(installed, "node", { "main.js": programOf() });
  assert.deepEqual(
    readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
    ["heed"],
  );
  await computes("main.js", folder);
});

test("straight in Node, by heed/external, and from the separate wasm files", async () => {
  await computes("main.js", copyOf(installed, "node-external", { "main.js": programOf("heed/external") }));
  const file = "./node_modules/heed/dist/external.js";
  await computes("main.js", copyOf(installed, "node-files", { "main.js": programOf(file) }));
});

test("with the wasm files found by their names in the package", async () => {
  const program = `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { load } from "heed";
const { resolve } = createRequire(import.meta.url);
for (const flavour of ["simd", "relaxed-simd"]) {
  const bytes = readFileSync(resolve(\`heed/\${flavour}.wasm\`));
  const module = flavour === "simd" ? await WebAssembly.compile(bytes) : undefined;
  const started = await load({ wasm: module ?? bytes }).catch((error) => error);
  console.log(started.flavour ?? started.message);
}`;
  const printed = (await node(["main.js"], copyOf(installed, "by-name", { "main.js": program }))).trim().split("\n");
  assert.equal(printed[0], "simd");
  assert.match(
    printed[1],
    new RegExp(
      "^(relaxed-simd|heed\\.load: wasm did not compile .*This engine runs the flavour simd; " +
        "the bytes may be of another, or cut short\\.)$",
    ),
  );
});

/** For each entry a program that ends by an error of that entry. */
const THROWING = {
  ".": `import { load } from "heed"; (await load()).attention(1);`,
  "./external": `import { load } from "heed/external"; (await load()).attention(1);`,
  "./forward": `import { load } from "heed/forward"; (await load()).attention(1);`,
  "./element": `import { AttentionMatrix } from "heed/element"; AttentionMatrix.prototype.kind = "values";`,
  "./train": `import { seededRandom } from "heed/train"; seededRandom("x");`,
  "./workers": `import { openWorkers } from "heed/workers"; await openWorkers({ workers: -1 });`,
  "./worker.js": `import "heed/worker.js"; globalThis.onmessage({});`,
  "./layers": `import { linear } from "heed/layers"; linear(1);`,
  "./rotary": `import { rotate } from "heed/rotary"; rotate(1);`,
  "./model": `import { openModel } from "heed/model"; openModel(1);`,
  "./gguf": `import { readGguf } from "heed/gguf"; await readGguf(1);`,
  "./draw": `import { svgOf } from "heed/draw"; svgOf(1);`,
  "./page": `import { pageOf } from "heed/page"; pageOf({});`,
};

test("an uncaught error of each entry takes at most 3 KB in a terminal", async () => {
  const { exports } = JSON.parse(readFileSync(path.join(installed, "node_modules/heed/package.json"), "utf8"));
  const scripts = Object.keys(exports).filter((name) => exports[name].default?.endsWith(".js"));
  assert.deepEqual(Object.keys(THROWING).sort(), scripts.sort());
  for (const [name, text] of Object.entries(THROWING)) {
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", text], {
      cwd: installed,
      encoding: "utf8",
    });
    assert.match(stderr, /^\w+Error: /m, name);
    assert.ok(stderr.includes("/node_modules/heed/dist/"), `${name}: ${stderr}`);
    assert.ok(stderr.length <= 3 * 1024, `${name}: ${stderr.length} characters`);
  }
});

test("import does nothing: no listener, no timer, no global, nothing printed", async () => {
  const program = `const before = Object.getOwnPropertyNames(globalThis);
const listeners = () => process.eventNames().map((name) => [String(name), process.listenerCount(name)]);
const were = JSON.stringify(listeners());
await import("heed");
await import("heed/external");
if (JSON.stringify(listeners()) !== were) throw new Error("listeners: " + JSON.stringify(listeners()));
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
if (added.length) throw new Error("globals: " + added);`;
  assert.equal(await node(["main.js"], copyOf(installed, "import", { "main.js": program })), "");
});

test("require() of an ES module loads it where Node can do that", async () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const can = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  const folder = copyOf(installed, "require", {
    "main.cjs": `require("heed").load().then((heed) => console.log(heed.version));`,
  });
  const printed = node(["main.cjs"], folder);
  if (can) assert.match(await printed, /^\d+\.\d+\.\d+/);
  else await assert.rejects(printed, /ERR_REQUIRE_ESM/);
});

for (const format of ["esm", "iife", "cjs"]) {
  test(`through esbuild as ${format}, in one file`, async () => {
    const folder = copyOf(installed, `esbuild-${format}`, { "main.js": programOf() });
    const extension = format === "esm" ? "mjs" : "cjs";
    await node(
      [
        toolOf("esbuild"),
        "main.js",
        "--bundle",
        "--minify",
        `--format=${format}`,
        "--log-level=error",
        `--outfile=out/main.${extension}`,
      ],
      folder,
    );
    assert.deepEqual(readdirSync(path.join(folder, "out")), [`main.${extension}`]);
    await alone(folder, `out/main.${extension}`);
  });
}

/** Runs one file in a folder of its own, where nothing can be fetched from beside it. */
async function alone(folder, file) {
  const apart = path.join(folder, "apart");
  mkdirSync(apart);
  renameSync(path.join(folder, file), path.join(apart, path.basename(file)));
  await computes(path.basename(file), apart);
}

const VITE = `export default {
  base: "./",
  logLevel: "error",
  build: {
    minify: true, modulePreload: { polyfill: false },
    rollupOptions: { output: { entryFileNames: "main.mjs" } },
  },
};`;
const PAGE = `<!doctype html><script type="module" src="./main.js"></script>`;

for (const entry of ["heed", "heed/external"]) {
  test(`through a Vite build of ${entry}`, async () => {
    const folder = copyOf(installed, `vite-${entry.replace("/", "-")}`, {
      "main.js": programOf(entry),
      "index.html": PAGE,
      "vite.config.mjs": VITE,
    });
    await node([toolOf("vite"), "build"], folder);
    const wasm = readdirSync(path.join(folder, "dist"), { recursive: true }).filter((file) => file.endsWith(".wasm"));
    assert.equal(wasm.length, entry === "heed" ? 0 : 2);
    if (entry === "heed") await alone(folder, "dist/main.mjs");
    else await computes("dist/main.mjs", folder);
  });

  test(`through webpack 5, with ${entry}`, async () => {
    const config = `export default {
  mode: "production", target: ["web", "es2022"], entry: "./main.js", experiments: { outputModule: true },
  output: { filename: "main.mjs", module: true, chunkFormat: "module" },
  performance: { hints: "error", maxAssetSize: 350_000, maxEntrypointSize: 350_000 },
};`;
    const folder = copyOf(installed, `webpack-${entry.replace("/", "-")}`, {
      "main.js": programOf(entry),
      "webpack.config.mjs": config,
    });
    await node([toolOf("webpack"), "--fail-on-warnings"], folder);
    assert.equal(
      readdirSync(path.join(folder, "dist")).filter((file) => file.endsWith(".wasm")).length,
      entry === "heed" ? 0 : 2,
    );
    if (entry === "heed") await alone(folder, "dist/main.mjs");
    else await computes("dist/main.mjs", folder);
  });
}

test("what is not used is shaken off: tensor alone is small", async () => {
  const folder = copyOf(installed, "shaken", {
    "main.js": `import { tensor } from "heed"; console.log(tensor([[1, 2]]).shape.join());`,
  });
  await node(
    [toolOf("esbuild"), "main.js", "--bundle", "--minify", "--format=esm", "--outfile=out.mjs", "--log-level=error"],
    folder,
  );
  assert.equal(await node(["out.mjs"], folder), "1,2\n");
  const { length } = readFileSync(path.join(folder, "out.mjs"));
  assert.ok(length < 16 * 1024, `${length} bytes`);
  writeFileSync(path.join(folder, "main.js"), `import "heed";`);
  await node(
    [toolOf("esbuild"), "main.js", "--bundle", "--minify", "--format=esm", "--outfile=empty.mjs", "--log-level=error"],
    folder,
  );
  assert.equal(readFileSync(path.join(folder, "empty.mjs"), "utf8").trim(), "");
});
