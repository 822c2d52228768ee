// The index of the search: each part of each page that has a place, with its words. It is a script, which a page from
// disk may load.
//
// A comment below a heading says what readers may call it: <!-- also: bundle size, how big -->. Commas stand between
// phrases.

import { unescaped } from "./highlight.mjs";

/** What is kept for completeness is seldom the answer. */
const SELDOM = ["changes", "results", "security", "examples", "promise"];
/** Its tables repeat the reference, which the search knows. */
const REPEATS = /<table\b[^]*?<\/table>/g;

/**
 * The text of search-index.js.
 * @param {{ name: string, file?: string, entry?: string, title: string, html: string }[]} pages
 */
export function searchIndex(pages) {
  const index = pages.map(({ name, file, entry, title, html }) => ({
    file: file.replace(/^docs\//, ""),
    title,
    kind: SELDOM.includes(name) ? "seldom" : entry !== undefined ? "reference" : name === "errors" ? "errors" : "guide",
    parts: partsOf(name === "promise" ? html.replace(REPEATS, "") : html).map(({ id, name: part, text, also }) => [
      id,
      part,
      text,
      ...(also === "" ? [] : [also]),
    ]),
  }));
  return `window.heedIndex=${JSON.stringify(index)};\n`;
}

/** A page cut at its places: the text before the first one belongs to the page itself. */
function partsOf(html) {
  const places = Array.from(html.matchAll(/<(?:h\d|dt|li)\b[^>]* id="([^"]+)" data-find="([^"]+)"/g));
  const ends = [...places.slice(1).map(({ index }) => index), html.length];
  const first = { id: "", name: "", ...contentOf(html.slice(0, places[0]?.index)) };
  return [
    first,
    ...places.map(({ index, 1: id, 2: name }, at) => ({
      id,
      name: unescaped(name),
      ...contentOf(html.slice(index, ends[at])),
    })),
  ];
}

/**
 * The text without defaults and without its code, whose names are in the index already; and the other words that
 * readers may search for.
 */
function contentOf(html) {
  const also = Array.from(html.matchAll(/<!-- also: ([^]*?) -->/g), ([, words]) => words).join(", ");
  const text = html
    .replace(/<!--[^]*?-->/g, " ")
    .replaceAll("<wbr>", "")
    .replace(/<div><dt>(Default|Frees)<\/dt>.*?<\/div>/g, " ")
    .replace(/<pre\b[^]*?<\/pre>|<p class="acts">[^]*?<\/p>|<(h\d)\b[^]*?<\/\1>|<a class="anchor"[^>]*>#<\/a>/g, " ")
    .replace(/<[^>]*>/g, " ");
  const plain = (words) => unescaped(words).replace(/\s+/g, " ").trim();
  return { text: plain(text), also: plain(also) };
}
