// How a page looks where its link is sent on: its title, its description, and a picture of its own figure.
//
// The tags need absolute addresses. So the build writes them once package.json's homepage has a name, and the pictures
// are made for a release, by Chromium from the built pages (release.mjs): a build needs no browser.
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { headlessChromium } from "./setup/browsers.mjs";
import { fileOf, PAGES } from "./site-pages.mjs";

/** What package.json says in place of a name until the owner has filled it in. */
export const kPlaceholder = "OWNER";

const kWidth = 1200;
const kHeight = 630;

/** The address of the site with a slash at its end, or undefined where nobody has named it yet. */
export function homeOf({ homepage = "" }) {
  return homepage === "" || homepage.includes(kPlaceholder) ? undefined : homepage.replace(/\/?$/, "/");
}

/** The picture of a page, from the site's folder. */
export const previewOf = (file) => `previews/${file.replace(/\.html$/, "").replaceAll("/", "-")}.png`;

/**
 * The page with the tags of its preview. @param {string} html a page with its title and description
 * @param {string} file from the site's folder @param {string | undefined} home what homeOf() gave
 */
export function withPreview(html, file, home) {
  if (home === undefined) return html;
  const [meta, description] = /<meta name="description" content="([^"]*)">/.exec(html);
  const [, title] = /<title>(.*?)<\/title>/s.exec(html);
  const tags = {
    "og:type": "website",
    "og:title": title.replaceAll('"', "&quot;"),
    "og:description": description,
    "og:url": home + file.replace(/(^|\/)index\.html$/, "$1"),
    "og:image": home + previewOf(file),
    "og:image:width": kWidth,
    "og:image:height": kHeight,
  };
  const lines = Object.entries(tags).map(([name, text]) => `<meta property="${name}" content="${text}">`);
  const card = '<meta name="twitter:card" content="summary_large_image">';
  return html.replace(meta, () => [meta, ...lines, card].join("\n"));
}

/** Where the figure of a page is. A lesson's is its picture; a page of the documentation has none. */
function figureOf(file) {
  const page = PAGES.find((one) => fileOf(one) === file);
  return page?.preview ?? (page?.kind === "lesson" ? "#picture .stage" : undefined);
}

/** Makes the picture of every page of the built site, or of these files. */
export async function makePreviews(site, files = htmlIn(site)) {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  const browser = await chromium.launch({ executablePath: headlessChromium() ?? undefined });
  const page = await browser.newPage({
    ...{ bypassCSP: true, colorScheme: "light", reducedMotion: "reduce", deviceScaleFactor: 2, locale: "en" },
    viewport: { width: kWidth, height: kHeight },
  });
  mkdirSync(path.join(site, "previews"), { recursive: true });
  for (const file of files) {
    await page.goto(pathToFileURL(path.join(site, file)).href);
    await page.evaluate(showCard, await pictureOf(page, figureOf(file)));
    await page.screenshot({ path: path.join(site, previewOf(file)), scale: "css" });
  }
  await browser.close();
}

const htmlIn = (site) =>
  readdirSync(site, { recursive: true })
    .map((file) => String(file).replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".html"));

/** The figure as the page shows it, as an address of data; undefined where the page has none. */
async function pictureOf(page, figure) {
  if (figure === undefined) return undefined;
  const place = page.locator(figure).first();
  await place.waitFor();
  await page.evaluate(() => document.fonts.ready);
  return `data:image/png;base64,${(await place.screenshot()).toString("base64")}`;
}

/** In the page, and in its type and colours: nothing but its title, its lead and its figure. */
async function showCard(picture) {
  // The name is above it.
  const title = document.querySelector("h1").innerHTML.replace(/^heed: /, "");
  const lead = document.querySelector("meta[name=description]").content;
  const card = document.createElement("div");
  card.innerHTML = `<style>
    html { scroll-behavior: auto; }
    body { display: block; margin: 0; padding: 0; }
    .card { display: grid; grid-template: auto 1fr auto / 1fr; gap: 2rem 3.5rem; box-sizing: border-box; width: 1200px;
      height: 630px; padding: 3.5rem 4rem; font-family: var(--serif); }
    .card.square { grid-template-columns: minmax(0, 1fr) 30rem; }
    .card .name { margin: 0; font: 600 1.75rem/1 var(--sans); color: var(--accent); }
    .card .name::before { content: ""; display: inline-block; width: 0.7em; height: 0.7em; margin-right: 0.5em;
      background: currentColor; }
    .card h1 { font-size: 4rem; line-height: 1.1; }
    .card .says { margin: 1.25rem 0 0; max-width: 44rem; font-size: 1.625rem; line-height: 1.4; color: var(--faint);
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; overflow: hidden; }
    .card:not(.square, .plain) .says { -webkit-line-clamp: 2; }
    .card img { grid-row: 3; min-height: 0; width: 100%; max-height: 20rem; object-fit: contain;
      object-position: left; }
    .card.square img { grid-area: 1 / 2 / -1 / 3; align-self: center; max-height: 100%; object-position: center; }
  </style><p class="name">heed</p><div><h1>${title}</h1><p class="says"></p></div>`;
  card.querySelector(".says").textContent = lead;
  card.className = picture === undefined ? "card plain" : "card";
  if (picture !== undefined) {
    const image = new Image();
    image.src = picture;
    await image.decode();
    // A sentence goes below the words, a square to their right.
    card.classList.toggle("square", image.width < 2.5 * image.height);
    card.append(image);
  }
  document.body.className = "";
  document.body.replaceChildren(card);
  scrollTo(0, 0);
}
