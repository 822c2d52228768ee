// The module's own malloc (src/heap.cpp), asked directly.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const built = (file) => new URL(`../../build/wasm-simd/${file}`, import.meta.url);
const { default: createCore } = await import(built("heed.mjs"));

function start() {
  return createCore({
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(readFileSync(built("heed.wasm")), imports).then(({ instance, module }) =>
        receive(instance, module),
      );
      return {};
    },
  });
}

/** Numbers from 0 to 1, the same in every run. */
function numbers() {
  let seed = 1;
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

test("blocks begin a cache line, share no byte, keep what is written, and join again once they are free", async () => {
  const core = await start();
  const next = numbers();
  const taken = [];
  const ends = ({ address, bytes }) => [address, address + Math.floor(bytes / 2), address + bytes - 1];
  for (let step = 0; step < 20_000; step++) {
    if (taken.length > 0 && (next() < 0.5 || taken.length > 200)) {
      const [block] = taken.splice(Math.floor(next() * taken.length), 1);
      for (const place of ends(block)) assert.equal(core.HEAPU8[place], block.mark);
      core.release(block.address);
      continue;
    }
    const bytes = 1 + Math.floor(next() ** 4 * 2e6);
    const block = { address: core.allocate(bytes), bytes, mark: step % 256 };
    assert.ok(block.address > 0 && block.address % 64 === 0);
    assert.ok(
      taken.every(({ address, bytes: size }) => block.address >= address + size || address >= block.address + bytes),
    );
    for (const place of ends(block)) core.HEAPU8[place] = block.mark;
    taken.push(block);
  }
  for (const { address } of taken) core.release(address);
  const { length } = core.HEAPU8;
  assert.ok(core.allocate(length - 2 ** 18) > 0);
  assert.equal(core.HEAPU8.length, length);
});

test("what cannot be addressed is refused, and the next block is had", async () => {
  const core = await start();
  for (const bytes of [2 ** 32 - 1, 2 ** 32 - 64, 2 ** 32 - 81, 2 ** 32 - 2 ** 16])
    assert.equal(core.allocate(bytes), 0);
  assert.ok(core.allocate(1) > 0);
});
