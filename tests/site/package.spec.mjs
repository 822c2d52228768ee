// The package itself in the browser: dist/ as it is published, under a strict policy, in both flavours.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "@playwright/test";
import { numbers, WORKED } from "./lab.mjs";
import { root, serve } from "./serve.mjs";

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
const FLAVOURS = ["simd", "relaxed-simd"];

// Ends with a message or a title that holds the results, and whatever the policy refused.
const COMPUTE = `
  const heed = await load({ flavour });
  const { x, query, key, value } = ${JSON.stringify(numbers())};
  const projections = { queryWeight: query, keyWeight: key, valueWeight: value };
  const { weights, output } = heed.selfAttention(tensor(x), { ...projections, keep: ["weights"] });
  const result = { flavour: heed.flavour, weights: Array.from(weights.data), output: Array.from(output.data) };`;
const MAIN = `
  import { load, tensor } from "./dist/heed.js";
  const flavour = new URL(location.href).searchParams.get("flavour");
  ${COMPUTE}
  window.result = result;`;
const WORKER = `
  import { load, tensor } from "./dist/heed.js";
  const flavour = new URL(location.href).searchParams.get("flavour");
  ${COMPUTE}
  postMessage(result);`;
const WITH_WORKER = `
  const flavour = new URL(location.href).searchParams.get("flavour");
  const worker = new Worker("./worker.js?flavour=" + flavour, { type: "module" });
  worker.onerror = (event) => { window.result = { failed: event.message }; };
  worker.onmessage = ({ data }) => { window.result = data; };`;
const page = (script) =>
  `<!doctype html><title>package</title><link rel="icon" href="data:,"><script type="module" src="${script}"></script>`;

let server;
test.beforeAll(async () => {
  const texts = {
    "/": page("./main.js"),
    "/worker.html": page("./with-worker.js"),
    "/main.js": MAIN,
    "/worker.js": WORKER,
    "/with-worker.js": WITH_WORKER,
  };
  server = await serve(
    { "/dist/": path.join(root, "dist") },
    { headers: { "content-security-policy": POLICY }, texts },
  );
});
test.afterAll(() => server.close());

function expectWorkedExample(result, flavour) {
  expect(result.flavour).toBe(flavour);
  const near = (came, printed) =>
    printed.forEach((value, at) => expect(Math.abs(came[at] - value)).toBeLessThanOrEqual(6e-5));
  near(result.weights.slice(6, 12), WORKED.printed.weights_row1);
  near(result.output, WORKED.printed.output.flat());
  expect(result.weights).toHaveLength(36);
}

async function resultOf(tab, url) {
  const complaints = [];
  const requests = [];
  tab.on("console", (message) => complaints.push(message.text()));
  tab.on("pageerror", (error) => complaints.push(String(error)));
  tab.on("request", (request) => !request.url().startsWith("data:") && requests.push(request.url()));
  await tab.goto(url);
  await tab.waitForFunction(() => window.result !== undefined);
  return { result: await tab.evaluate(() => window.result), complaints, requests };
}

for (const flavour of FLAVOURS) {
  test(`${flavour}: imported as a module under "${POLICY}", nothing else is fetched`, async ({ page: tab }) => {
    const { result, complaints, requests } = await resultOf(tab, `${server.url}/?flavour=${flavour}`);
    expectWorkedExample(result, flavour);
    expect(complaints).toEqual([]);
    expect(requests.map((url) => new URL(url).pathname)).toEqual(["/", "/main.js", "/dist/heed.js"]);
  });

  test(`${flavour}: in a module worker, under the same policy`, async ({ page: tab }) => {
    const { result, complaints, requests } = await resultOf(tab, `${server.url}/worker.html?flavour=${flavour}`);
    expectWorkedExample(result, flavour);
    expect(complaints).toEqual([]);
    const paths = requests.map((url) => new URL(url).pathname);
    expect(
      paths.filter((asked) => !["/worker.html", "/with-worker.js", "/worker.js", "/dist/heed.js"].includes(asked)),
    ).toEqual([]);
  });

  for (const format of ["iife", "esm"]) {
    test(
      `${flavour}: inlined into one file from disk, as ` +
        `${format === "iife" ? "a classic script" : "an inline module"}`,
      async ({ page: tab }, info) => {
        const file = info.outputPath("one file.html");
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, await inlinePage(format, flavour));
        const url = pathToFileURL(file).href;
        const { result, complaints, requests } = await resultOf(tab, url);
        expectWorkedExample(result, flavour);
        expect(complaints).toEqual([]);
        expect(requests).toEqual([url]);
      },
    );
  }
}

/** What a bundler makes of an import of the package, written into a page. */
async function inlinePage(format, flavour) {
  const contents = `
    import { load, tensor } from ${JSON.stringify(path.join(root, "dist/heed.js"))};
    const flavour = ${JSON.stringify(flavour)};
    (async () => { ${COMPUTE} window.result = result; })();`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    format,
    logLevel: "silent",
  });
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script");
  return (
    `<!doctype html><meta charset="utf-8"><title>one ` +
    `file</title><script${format === "esm" ? ' type="module"' : ""}>${script}</script>`
  );
}

test("left to itself, load() takes relaxed-simd in an engine that has it", async ({ page: tab }) => {
  await tab.goto(`${server.url}/?flavour=simd`);
  const { runs, picked } = await tab.evaluate(async () => {
    const { load, flavours } = await import("./dist/heed.js");
    return { runs: flavours(), picked: (await load()).flavour };
  });
  expect(runs).toContain("simd");
  expect(picked).toBe(runs[0]);
});
