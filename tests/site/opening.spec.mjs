import { copyFile, mkdir, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PAGE_TARGETS } from "../../scripts/build-element.mjs";
import { WEIGHTS_FILES } from "../../scripts/encoder-weights.mjs";
import { hashOf, serviceWorker } from "../../scripts/site-shell.mjs";
import { expect, openLab, readMatrix, test, WORKED_LAB } from "./lab.mjs";
import { siteText } from "./runs.mjs";
import { root, serve } from "./serve.mjs";

/** What the caches of the page's origin hold: cache → addresses from the site's folder. */
const heldBy = (page) =>
  page.evaluate(async () => {
    const folder = new URL((await navigator.serviceWorker.ready).scope).href;
    const holds = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url.replace(folder, ""));
    const names = await caches.keys();
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await holds(name)).sort()])));
  });
const keptBy = async (page) => Object.values(await heldBy(page)).flat();

test("the front door fetches itself and the worker, at most 1.1 MB, and a second visit needs no network", async ({
  page,
  context,
  complaints,
  requests,
}) => {
  const server = await serve({ "/a/b%20c/": path.join(root, "dist-site") });
  const url = `${server.url}/a/b%20c/`;
  await page.goto(url);
  await expect.poll(() => keptBy(page)).toEqual(["index.html"]);
  expect(new Set(server.asked)).toEqual(new Set(["", "service-worker.js"].map((file) => `/a/b%20c/${file}`)));
  expect(server.sent()).toBeLessThan(1.1e6);
  await openLab(page, `${url}play.html#v=1&preset=journey`);
  await page.goto(`${url}learn/`);
  await expect.poll(() => keptBy(page)).toEqual(["index.html", "learn/index.html", "play.html"]);
  expect(new Set(server.asked).size).toBe(4);
  // The front door makes its worker of a blob.
  expect(requests.filter((address) => !address.startsWith(url) && !address.startsWith("blob:"))).toEqual([]);
  await server.close();
  await context.setOffline(true);
  await openLab(page, `${url}#v=1&preset=cat`);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "X, cat, thing", exact: true })).toHaveValue("1");
  for (const file of ["", "index.html", "learn/", "learn/index.html"]) {
    await page.goto(url + file);
    await expect(page.locator("h1")).toBeVisible();
  }
  expect(complaints).toEqual([]);
});

test("the page of the encoder is kept with its weights, and its second visit needs no network", async ({
  page,
  context,
  complaints,
}) => {
  const server = await serve({ "/a/": path.join(root, "dist-site") });
  const reads = () => page.waitForFunction(() => performance.getEntriesByName("heed-encoder-ready").length > 0);
  await page.goto(`${server.url}/a/encoder.html`);
  await reads();
  await expect.poll(() => keptBy(page)).toEqual(["encoder.html", ...WEIGHTS_FILES]);
  await server.close();
  await context.setOffline(true);
  await page.reload();
  await reads();
  expect(complaints).toEqual([]);
});

test("a page of the documentation is kept with the files beside it, and its second visit needs no network", async ({
  page,
  context,
  complaints,
}) => {
  const server = await serve({ "/a/": path.join(root, "dist-site") });
  const found = page.getByRole("option");
  await page.goto(`${server.url}/a/docs/running.html`);
  const files = ["docs.css", "docs.js", "running.html", "search-index.js"].map((file) => `docs/${file}`);
  await expect.poll(() => keptBy(page)).toEqual(files);
  await server.close();
  await context.setOffline(true);
  await page.reload();
  await page.locator("#search").fill("mask");
  await expect(found.first()).toBeVisible();
  await expect(page.getByText("they are missing")).toBeHidden();
  expect(complaints).toEqual([]);
});

test("a button keeps everything: with its size, stopped and gone on with, and then each page opens offline", async ({
  page,
  context,
}) => {
  const texts = {};
  const server = await serve({ "/": path.join(root, "dist-site") }, { texts });
  const files = (await filesOf()).filter((file) => file !== "service-worker.js");
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(root, "dist-site", file))).size));
  const front = sizes[files.indexOf("index.html")];
  const megabytes = Math.round((sizes.reduce((sum, size) => sum + size, 0) - front) / 1e6);
  await page.goto(`${server.url}/#lang=en`);
  const section = page.locator("#offline");
  const keep = section.getByRole("button", { name: "Keep everything" });
  const said = section.getByRole("status");
  await expect(keep).toHaveText(`Keep everything here offline (${megabytes} MB)`);

  await keep.click();
  await expect(section.locator("progress")).toBeVisible();
  await expect(section.locator(".count")).toHaveText(/^[2-9] of \d+ files, [\d.]+ of \d+ MB$/);
  await section.getByRole("button", { name: "Stop" }).click();
  await expect(said).toHaveText(new RegExp(`^Stopped\\. \\d+ of ${files.length} files are kept\\.$`));

  texts["/docs/workers.html"] = "of another build";
  await keep.click();
  await expect(said).toContainText("file “docs/workers.html” does not belong to this version");
  delete texts["/docs/workers.html"];
  await context.setOffline(true);
  await keep.click();
  await expect(said).toContainText("The network failed at “docs/workers.html”");
  await context.setOffline(false);
  await keep.click();
  await expect(said).toHaveText("Everything is kept: this site works without a network.");
  await expect(section.getByRole("button")).toHaveCount(0);
  await expect.poll(() => keptBy(page)).toEqual(files.sort());

  await server.close();
  await context.setOffline(true);
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    await page.goto(`${server.url}/${file}`);
    await expect(page.locator("h1")).toBeVisible();
  }
});

test("the button names the compressed size where the server compresses", async ({ page }) => {
  const read = (file) => readFile(path.join(root, "dist-site", file)).then((bytes) => gzipSync(bytes));
  const [front, worker] = await Promise.all([read("index.html"), read("service-worker.js")]);
  const headers = { "content-encoding": "gzip" };
  const server = await serve({}, { headers, texts: { "/": front, "/service-worker.js": worker } });
  const others = (await filesOf()).filter((file) => !["index.html", "service-worker.js"].includes(file));
  const bytes = (await Promise.all(others.map(read))).reduce((sum, { length }) => sum + length, 0);
  await page.goto(`${server.url}/#lang=en`);
  await expect(page.locator("#offline button")).toHaveText(
    `Keep everything here offline (${Math.round(bytes / 1e6)} MB)`,
  );
  await server.close();
});

test("where the browser takes no service worker the front door says so, and offers no button", async ({ page }) => {
  const server = await serve({ "/": path.join(root, "dist-site") }, { texts: { "/service-worker.js": "throw 0" } });
  await page.goto(`${server.url}/#lang=en`);
  await expect(page.locator("#offline")).toContainText("does not let the site keep its pages");
  await expect(page.locator("#offline").getByRole("button")).toHaveCount(0);
  await page.goto(pathToFileURL(path.join(root, "dist-site/index.html")).href);
  await expect(page.locator("body[data-ready]")).toBeAttached();
  await expect(page.locator("#offline")).toBeHidden();
  await server.close();
});

/** A site of a few small pages, with the script and the worker that the build gives to all. @returns path → text */
async function smallSite(version, names, beforeWorker = "") {
  const script = await siteText("shell/offline.ts", { define: { __SITE_ROOT__: '""' } });
  const pages = names.map((name) => ({
    file: `${name}.html`,
    text: `<!doctype html><title>${name}</title><h1>${name} ${version}</h1><script type="module">${script}</script>`,
  }));
  const worker = beforeWorker + (await serviceWorker(root, pages, PAGE_TARGETS));
  const texts = pages.map(({ file, text }) => [`/${file}`, text]);
  return Object.fromEntries([...texts, ["/service-worker.js", worker]]);
}

/** Serves a small site, whose files `publish` exchanges, and opens all of its pages but the last. */
async function openSmallSite(page) {
  const texts = await smallSite(1, ["index", "read", "gone", "unread"]);
  const server = await serve({}, { texts });
  const show = async (name, version) => {
    await page.goto(`${server.url}/${name}.html`);
    await expect(page.locator("h1")).toHaveText(`${name} ${version}`);
  };
  for (const name of ["index", "read", "gone"]) {
    await show(name, 1);
    await expect.poll(() => keptBy(page)).toContain(`${name}.html`);
  }
  const publish = (files) => {
    server.asked.length = 0;
    for (const file of Object.keys(texts)) delete texts[file];
    Object.assign(texts, files);
  };
  // A worker that could not take over tries again when the browser next looks for a new one, and asks again.
  const asked = () =>
    Array.from(new Set(server.asked))
      .filter((file) => file !== "/service-worker.js")
      .sort();
  return { server, show, publish, asked };
}

test("a new build fetches what was kept and still exists, takes over when it has all, and leaves other caches", async ({
  page,
  context,
}) => {
  const { server, show, publish, asked } = await openSmallSite(page);
  await page.evaluate(async () => (await caches.open("another site")).put("/other", new Response("its own")));
  const names = ["index", "read", "unread", "new"];

  const second = await smallSite(2, names);
  const { "/read.html": old } = await smallSite(1, ["read"]);
  // The host delivers a page of before.
  publish({ ...second, "/read.html": old });
  await show("index", 1);
  await expect.poll(asked).toEqual(["/index.html", "/read.html"]);
  await expect.poll(() => installing(page)).toBe(false);
  for (const name of ["index", "read"]) await show(name, 1);
  await context.setOffline(true);
  for (const name of ["index", "read", "gone"]) await show(name, 1);
  await context.setOffline(false);

  publish(second);
  await show("index", 1);
  await expect.poll(() => keptBy(page)).toEqual(["other", "index.html", "read.html"]);
  expect(asked()).toEqual(["/read.html"]);
  await context.setOffline(true);
  for (const name of ["index", "read"]) await show(name, 2);
  expect(Object.keys(await heldBy(page))).toContain("another site");
  await server.close();
});

test("a browser that saves data fetches a page of a new build when it is opened, and has the old one before", async ({
  page,
  context,
}) => {
  const { server, show, publish, asked } = await openSmallSite(page);
  const saves = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });';
  publish(await smallSite(2, ["index", "read", "unread"], saves));
  await show("index", 1);
  await expect.poll(() => keptBy(page)).toEqual(["index.html", "read.html"]);
  expect(asked()).toEqual([]);
  await context.setOffline(true);
  for (const name of ["index", "read"]) await show(name, 1);
  await context.setOffline(false);
  for (const name of ["index", "read"]) await show(name, 2);
  await expect.poll(async () => Object.values(await heldBy(page))).toEqual([["index.html", "read.html"]]);
  await context.setOffline(true);
  for (const name of ["index", "read"]) await show(name, 2);
  await server.close();
});

/** A site of two pages whose headings are written by a script beside them. @returns path → text */
async function siteWithScript(version) {
  const script = `document.querySelector("h1").append(" ${version}");`;
  const offline = await siteText("shell/offline.ts", { define: { __SITE_ROOT__: '""' } });
  const pages = ["index", "later"].map((name) => ({
    file: `${name}.html`,
    text: `<!doctype html><h1>${name} ${version} by</h1><script src="part.js?${hashOf(script)}"></script>
<script type="module">${offline}</script>`,
    sharedFiles: ["part.js"],
  }));
  const kept = [...pages, { file: "part.js", text: script }];
  const texts = Object.fromEntries(kept.map(({ file, text }) => [`/${file}`, text]));
  return { ...texts, "/service-worker.js": await serviceWorker(root, kept, PAGE_TARGETS) };
}

test("a page of a new build runs with the script of its build while the old worker is there, and after it", async ({
  page,
  context,
}) => {
  const [first, second] = await Promise.all([1, 2].map(siteWithScript));
  const texts = { ...first };
  const server = await serve({}, { texts });
  const show = async (name, version) => {
    await page.goto(`${server.url}/${name}.html`);
    await expect(page.locator("h1")).toHaveText(`${name} ${version} by ${version}`);
  };
  await show("index", 1);
  await expect.poll(() => keptBy(page)).toEqual(["index.html", "part.js"]);
  const [old] = Object.keys(await heldBy(page));
  Object.assign(texts, second, { "/service-worker.js": first["/service-worker.js"] });
  await show("later", 2);
  await show("index", 1);
  Object.assign(texts, second);
  await show("later", 2);
  await expect.poll(() => heldBy(page).then(Object.keys)).not.toContain(old);
  await show("later", 2);
  await expect.poll(() => keptBy(page)).toEqual(["index.html", "later.html", "part.js"]);
  await context.setOffline(true);
  for (const name of ["index", "later"]) await show(name, 2);
  await server.close();
});

const installing = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null);

/** Every file of the built site, by its path. */
async function filesOf() {
  const files = await readdir(path.join(root, "dist-site"), { recursive: true });
  return files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => /\.\w+$/.test(file));
}

test("from disk the page asks for itself and nothing else, also under a name with spaces", async ({
  page,
  complaints,
  requests,
}, info) => {
  const copy = info.outputPath("a copy of the page.html");
  await mkdir(path.dirname(copy), { recursive: true });
  await copyFile(path.join(root, "dist-site/play.html"), copy);
  const url = pathToFileURL(copy).href;
  await openLab(page, url);
  expect(requests).toEqual([url]);
  expect(complaints).toEqual([]);
});

test("with the network cut after the page has come, everything still works", async ({ page, context }) => {
  const server = await serve({ "/": path.join(root, "dist-site") });
  await openLab(page, `${server.url}/play.html#v=1&preset=journey`);
  await context.setOffline(true);
  await server.close();
  const before = await readMatrix(page, "weights");
  await page.getByRole("textbox", { name: "X, journey, dimension 1", exact: true }).fill("3");
  await expect.poll(() => readMatrix(page, "weights")).not.toEqual(before);
});

test("the page's policy lets it run one script and fetch nothing", async ({ page }) => {
  await openLab(page, WORKED_LAB);
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  const [script, style] = ["script", "style"].map((kind) => `${kind}-src 'sha256-[^' ]+'`);
  expect(policy).toMatch(
    new RegExp(`^default-src 'none'; worker-src 'self'; ${script} 'wasm-unsafe-eval'; ${style}; img-src data:;`),
  );
  const refused = await page.evaluate(async () => {
    const next = () =>
      new Promise((refusal) =>
        document.addEventListener("securitypolicyviolation", (event) => refusal(event.effectiveDirective), {
          once: true,
        }),
      );
    const first = next();
    await fetch("data:text/plain,x").catch(() => {});
    const directives = [await first];
    const second = next();
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
    return [...directives, await second, window.ran];
  });
  expect(refused).toEqual(["connect-src", "script-src-elem", undefined]);
});

test("without WebAssembly the page says in a sentence why it shows no numbers", async ({ page }) => {
  await page.addInitScript(() => delete window.WebAssembly);
  await page.goto(WORKED_LAB);
  await expect(page.locator("#engine")).toContainText(
    "Nothing can be computed here. heed.load: this engine has no WebAssembly",
  );
  await expect.poll(async () => (await readMatrix(page, "weights")).flat().join("")).toBe("");
});

test("without scripts the page says that it needs them", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(WORKED_LAB);
  await expect(page.locator("noscript p")).toBeVisible();
  await context.close();
});

test("the pages name no other place to load from: links lead within the site", async () => {
  const files = (await readdir(path.join(root, "dist-site"), { recursive: true })).map((file) =>
    file.replaceAll(path.sep, "/"),
  );
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    // Code that is only shown loads nothing, and a page of the documentation loads the files beside it.
    const page = (await readFile(path.join(root, "dist-site", file), "utf8")).replace(
      /<script>[^]*?<\/script>|<script type="application\/json"[^]*?<\/script>|<code>[^]*?<\/code>/g,
      "",
    );
    const loads = file.startsWith("docs/") ? "action" : "src|action";
    expect(page.match(new RegExp(`(?:${loads})=["']?(?!data:|#)[^"' >]+`, "g")) ?? [], file).toEqual([]);
    expect(page.match(/@import|url\((?!["']?data:)/g) ?? [], file).toEqual([]);
    const links = Array.from(page.matchAll(/(?:href|src)=["']?(?!data:|#)([^"' >]+)/g), ([, href]) =>
      path.posix.join(path.posix.dirname(file), href.replace(/[?#].*/, "")),
    );
    for (const link of links) expect(files, `${file} links to ${link}`).toContain(link);
  }
});
