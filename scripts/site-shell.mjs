// What all pages share: the header with links to the other pages, the footer, and the service worker for offline use.
import { createHash } from "node:crypto";
import path from "node:path";

/** The links of the header, as far as the site has their pages. `page` is the page's name, `key` that of its text. */
const DESTINATIONS = [
  { key: "playground", files: ["play.html"], page: "play" },
  { key: "model", files: ["model.html"], page: "model" },
  { key: "lessons", files: ["learn/index.html", "learn/look-up.html"], folder: "learn/", page: "index" },
  { key: "encoder", files: ["encoder.html"], page: "encoder" },
  { key: "speed", files: ["bench.html"], page: "bench" },
  { key: "docs", files: ["docs/index.html"], folder: "docs/", page: "docs" },
];

/** From a page to the site's folder: "", "../". */
export function rootOf(file) {
  return "../".repeat(file.split("/").length - 1);
}

/** Its texts are filled in as those of the page around it. Links with `data-page` keep the chosen language. */
export function header(file, allFiles) {
  const links = DESTINATIONS.flatMap(({ key, files, folder, page }) => {
    const target = files.find((one) => allFiles.includes(one));
    if (target === undefined) return [];
    const here = files.includes(file) || (folder !== undefined && file.startsWith(folder));
    const current = here ? ' aria-current="page"' : "";
    const address = `data-page="${page}" href="${rootOf(file)}${target}"`;
    return [`<li><a ${address}${current} data-t="frame.to-${key}"></a></li>`];
  });
  const brand = `<a class="brand" data-page="front" href="${rootOf(file)}index.html">heed</a>`;
  return `<nav class="site" data-t-label="frame.pages">${brand}<ul>${links.join("")}</ul></nav>`;
}

export function footer() {
  const house = '<span data-t="frame.house"></span> <span data-t="frame.offline"></span>';
  return `<footer class="site-end"><p>${house}</p><p data-t="frame.faces"></p></footer>`;
}

/**
 * @param {string} root
 * @param {{ file: string, text: string }[]} pages what the service worker keeps
 * @param {string[]} target
 */
export async function serviceWorker(root, pages, target) {
  const { build } = await import("esbuild");
  const version = createHash("sha256");
  for (const { file, text } of pages) version.update(file).update("\0").update(text).update("\0");
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
      __FILES__: JSON.stringify(pages.map(({ file }) => file)),
      __VERSION__: JSON.stringify(version.digest("hex").slice(0, 16)),
    },
  });
  return outputFiles[0].text;
}
