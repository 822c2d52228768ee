// A long English text for the encoder's page: what the lessons and the documentation say, one sentence after another.
// A page imports it as "encoder:chapter". Sentences with parameters, formulas or code are left out.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const site = path.join(path.dirname(fileURLToPath(import.meta.url)), "../web/site");
/** They make some more than the 4096 pieces that the page reads. */
const WORDS = 3600;
const ENTITIES = { "&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

export function chapter() {
  const lessons = textsIn(JSON.parse(readFileSync(path.join(site, "texts/strings/en.json"), "utf8")));
  const names = readdirSync(path.join(site, "docs")).filter((name) => name.endsWith(".md"));
  const docs = names.flatMap((name) => paragraphsIn(readFileSync(path.join(site, "docs", name), "utf8")));
  const sentences = [...lessons, ...docs]
    .map((text) => text.replace(/<[^>]*>/g, "").replace(/&\w+;/g, (name) => ENTITIES[name] ?? " "))
    .flatMap((text) => text.split(/(?<=[.?!])\s+(?=\p{Lu})/u))
    .map((sentence) => sentence.trim().replace(/\s+/g, " "))
    .filter((sentence) => /^\p{Lu}[^{}$\\`|]{30,}[.?!]$/u.test(sentence));
  const kept = [];
  let words = 0;
  for (const sentence of new Set(sentences)) {
    if (words >= WORDS) break;
    kept.push(sentence);
    words += sentence.split(" ").length;
  }
  return kept.join(" ");
}

function textsIn(value) {
  return typeof value === "string" ? [value] : Object.values(value).flatMap(textsIn);
}

/** The prose of a Markdown file: no code, lists, tables or titles. */
function paragraphsIn(text) {
  const paragraphs = text.replace(/```[\s\S]*?```/g, "").split(/\n\s*\n/);
  const prose = paragraphs.filter((paragraph) => /^\p{Lu}/u.test(paragraph));
  return prose.map((paragraph) => paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
}
