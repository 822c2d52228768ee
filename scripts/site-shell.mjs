// What all pages share: the head, the header with links to the other pages, the footer, and the service worker that
// keeps them for offline use.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { fileOf, PAGES, SITE } from "./site-pages.mjs";

/** The lines of <head>, as a template. */
export const head = () => readFileSync(path.join(SITE, "kit/head.html"), "utf8").trim();

/** From a page to the site's folder: "", "../". */
export function rootOf(file) {
  return "../".repeat(file.split("/").length - 1);
}

/** The documentation is not a page of web/site/pages. */
const DOCS = { name: "docs", file: "docs/index.html", text: "frame.to-docs" };

/** The links of the header in their order. */
function destinations() {
  const pages = PAGES.filter((page) => page.header !== undefined).sort((a, b) => a.header - b.header);
  return [...pages.map((page) => ({ name: page.name, file: fileOf(page), text: `${page.name}.to-here` })), DOCS];
}

/** Its texts are filled in as those of the page around it. Links with `data-page` keep the chosen language. */
export function header(file) {
  const links = destinations().map((one) => {
    const folder = one.file.endsWith("/index.html") ? path.posix.dirname(one.file) : undefined;
    const here = one.file === file || (folder !== undefined && path.posix.dirname(file) === folder);
    const current = here ? ' aria-current="page"' : "";
    return `<li><a data-page="${one.name}" href="${rootOf(file)}${one.file}"${current} data-t="${one.text}"></a></li>`;
  });
  const brand = `<a class="brand" data-page="front" href="${rootOf(file)}index.html"><span>heed</span></a>`;
  return `<nav class="site" data-t-label="frame.pages">${brand}<ul>${links.join("")}</ul></nav>`;
}

/** @param {string} [weights] whether the page loads those of the trained encoder */
export function footer(weights) {
  const offline = weights === undefined ? "frame.offline" : "trained.offline";
  const house = `<span data-t="frame.house"></span> <span data-t="${offline}"></span>`;
  return `<footer class="site-end"><p>${house}</p><p data-t="frame.faces"></p></footer>`;
}

/** Which text it is: a page asks for a shared file by this, and the service worker compares it. */
export const hashOf = (text) => createHash("sha256").update(text).digest("hex").slice(0, 16);

/**
 * @param {string} root
 * @param {{ file: string, text: string | Buffer, sharedFiles?: string[], compressed?: number }[]} kept what the service
 *   worker can keep, and the files without which a page is not whole
 * @param {string[]} target
 */
export async function serviceWorker(root, kept, target) {
  const { build } = await import("esbuild");
  // Servers that compress do it in about this way.
  const facts = ({ text, sharedFiles = [], compressed = gzipSync(text).length }) => [
    ...[Buffer.byteLength(text), compressed, hashOf(text), sharedFiles],
  ];
  const files = JSON.stringify(Object.fromEntries(kept.map((one) => [one.file, facts(one)])));
  const { outputFiles } = await build({
    entryPoints: [path.join(root, "web/site/shell/service-worker.ts")],
    bundle: true,
    write: false,
    format: "iife",
    target,
    minify: true,
    legalComments: "none",
    tsconfigRaw: {},
    define: {
      __FILES__: files,
      __VERSION__: JSON.stringify(hashOf(files)),
    },
  });
  return outputFiles[0].text;
}
