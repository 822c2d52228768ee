// Rules of the house that a reader of the sources can hold to.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { top } from "./packed.mjs";

function sources(folder) {
  return readdirSync(path.join(top, folder)).flatMap((name) => {
    const place = path.join(folder, name);
    return statSync(path.join(top, place)).isDirectory() ? sources(place) : [place];
  });
}

const filesWith = (folder, text) => sources(folder).filter((file) => text.test(readFileSync(path.join(top, file), "utf8")));

test("only the bindings include Emscripten", () => {
  assert.deepEqual(filesWith("src", /<emscripten/).filter((file) => !file.endsWith("bindings.cpp")), []);
});

test("only the wasm backend includes the intrinsics", () => {
  assert.deepEqual(filesWith("src", /<wasm_simd128\.h>/), [path.join("src", "simd", "f32x4_wasm.h")]);
});

test("the package never names the page", () => {
  const code = (file) => readFileSync(path.join(top, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  assert.deepEqual(sources("web/lib").filter((file) => /\b(document|window)\b/.test(code(file))), []);
});
