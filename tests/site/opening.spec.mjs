import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, openLab, readMatrix, test, WORKED_LAB } from "./lab.mjs";
import { root, serve } from "./serve.mjs";

/** The first page of each folder. */
const ofEachFolder = (files) => files.filter((file, at) => files.findIndex((one) => beside(one, file)) === at);
const beside = (one, other) => path.posix.dirname(one) === path.posix.dirname(other);

for (const [prefix, which, chosen] of [
  ["/", "a page of each folder", ofEachFolder],
  ["/a/b c/", "every page", (files) => files],
]) {
  test(
    `over http under ${prefix} the page asks for itself, and the site's worker for the pages, and nothing ` + "else",
    async ({ page, complaints, requests }) => {
      const server = await serve({ [encodeURI(prefix)]: path.join(root, "dist-site") });
      const url = server.url + encodeURI(prefix);
      await page.goto(url);
      await openLab(page, `${url}play.html#v=1&preset=journey`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.getByRole("textbox", { name: "X, journey, dimension 1", exact: true }).fill("0.5");
      expect(requests.filter((address) => !address.startsWith(url))).toEqual([]);
      const files = (await filesOf()).map((file) => encodeURI(prefix + file));
      expect([...new Set(server.asked)].sort()).toEqual([encodeURI(prefix), ...files].sort());
      expect(complaints).toEqual([]);
      await server.close();
    },
  );

  test(
    `a second visit under ${prefix} needs no network: ` +
      `${which} opens and computes, at its own address and at its folder's`,
    async ({ page, context, complaints }) => {
      const server = await serve({ [encodeURI(prefix)]: path.join(root, "dist-site") });
      const url = server.url + encodeURI(prefix);
      await openLab(page, `${url}play.html#v=1&preset=journey`);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await server.close();
      await context.setOffline(true);
      await openLab(page, `${url}#v=1&preset=cat`);
      await page.reload();
      await expect(page.getByRole("textbox", { name: "X, cat, thing", exact: true })).toHaveValue("1");
      for (const file of chosen(await pagesOf())) {
        await page.goto(url + file);
        await expect(page.locator("h1")).toBeVisible();
      }
      expect(complaints).toEqual([]);
    },
  );
}

/** Every file of the built site, by its path. */
async function filesOf() {
  const files = await readdir(path.join(root, "dist-site"), { recursive: true });
  return files.map((file) => file.replaceAll(path.sep, "/")).filter((file) => /\.\w+$/.test(file));
}

const pagesOf = async () => (await filesOf()).filter((file) => file.endsWith(".html"));

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
    // Scripts, the index of a search, and code that is only shown load nothing.
    const page = (await readFile(path.join(root, "dist-site", file), "utf8")).replace(
      /<script>[^]*<\/script>|<script type="application\/json"[^]*?<\/script>|<code>[^]*?<\/code>/g,
      "",
    );
    expect(page.match(/(?:src|action)=["']?(?!data:|#)[^"' >]+/g) ?? [], file).toEqual([]);
    expect(page.match(/@import|url\((?!["']?data:)/g) ?? [], file).toEqual([]);
    const links = Array.from(page.matchAll(/href=["']?(?!data:|#)([^"' >]+)/g), ([, href]) =>
      path.posix.join(path.posix.dirname(file), href.replace(/[?#].*/, "")),
    );
    for (const link of links) expect(files, `${file} links to ${link}`).toContain(link);
  }
});
