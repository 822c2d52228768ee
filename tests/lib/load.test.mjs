// Starting: which build, from where, how often, and what is said when it cannot be.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test, { after, before } from "node:test";
import { dist, flavours, load, runnable } from "./support.mjs";

const bytesOf = (flavour) => readFileSync(new URL(`${flavour}.wasm`, dist));
const answers = (heed) => assert.equal(heed.attention([[1]], [[1]], [[7]]).output.data[0], 7);

/** Runs the body with something of WebAssembly replaced. */
async function withReplaced(name, replacement, body) {
  const original = WebAssembly[name];
  WebAssembly[name] = replacement;
  try {
    return await body();
  } finally {
    WebAssembly[name] = original;
  }
}

/** One pattern out of its parts. */
const all = (...parts) => new RegExp(parts.map(({ source }) => source).join(""));

/** Both flavours, the fastest first. */
const fastestFirst =
  "Bun" in globalThis && process.arch === "x64" ? ["simd", "relaxed-simd"] : ["relaxed-simd", "simd"];

test("this engine runs both flavours, so that both are tested", () => {
  assert.deepEqual(flavours(), fastestFirst);
});

test("in Bun simd comes first on x64, and only there", () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "process");
  const isBun = "Bun" in globalThis;
  try {
    // Bun's own global cannot be replaced, and need not be.
    if (!isBun) Object.assign(globalThis, { Bun: {} });
    for (const [arch, first] of [
      ["x64", "simd"],
      ["arm64", "relaxed-simd"],
    ]) {
      Object.defineProperty(globalThis, "process", { configurable: true, value: { arch } });
      assert.equal(flavours()[0], first, arch);
    }
  } finally {
    Object.defineProperty(globalThis, "process", own);
    if (!isBun) Reflect.deleteProperty(globalThis, "Bun");
  }
});

test("the fastest flavour is taken, or the one that is asked for", async () => {
  assert.equal((await load()).flavour, fastestFirst[0]);
  for (const flavour of runnable) assert.equal((await load({ flavour })).flavour, flavour);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  assert.equal((await load()).version, version);
});

test("a load that works does not ask for `process`, which takes Deno 10 to 30 ms", async () => {
  const { value } = Object.getOwnPropertyDescriptor(globalThis, "process") ?? {};
  const own = value ?? process;
  let asked = 0;
  Object.defineProperty(globalThis, "process", { configurable: true, get: () => (asked++, own) });
  try {
    answers(await load({ wasm: bytesOf("simd") }));
  } finally {
    Object.defineProperty(globalThis, "process", { configurable: true, writable: true, value: own });
  }
  assert.equal(asked, "Bun" in globalThis ? 1 : 0);
});

test("the core begins to compile within the call of load(), so that a page can be built meanwhile", async () => {
  const { compile } = WebAssembly;
  let begun = 0;
  const heed = await withReplaced(
    "compile",
    (...given) => (begun++, compile(...given)),
    () => {
      const loading = load({ wasm: bytesOf("simd") });
      assert.equal(begun, 1);
      return loading;
    },
  );
  answers(heed);
});

test("loads for the same thing share one instance, at once or later", async () => {
  const bufferOf = async (heed) => (await heed).session({ queries: 1, keys: 1, dim: 1 }).q.buffer;
  const [first, second] = await Promise.all([load(), load({})]);
  const buffer = await bufferOf(first);
  assert.equal(await bufferOf(second), buffer);
  assert.equal(await bufferOf(load({ flavour: first.flavour })), buffer);
  const bytes = bytesOf("simd");
  const [third, fourth] = await Promise.all([load({ wasm: bytes }), load({ wasm: bytes })].map(bufferOf));
  assert.equal(third, fourth);
  assert.notEqual(third, buffer);
});

test("a failed load is forgotten, and the next one works", async () => {
  const bytes = bytesOf("simd");
  const refuse = () => Promise.reject(new WebAssembly.CompileError("no room"));
  await withReplaced("compile", refuse, () =>
    assert.rejects(load({ wasm: bytes }), {
      message:
        "heed.load: wasm did not compile (no room). This engine runs the flavours " +
        `${fastestFirst.join(" and ")}; ` +
        "the bytes may be of another, or cut short.",
    }),
  );
  const forbid = () => Promise.reject(new WebAssembly.CompileError("Wasm code generation disallowed by embedder"));
  await withReplaced("compile", forbid, () =>
    assert.rejects(load({ wasm: bytes }), /Pass a compiled module: .* load\(\{ wasm: module \}\)\.$/),
  );
  answers(await load({ wasm: bytes }));
  await withReplaced(
    "instantiate",
    () => Promise.reject(new RangeError("could not allocate memory")),
    () =>
      assert.rejects(load({ wasm: new Uint8Array(bytes) }), {
        message:
          "heed.load: the core could not be started (could not allocate memory). " +
          "If memory is short, close other pages or free other instances.",
      }),
  );
});

test("a page whose policy forbids wasm is told which policy allows it", async () => {
  const refuse = () =>
    Promise.reject(
      new WebAssembly.CompileError(
        "Refused to compile WebAssembly because 'unsafe-eval' is not allowed by the Content Security Policy",
      ),
    );
  await withReplaced("compile", refuse, () =>
    assert.rejects(
      load({ wasm: bytesOf("simd") }),
      /The page's Content-Security-Policy must allow it: script-src 'wasm-unsafe-eval'\.$/,
    ),
  );
});

test("an engine without SIMD is told what is needed", async () => {
  await withReplaced(
    "validate",
    () => false,
    async () => {
      assert.deepEqual(flavours(), []);
      await assert.rejects(load(), {
        name: "Error",
        message:
          "heed.load: this engine has no SIMD for WebAssembly, which heed computes with. " +
          "It needs Chrome or Edge 91, Firefox 89, Safari 16.4 or Node 16.9, or later ones. " +
          "Update the browser or runtime, or show your readers results computed elsewhere.",
      });
    },
  );
  answers(await load());
});

test("an engine without WebAssembly is told so", async () => {
  const { WebAssembly: original } = globalThis;
  delete globalThis.WebAssembly;
  try {
    await assert.rejects(
      load(),
      all(
        /^Error: heed\.load: this engine has no WebAssembly /,
        /\(a lockdown mode can switch it off\), which heed computes with\./,
      ),
    );
  } finally {
    globalThis.WebAssembly = original;
  }
});

test("an engine without relaxed SIMD takes simd, and says how to get the other", async () => {
  const { validate } = WebAssembly;
  const withoutRelaxed = (bytes) => !Buffer.from(bytes).includes(Buffer.from([0xfd, 0x85, 0x02])) && validate(bytes);
  await withReplaced("validate", withoutRelaxed, async () => {
    assert.deepEqual(flavours(), ["simd"]);
    assert.equal((await load()).flavour, "simd");
    await assert.rejects(load({ flavour: "relaxed-simd" }), {
      message:
        `heed.load: this engine does not run the flavour "relaxed-simd"; it runs "simd". ` +
        `Leave flavour out to take the fastest that runs, or start Node (this is ${process.versions.node}) ` +
        "with --experimental-wasm-relaxed-simd.",
    });
  });
});

test("the wasm may come as bytes, a buffer, a part of one, a module, a response or an address", async () => {
  const bytes = bytesOf("simd");
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const padded = new Uint8Array(bytes.length + 16);
  padded.set(bytes, 8);
  const sources = [
    bytes,
    buffer,
    padded.subarray(8, 8 + bytes.length),
    new DataView(buffer),
    await WebAssembly.compile(bytes),
    new Response(bytes, { headers: { "content-type": "application/wasm" } }),
    Promise.resolve(new Response(bytes)),
    new URL("simd.wasm", dist),
    new URL("simd.wasm", dist).href,
    `data:application/wasm;base64,${bytes.toString("base64")}`,
  ];
  for (const wasm of sources) {
    const heed = await load({ wasm });
    assert.equal(heed.flavour, "simd");
    answers(heed);
  }
  assert.equal((await load({ wasm: bytesOf("relaxed-simd") })).flavour, "relaxed-simd");
});

test("the external entry reads the files beside it", async () => {
  const external = await import(new URL("external.js", dist));
  for (const flavour of runnable) {
    const heed = await external.load({ flavour });
    assert.equal(heed.flavour, flavour);
    answers(heed);
  }
  assert.deepEqual(Object.keys(external).sort(), Object.keys(await import(new URL("heed.js", dist))).sort());
  assert.ok(Object.keys(external).includes("mergeAttention"));
});

let server;
before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/page.wasm")
      return response
        .writeHead(200, { "content-type": "text/html; charset=utf-8" })
        .end("<!DOCTYPE html><title>Not found</title>");
    if (request.url === "/simd.wasm")
      return response.writeHead(200, { "content-type": "application/wasm" }).end(bytesOf("simd"));
    response.writeHead(404, "Not Found", { "content-type": "text/html" }).end("<!DOCTYPE html>");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(() => server.close());
const at = (file) => `http://127.0.0.1:${server.address().port}/${file}`;

test("an HTML page in place of the wasm is named, with its address, its type and its first bytes", async () => {
  const expected = {
    name: "Error",
    message:
      `heed.load: ${at("page.wasm")} (content type text/html; charset=utf-8) begins with "<!DO" ` +
      `(3c 21 44 4f); WebAssembly begins with ".asm" (00 61 73 6d). ` +
      "This looks like an HTML page, which many servers send for a file they do not have. " +
      "Check that simd.wasm or relaxed-simd.wasm of the package is at that address, or take the entry " +
      "heed, which carries its wasm inside.",
  };
  await assert.rejects(load({ wasm: new URL(at("page.wasm")) }), expected);
  await assert.rejects(load({ wasm: await fetch(at("page.wasm")) }), expected);
  answers(await load({ wasm: at("simd.wasm") }));
});

test("each other thing that is not heed's wasm is a sentence of its own", async () => {
  const wasm = bytesOf("simd");
  const ofAnotherVersion = Buffer.from(wasm);
  ofAnotherVersion.write("9.9.9", wasm.lastIndexOf("heedsimd ") + "heedsimd ".length);
  const cases = [
    [
      at("none.wasm"),
      `heed.load: ${at("none.wasm")} answered 404 Not Found instead of WebAssembly. ` +
        "Check that the file was copied to that address, or take the entry heed, which carries its wasm " +
        "inside.",
    ],
    [new Uint8Array(0), /^heed\.load: wasm is empty; WebAssembly begins with "\.asm" \(00 61 73 6d\)\. Check/],
    [
      Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      all(
        /^heed\.load: wasm is WebAssembly, but not heed's\. /,
        /Take simd\.wasm or relaxed-simd\.wasm from the package heed \d+\.\d+\.\d+/,
      ),
    ],
    [
      wasm.subarray(0, 4000),
      all(
        /^heed\.load: wasm did not compile \(.+\)\. /,
        /This engine runs the flavours (relaxed-simd and simd|simd and relaxed-simd); /,
        /the bytes may be of another, or cut short\.$/,
      ),
    ],
    [
      ofAnotherVersion,
      all(
        /^heed\.load: wasm belongs to heed 9\.9\.9, this is heed \d+\.\d+\.\d+.*\. /,
        /Copy simd\.wasm again from the installed package\.$/,
      ),
    ],
    [
      "http://127.0.0.1:1/simd.wasm",
      all(
        /^heed\.load: http:\/\/127\.0\.0\.1:1\/simd\.wasm could not be read \(.+\)\. /,
        /Check the address, the network and the page's connect-src policy, /,
        /or take the entry heed, which carries its wasm inside\.$/,
      ),
    ],
    ["simd.wasm", /^heed\.load: simd\.wasm could not be read \(.+\)\. Check the address/],
    ["file:///nowhere/simd.wasm", /^heed\.load: file:\/\/\/nowhere\/simd\.wasm could not be read \(ENOENT.+\)\./],
    [
      // oxlint-disable-next-line unicorn/no-thenable
      { then: (_, fail) => fail(new TypeError("fetch failed")) },
      "heed.load: the Response given as wasm failed (fetch failed). Check its URL, or give the bytes.",
    ],
    [
      7,
      "heed.load: wasm must be a URL, a Response (or a promise of one), the bytes, or a " +
        "WebAssembly.Module; got the number 7.",
    ],
    [
      {},
      "heed.load: wasm must be a URL, a Response (or a promise of one), the bytes, or a " +
        "WebAssembly.Module; got an object without keys.",
    ],
  ];
  for (const [wasm_, message] of cases) await assert.rejects(load({ wasm: wasm_ }), { message });
  answers(await load({ wasm }));
});

test("wrong options of load are sentences", async () => {
  await assert.rejects(load({ flavor: "simd" }), {
    name: "TypeError",
    message: 'heed.load: there is no option named "flavor"; did you mean flavour? The known ones are flavour and wasm.',
  });
  await assert.rejects(load({ flavour: "scalar" }), {
    name: "TypeError",
    message: 'heed.load: flavour must be "simd" or "relaxed-simd"; got the string "scalar".',
  });
  await assert.rejects(load("simd"), {
    name: "TypeError",
    message: 'heed.load: options must be a plain object, as { flavour, wasm }; got the string "simd".',
  });
  await assert.rejects(load({ flavour: "relaxed-simd", wasm: bytesOf("simd") }), {
    message:
      'heed.load: wasm has the flavour "simd", but flavour asks for "relaxed-simd". ' +
      "Leave flavour out, or pass relaxed-simd.wasm.",
  });
});
