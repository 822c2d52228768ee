// What all pages share: the header with links to the other pages, the footer, and the service worker for offline use.
import { createHash } from "node:crypto";
import path from "node:path";

/**
 * The links of the header, as far as the site has their pages. On a page that speaks several languages, `key` names the
 * translated text. `page` marks a destination that speaks several languages, too.
 */
const DESTINATIONS = [
  { name: "Playground", key: "playground", files: ["play.html"], page: "play" },
  { name: "Your model", key: "model", files: ["model.html"] },
  {
    name: "Lessons",
    key: "lessons",
    files: ["learn/index.html", "learn/look-up.html"],
    folder: "learn/",
    page: "index",
  },
  { name: "Encoder", key: "encoder", files: ["encoder.html"] },
  { name: "Speed", key: "speed", files: ["bench.html"] },
  { name: "Docs", key: "docs", files: ["docs/index.html"], folder: "docs/" },
];

/** From a page to the site's folder: "", "../". */
export function rootOf(file) {
  return "../".repeat(file.split("/").length - 1);
}

export function header(file, allFiles) {
  const speaks = file.startsWith("learn/") || ["index.html", "play.html"].includes(file);
  const translated = (attribute) => (speaks ? ` ${attribute}` : "");
  // A link to a page that speaks several languages keeps the chosen one.
  const keeps = (name) => (speaks ? ` data-page="${name}"` : "");
  const links = DESTINATIONS.flatMap(({ name, key, files, folder, page }) => {
    const target = files.find((one) => allFiles.includes(one));
    if (target === undefined) return [];
    const here = files.includes(file) || (folder !== undefined && file.startsWith(folder));
    const current = here ? ' aria-current="page"' : "";
    const text = translated(`data-t="frame.to-${key}"`);
    const kept = page === undefined ? "" : keeps(page);
    return [`<li><a${kept} href="${rootOf(file)}${target}"${current}${text}>${name}</a></li>`];
  });
  const label = `aria-label="Pages of heed"${translated('data-t-label="frame.pages"')}`;
  const brand = `<a class="brand"${keeps("front")} href="${rootOf(file)}index.html">heed</a>`;
  return `<nav class="site" ${label}>${brand}<ul>${links.join("")}</ul></nav>`;
}

/** @param licence the address of the licence of the faces */
export function footer(licence) {
  const texts = [
    "heed: self-attention in C++ and WebAssembly, every number in the open.",
    "Each page is one file. You can save it and open it from disk, without a network. Nothing is sent anywhere.",
  ];
  const faces = `Set in STIX Two and Source Sans, free under the <a href="${licence}">SIL Open Font License</a>.`;
  return `<footer class="site-end"><p>${texts.join(" ")}</p><p>${faces}</p></footer>`;
}

/** @param pages { file, text } of each file that the service worker keeps */
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
