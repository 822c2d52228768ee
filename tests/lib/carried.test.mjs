// The wasm that the default entry carries, which web/lib/load/carried.ts decodes.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
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

/** The entry as a file of its own, since Bun takes one with another query for the same module. */
async function freshEntry() {
  const folder = mkdtempSync(join(tmpdir(), "heed-entry-"));
  try {
    copyFileSync(new URL("heed.js", dist), join(folder, "heed.mjs"));
    return await import(pathToFileURL(join(folder, "heed.mjs")).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("where a policy forbids wasm, load() says so, and works once it is allowed", async () => {
  const { Module, compile } = WebAssembly;
  const refused = new WebAssembly.CompileError("Refused to compile because of the Content Security Policy");
  WebAssembly.Module = function () {
    throw refused;
  };
  WebAssembly.compile = () => Promise.reject(refused);
  const { load: loadAnew } = await freshEntry();
  try {
    await assert.rejects(loadAnew(), /must allow it: script-src 'wasm-unsafe-eval'\.$/);
  } finally {
    Object.assign(WebAssembly, { Module, compile });
  }
  assert.equal((await loadAnew()).flavour, (await load()).flavour);
});

/** Starts a fresh copy of the entry while `name` of `object` is `stand`. */
async function loadWhile(object, name, stand) {
  const real = object[name];
  const { load: loadAnew } = await freshEntry();
  object[name] = stand;
  try {
    return await loadAnew();
  } finally {
    object[name] = real;
  }
}

test("where wasm cannot decode, since memory is short, the carried file is decoded all the same", async () => {
  const noMemory = () => {
    throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance");
  };
  const { flavour } = await load();
  const { Memory } = WebAssembly;
  assert.equal(
    (
      await loadWhile(WebAssembly, "Instance", function Instance() {
        noMemory();
      })
    ).flavour,
    flavour,
  );
  assert.equal((await loadWhile(Memory.prototype, "grow", noMemory)).flavour, flavour);
});
