// The static server of npm start, the tests and the benchmark.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileFor, portWanted, serve } from "../../scripts/serve.mjs";

let base, folder;
before(() => {
  base = mkdtempSync(join(tmpdir(), "heed-serve-"));
  folder = join(base, "site");
  mkdirSync(join(folder, "learn"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>home</title>");
  writeFileSync(join(folder, "learn", "index.html"), "<!doctype html><title>learn</title>");
  writeFileSync(join(folder, "a b.wasm"), Uint8Array.of(0, 97, 115, 109));
  writeFileSync(join(base, "site-secret"), "not to be served");
});
after(() => rmSync(base, { recursive: true, force: true }));

// Requests a path as it is. fetch would normalise it.
const raw = (port, path, method = "GET") =>
  new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, method, agent: false }, (response) => {
      let body = "";
      response
        .on("data", (data) => (body += data))
        .on("end", () => resolve({ status: response.statusCode, headers: response.headers, body }));
    })
      .on("error", reject)
      .end();
  });

test("files are served with their types, folders by their index", async () => {
  const { url, port, close } = await serve(folder);
  try {
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match((await raw(port, "/")).body, /home/);
    assert.match((await raw(port, "/learn/?a=b#c")).body, /learn/);
    assert.equal((await raw(port, "/a%20b.wasm")).headers["content-type"], "application/wasm");
    assert.equal((await raw(port, "/missing.html")).status, 404);
    assert.deepEqual({ ...(await raw(port, "/", "HEAD")), headers: 0 }, { status: 200, headers: 0, body: "" });
    assert.equal((await raw(port, "/", "POST")).status, 405);
  } finally {
    await close();
  }
});

test("nothing outside the folder is served, however the path is written", async () => {
  const { port, close } = await serve(folder);
  try {
    for (const path of [
      "/../site-secret",
      "/%2e%2e/site-secret",
      "/..%2fsite-secret",
      "/learn/../../site-secret",
      "//site-secret",
      "/%00",
      "/%zz",
      "/..%5csite-secret",
    ]) {
      assert.equal((await raw(port, path)).status, 404, path);
    }
  } finally {
    await close();
  }
  assert.equal(fileFor(folder, "/..%2fsite-secret"), null);
});

test("several folders, texts and headers are served at once, and the server lists what was asked for", async () => {
  const options = { headers: { "x-test": "yes" }, texts: { "/": "<title>a text</title>" } };
  const { port, asked, close } = await serve({ "/a/": folder, "/b%20c/": join(folder, "learn") }, options);
  try {
    const text = await raw(port, "/?a=b");
    assert.match(text.body, /a text/);
    assert.deepEqual([text.headers["x-test"], text.headers["content-type"]], ["yes", "text/html; charset=utf-8"]);
    assert.match((await raw(port, "/a/")).body, /home/);
    assert.match((await raw(port, "/b%20c/index.html")).body, /learn/);
    for (const path of ["/a/../../site-secret", "/b%20c/../index.html", "/elsewhere"])
      assert.equal((await raw(port, path)).status, 404, path);
    assert.deepEqual(asked.slice(0, 2), ["/", "/a/"]);
  } finally {
    await close();
  }
});

test("where a port is taken, the next free one is used", async () => {
  const taken = createServer();
  const port = await new Promise((resolve) => taken.listen(0, "127.0.0.1", () => resolve(taken.address().port)));
  const got = await serve(folder, { port });
  assert.ok(got.port > port && got.port < port + 100);
  await got.close();
  await new Promise((resolve) => taken.close(resolve));
});

test("PORT is a port, or is refused with a sentence", () => {
  assert.equal(portWanted(undefined), 4173);
  assert.equal(portWanted(""), 4173);
  assert.equal(portWanted("8080"), 8080);
  for (const wrong of ["0", "65536", "http", "80.5", "-1"]) {
    assert.throws(() => portWanted(wrong), {
      message: `PORT should be a whole number from 1 to 65535, and is "${wrong}".`,
    });
  }
});
