// The index of the search: each part of each page that has a place, with its words. Every page of the documentation
// carries it, so that it can be searched without a network.

import { unescaped } from "./highlight.mjs";

/** @param pages { file, title, html } @returns the text of a JSON file that may stand in a page */
export function searchIndex(pages) {
  const index = pages.map(({ file, title, html }) => ({
    file: file.replace(/^docs\//, ""),
    title,
    parts: partsOf(html).map(({ id, name, text }) => [id, name, text]),
  }));
  // Within <script> a "<" could end it.
  return JSON.stringify(index).replaceAll("<", "\\u003c");
}

/** A page cut at its places: what stands before the first one belongs to the page itself. */
function partsOf(html) {
  const places = Array.from(html.matchAll(/<(?:h\d|dt)\b[^>]* id="([^"]+)" data-find="([^"]+)"/g));
  const ends = [...places.slice(1).map(({ index }) => index), html.length];
  const first = { id: "", name: "", text: wordsOf(html.slice(0, places[0]?.index)) };
  return [
    first,
    ...places.map(({ index, 1: id, 2: name }, at) => ({
      id,
      name: unescaped(name),
      text: wordsOf(html.slice(index, ends[at])),
    })),
  ];
}

/** The text, without code: that is found by its own names. */
function wordsOf(html) {
  return unescaped(
    html
      .replace(/<pre\b[^]*?<\/pre>|<p class="acts">[^]*?<\/p>|<(h\d)\b[^]*?<\/\1>|<a class="anchor"[^>]*>#<\/a>/g, " ")
      .replace(/<[^>]*>/g, " "),
  )
    .replace(/\s+/g, " ")
    .trim();
}
