// What heed/workers must do on a page: under every policy, from disk, isolated or not, and inside a worker.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { serve } from "../../scripts/serve.mjs";
import { root } from "../../scripts/setup/checkout.mjs";
import { ON_THIS_THREAD, ON_WORKERS } from "../workers/calls.mjs";
import { until } from "./in-each-browser.mjs";

const FOLDERS = { "/dist/": path.join(root, "dist"), "/workers/": path.join(root, "tests/workers") };

const PAGE = `<!doctype html><title>workers</title><link rel="icon" href="data:,">`;

/** Makes its calls inside a worker. */
const NESTED = `import { load } from "/dist/heed.js";
  import { openWorkers } from "/dist/workers.js";
  import { callsOf } from "/workers/calls.mjs";
  callsOf({ load, openWorkers }).then(postMessage);`;

/** Starts, computes its first part, and fails instead of sending it. */
const DYING = `importScripts("/dist/worker.js");
  const post = self.postMessage.bind(self);
  const fail = () => { throw new Error("killed"); };
  self.postMessage = (message, transfer) => ("chunk" in message ? setTimeout(fail) : post(message, transfer));`;

const TEXTS = { "/": PAGE, "/nested.js": NESTED, "/dying.js": DYING };

/** Opens the page with these headers, and runs the deed there. Nothing may be left to the page's handlers of errors. */
async function onPage(page, headers, deed, ...args) {
  const server = await serve(FOLDERS, { headers, texts: TEXTS });
  try {
    await page.goto(server.url);
    await page.run(() => {
      globalThis.complaints = [];
      for (const type of ["error", "unhandledrejection"])
        addEventListener(type, (/** @type {any} */ { message, reason }) =>
          globalThis.complaints.push(String(message ?? reason)),
        );
    });
    const value = await page.run(deed, ...args);
    assert.deepEqual(await page.run(() => globalThis.complaints), []);
    return { value, asked: server.asked };
  } finally {
    await server.close();
  }
}

/** The report of callsOf, in the page. `how` names the way in which workers are made. */
const calls = async (how) => {
  const { load } = await import("/dist/heed.js");
  const { openWorkers } = await import("/dist/workers.js");
  const { callsOf } = await import("/workers/calls.mjs");
  const url = (text) =>
    globalThis.trustedTypes.createPolicy("heed", { createScriptURL: (same) => same }).createScriptURL(text);
  let trusted;
  const scripts = {
    file: () => new Worker("/dist/worker.js"),
    module: () => new Worker("/dist/worker.js", { type: "module" }),
    missing: () => new Worker("/nowhere.js"),
    trusted: () => new Worker((trusted ??= url("/dist/worker.js"))),
  };
  return callsOf({ load, openWorkers }, { script: scripts[how] });
};

const policy = (text) => ({ "content-security-policy": text });
/** What a strict page allows beside its workers. */
const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";

function assertReport(report, expected) {
  const seen = Object.fromEntries(Object.keys(expected).map((name) => [name, report[name]]));
  assert.deepEqual(seen, expected, report.reason ?? undefined);
}

function assertOnThisThread(report) {
  assertReport(report, ON_THIS_THREAD);
  assert.match(report.reason, /^No worker could be started: .{10,}\.$/);
}

const notShared = (why) =>
  "Error: heed.attention: sharedResults needs SharedArrayBuffer, which is missing here. " +
  `${why} Or leave sharedResults out.`;
const NOT_ISOLATED =
  "A page has it if it is cross-origin isolated: serve it with the headers Cross-Origin-Opener-Policy: " +
  "same-origin and Cross-Origin-Embedder-Policy: require-corp.";
const NOT_IN_ENGINE = "This page is cross-origin isolated, so the engine has none.";

async function computesOnAPlainPage(page) {
  const { value, asked } = await onPage(page, {}, calls);
  assertReport(value, { ...ON_WORKERS, isolated: false, shared: notShared(NOT_ISOLATED) });
  assert.deepEqual(asked.slice(1).sort(), ["/dist/heed.js", "/dist/workers.js", "/workers/calls.mjs"]);
}

async function sharesWhereIsolated(page, context) {
  const headers = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  };
  // WebKitGTK is isolated then, but has no SharedArrayBuffer.
  const { value: has } = await onPage(page, headers, () => typeof SharedArrayBuffer === "function");
  if (!has) context.diagnostic("this browser has no SharedArrayBuffer");
  for (const how of [undefined, "file"]) {
    const { value } = await onPage(page, headers, calls, how);
    assertReport(value, { ...ON_WORKERS, isolated: true, shared: has || notShared(NOT_IN_ENGINE) });
  }
}

async function keepsToPolicies(page) {
  const blob = await onPage(page, policy(`${STRICT}; worker-src blob:`), calls);
  assertReport(blob.value, ON_WORKERS);
  for (const how of ["file", "module"]) {
    const self = await onPage(page, policy(`${STRICT}; worker-src 'self'`), calls, how);
    assertReport(self.value, ON_WORKERS);
    assert.ok(self.asked.includes("/dist/worker.js"));
  }
}

async function computesOnThePage(page) {
  for (const [source, how] of [
    ["'none'", undefined],
    ["'none'", "file"],
    ["'self'", undefined],
    ["'self'", "missing"],
  ]) {
    const { value } = await onPage(page, policy(`${STRICT}; worker-src ${source}`), calls, how);
    assertOnThisThread(value);
  }
}

async function keepsToTrustedTypes(page, context) {
  const headers = policy("require-trusted-types-for 'script'");
  const { value: knows } = await onPage(page, headers, () => typeof globalThis.trustedTypes === "object");
  const { value } = await onPage(page, headers, calls);
  if (!knows) {
    context.diagnostic("this browser has no Trusted Types");
    return assertReport(value, ON_WORKERS);
  }
  assertOnThisThread(value);
  assert.match(value.reason, /TrustedScriptURL|blocked by CSP/);
  const given = await onPage(page, headers, calls, "trusted");
  assertReport(given.value, ON_WORKERS);
}

async function needsWasm(page) {
  const headers = policy("default-src 'none'; script-src 'self'; worker-src blob:");
  const { value } = await onPage(page, headers, async () => {
    const messageOf = (error) => error.message;
    const { load } = await import("/dist/heed.js");
    const { openWorkers } = await import("/dist/workers.js");
    return [await load().catch(messageOf), await openWorkers().catch(messageOf)];
  });
  assert.match(value[0], /^heed\.load: .*'wasm-unsafe-eval'/);
  assert.equal(value[1], value[0]);
}

async function computesFromDisk(page) {
  const contents = `
    import { load } from "./dist/heed.js";
    import { openWorkers } from "./dist/workers.js";
    import { callsOf } from "./tests/workers/calls.mjs";
    callsOf({ load, openWorkers }).then(
      (report) => (globalThis.report = report),
      (error) => (globalThis.report = { reason: String(error) }),
    );`;
  const stdin = { contents, resolveDir: root };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "iife", logLevel: "silent" });
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  const folder = mkdtempSync(path.join(tmpdir(), "heed workers "));
  try {
    const file = path.join(folder, "page.html");
    writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>workers</title><script>${script}</script>`);
    await page.goto(pathToFileURL(file).href);
    assertReport(await until(page, () => globalThis.report), {
      ...ON_WORKERS,
      isolated: false,
      shared: notShared(NOT_ISOLATED),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function computesInAWorker(page) {
  const { value } = await onPage(page, {}, async () => {
    const worker = new Worker("/nested.js", { type: "module" });
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      });
    } finally {
      worker.terminate();
    }
  });
  assertReport(value, { ...ON_WORKERS, shared: notShared(NOT_ISOLATED) });
}

async function survivesAWorker(page) {
  const { value } = await onPage(page, {}, async () => {
    const { load } = await import("/dist/heed.js");
    const { openWorkers } = await import("/dist/workers.js");
    // Its parts are enough that work is left when the worker fails.
    const tensor = { data: Float32Array.from({ length: 4096 * 64 }, (_, at) => Math.sin(at)), shape: [1, 4096, 64] };
    const files = [];
    const script = () => {
      files.push(files.length === 1 ? "/dying.js" : "/dist/worker.js");
      return new Worker(files.at(-1));
    };
    const pool = await openWorkers({ workers: 2, script });
    const { output } = await pool.attention(tensor, tensor, tensor);
    const expected = (await load()).attention(tensor, tensor, tensor).output;
    const { workers, reason = null } = pool;
    await pool.dispose();
    return { files, workers, reason, isRight: output.data.every((number, at) => number === expected.data[at]) };
  });
  const files = ["/dist/worker.js", "/dying.js", "/dist/worker.js"];
  assert.deepEqual(value, { files, workers: 2, reason: null, isRight: true });
}

/** Firefox 153 stops a worker, now and then, that waits for workers of its own. */
export const NESTED_WORKERS = { "a worker can have workers": computesInAWorker };

export const WORKERS = {
  "two workers give the bits of the plain call, progress, abort and dispose; not isolated": computesOnAPlainPage,
  "where the page is isolated, results are shared": sharesWhereIsolated,
  "worker-src blob: is enough, or 'self' with the file": keepsToPolicies,
  "where the policy or the server refuses workers, the page computes, with a reason": computesOnThePage,
  "under Trusted Types the page computes with a reason, and a trusted URL gives workers": keepsToTrustedTypes,
  "without 'wasm-unsafe-eval', openWorkers() fails with the sentence of load()": needsWasm,
  "a page from disk has workers": computesFromDisk,
  "a worker that fails in the middle of a call is started again": survivesAWorker,
};
