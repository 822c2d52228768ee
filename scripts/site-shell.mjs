// What all pages share: the links from one to another at the top, the words at the end, and the worker that keeps the
// site for offline use.
import { createHash } from "node:crypto";
import path from "node:path";

/** What the header leads to, where the site has it. A lesson says it in its language, by the text of the key. */
const PLACES = [
  { name: "Playground", key: "playground", files: ["index.html"] },
  { name: "Lessons", key: "lessons", files: ["learn/index.html", "learn/look-up.html"], folder: "learn/" },
  { name: "Speed", key: "speed", files: ["bench.html"] },
];

/** From a page to the site's folder: "", "../". */
export function rootOf(file) {
  return "../".repeat(file.split("/").length - 1);
}

export function header(file, allFiles) {
  const spoken = (attribute) => (file.startsWith("learn/") ? ` ${attribute}` : "");
  const links = PLACES.flatMap(({ name, key, files, folder }) => {
    const target = files.find((one) => allFiles.includes(one));
    const here = files.includes(file) || (folder !== undefined && file.startsWith(folder));
    return target === undefined
      ? []
      : [
          `<li><a href="${rootOf(file)}${target}"${here ? ' aria-current="page"' : ""}` +
            `${spoken(`data-t="frame.to-${key}"`)}>${name}</a></li>`,
        ];
  });
  const brand = `<a class="brand" href="${rootOf(file)}index.html">heed</a>`;
  const label = spoken('data-t-label="frame.pages"');
  return `<nav class="site" aria-label="Pages of heed"${label}>${brand}<ul>${links.join("")}</ul></nav>`;
}

/** @param licence the address of the faces' licence */
export function footer(licence) {
  return `<footer class="site-end">
<p>heed: self-attention in C++, WebAssembly and the open. Each page is one file that can be saved and opens from disk,
without a network; nothing is sent anywhere.</p>
<p>Set in STIX Two and Source Sans, free under the <a href="${licence}">SIL Open Font License</a>.</p>
</footer>`;
}

/** @param pages { file, text } of each file that is kept */
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
