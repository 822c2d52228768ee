// What is in the tarball, and that it computes wherever it is installed.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { installed, lend, program, run, tool, top } from "./packed.mjs";

const { folder, tarball, list } = installed({ "use.mjs": program });

function computes(text, flavour) {
  const result = JSON.parse(text);
  assert.ok(result.worst <= 6e-5, `off by ${result.worst}`);
  if (flavour) assert.equal(result.flavour, flavour);
}

test("the tarball holds code, types, maps, both wasm files and the licence", () => {
  for (const name of ["dist/heed.js", "dist/heed.js.map", "dist/external.js", "dist/element.js", "dist/train.js", "dist/simd.wasm", "dist/relaxed-simd.wasm", "dist/types/index.d.ts", "LICENSE", "README.md"]) {
    assert.ok(list.includes(`package/${name}`), name);
  }
});

test("the package has no dependencies", () => {
  const manifest = JSON.parse(readFileSync(path.join(folder, "node_modules/heed/package.json"), "utf8"));
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) assert.deepEqual(Object.keys(manifest[kind] ?? {}), [], kind);
  assert.deepEqual(readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["heed"]);
});

test("the default entry with one flavour inlined is at most 40 KB gzipped", () => {
  const size = (name) => gzipSync(readFileSync(path.join(folder, "node_modules/heed/dist", name)), { level: 9 }).length;
  const bytes = size("external.js") + size("simd.wasm");
  assert.ok(bytes <= 40 * 1024, `${bytes} bytes`);
});

for (const flavour of ["simd", "relaxed-simd"]) {
  test(`the worked example comes out in node, flavour ${flavour}`, () => {
    const flags = flavour === "relaxed-simd" && Number.parseInt(process.versions.node, 10) < 22 ? ["--experimental-wasm-relaxed-simd"] : [];
    computes(run("env", [`FLAVOUR=${flavour}`, process.execPath, ...flags, "use.mjs"], folder), flavour);
  });
}

test("esbuild bundles it", () => {
  tool("esbuild", ["use.mjs", "--bundle", "--format=esm", "--outfile=by-esbuild.mjs", "--log-level=error"], folder);
  computes(run(process.execPath, ["by-esbuild.mjs"], folder));
});

test("Vite bundles it", () => {
  lend(folder, "vite");
  tool("vite", ["build", "--ssr", "use.mjs", "--outDir", "by-vite", "--logLevel", "error"], folder);
  const [file] = readdirSync(path.join(folder, "by-vite")).filter((name) => /\.m?js$/.test(name));
  computes(run(process.execPath, [path.join("by-vite", file)], folder));
});

test("webpack bundles it", () => {
  const config = `export default { mode: "production", target: "node", entry: "./use.mjs", experiments: { outputModule: true }, output: { path: ${JSON.stringify(path.join(folder, "by-webpack"))}, filename: "out.mjs", module: true } };`;
  writeFileSync(path.join(folder, "webpack.config.mjs"), config);
  tool("webpack", ["--config", "webpack.config.mjs"], folder);
  computes(run(process.execPath, ["by-webpack/out.mjs"], folder));
});

for (const [module, resolution] of [["node16", "node16"], ["nodenext", "nodenext"], ["esnext", "bundler"]]) {
  test(`types resolve under ${resolution}`, () => {
    const text = `import { load, tensor, type Tensor } from "heed";\nexport async function f(): Promise<Tensor> { const heed = await load(); const { output, weights } = heed.attention([[1]], [[1]], tensor([[2]]), { keep: ["weights"] }); return weights.shape.length ? output : weights; }\n`;
    const compilerOptions = { noEmit: true, strict: true, target: "es2022", lib: ["es2022", "dom"], module, moduleResolution: resolution, types: [] };
    writeFileSync(path.join(folder, "types.ts"), text);
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["types.ts"] }));
    tool("tsc", ["-p", "tsconfig.json"], folder);
  });
}

test("publint finds nothing to say", () => {
  tool("publint", ["--strict", tarball], top);
});

test("attw finds every entry's types in order", () => {
  tool("attw", [tarball, "--profile", "esm-only", "--exclude-entrypoints", "simd.wasm", "relaxed-simd.wasm"], top);
});
