// Rules of the house that a reader of the sources can hold to.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file) => readFileSync(path.join(root, file), "utf8");

function sources(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? sources(place) : [place];
  });
}

const filesWith = (folder, text) => sources(folder).filter((file) => text.test(read(file)));

test("only the bindings include Emscripten", () => {
  assert.deepEqual(filesWith("src", /<emscripten/), [path.join("src", "bindings.cpp")]);
});

test("only the wasm backend includes the intrinsics", () => {
  assert.deepEqual(filesWith("src", /<wasm_simd128\.h>/), [path.join("src", "simd", "f32x4_wasm.h")]);
});

test("the package never names the page", () => {
  const code = (file) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  assert.deepEqual(
    sources("web/lib").filter((file) => /\b(document|window)\b/.test(code(file))),
    [],
  );
});
