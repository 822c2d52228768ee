// The wasm that the default entry carries, which web/lib/load/carried.ts decodes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { dist, runnable, load } from "./support.mjs";

test("what load() compiles is the carried file of its flavour, byte for byte", async () => {
  const { compile } = WebAssembly;
  const compiled = [];
  WebAssembly.compile = (bytes) => {
    compiled.push(Buffer.from(bytes));
    return compile.call(WebAssembly, bytes);
  };
  try {
    for (const flavour of runnable) await load({ flavour });
  } finally {
    WebAssembly.compile = compile;
  }
  assert.deepEqual(
    compiled.map((bytes) => bytes.toString("hex")),
    runnable.map((flavour) => readFileSync(new URL(`${flavour}.wasm`, dist)).toString("hex")),
  );
});

test("where a policy forbids wasm, load() says so, and works once it is allowed", async () => {
  const { Module, compile } = WebAssembly;
  const refused = new WebAssembly.CompileError("Refused to compile because of the Content Security Policy");
  WebAssembly.Module = function () {
    throw refused;
  };
  WebAssembly.compile = () => Promise.reject(refused);
  const fresh = `${new URL("heed.js", dist)}?forbidden`;
  const { load: loadAnew } = await import(fresh);
  try {
    await assert.rejects(loadAnew(), /must allow it: script-src 'wasm-unsafe-eval'\.$/);
  } finally {
    Object.assign(WebAssembly, { Module, compile });
  }
  assert.equal((await loadAnew()).flavour, (await load()).flavour);
});
