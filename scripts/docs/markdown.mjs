// Markdown of the repository as HTML of the documentation: headings with anchors, programs that run, links between
// pages, and tables that can be scrolled.
import path from "node:path";
import { Marked, Renderer } from "marked";
import { escaped, highlight, unescaped } from "./highlight.mjs";
import { runsInPage, takesLong } from "./programs.mjs";

/** A heading as the name of its place, as GitHub makes it. */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/<[^>]*>|&\w+;/g, "")
    .replace(/[^\p{L}\p{N}_\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-");

/** A cell of code breaks its lines if it has more characters of Markdown. */
const WIDE = 40;
const LONG = 24;

/** The HTML of a program. One that runs there has buttons, and room for what it prints. */
export function programHtml(text, name, language = "js") {
  const shown = highlight(text.trimEnd(), language);
  const code = `<pre tabindex="0" role="group" aria-label="Code"><code>${shown}</code></pre>`;
  const copy = '<button type="button" class="copy">Copy</button> <span class="said" role="status"></span>';
  if (name === undefined) return `<div class="program">${code}<p class="acts">${copy}</p></div>`;
  const waits = takesLong(text) ? " data-waits" : "";
  const run = `<button type="button" class="run">${waits ? "Run" : "Run again"}</button>`;
  const printed = '<pre class="printed" tabindex="0" role="group" aria-label="What the program prints" hidden></pre>';
  const acts = `<p class="acts">${run} ${copy}</p>`;
  return `<div class="program" data-program="${name}"${waits}>${code}${acts}${printed}<div class="drawn"></div></div>`;
}

/**
 * @param {string} text Markdown
 * @param {string} file where it is in the repository
 * @param {{ resolve: (file: string, href: string) => string, addressOf: (name: string) => string | undefined }} links
 *   `resolve` gives the href on the site, `addressOf` the place in the reference
 */
export function renderMarkdown(text, file, links) {
  const headings = [];
  const programs = [];
  const taken = new Map();
  const idOf = (words) => {
    const id = slug(words);
    const count = taken.get(id) ?? 0;
    taken.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
  /** @type {import("marked").RendererObject} */
  const renderer = {
    heading({ tokens, depth: level }) {
      const html = this.parser.parseInline(tokens);
      const plain = unescaped(html.replace(/<[^>]*>/g, ""));
      const id = idOf(plain);
      headings.push({ level, id, text: plain });
      if (level === 1) return "";
      const anchor = `<a class="anchor" href="#${id}">${html}</a>`;
      return `<h${level} id="${id}" data-find="${escaped(plain)}">${anchor}</h${level}>\n`;
    },
    code({ text: code, lang = "" }) {
      const language = lang.split(/\s/)[0];
      if (language !== "js" || !runsInPage(code)) return programHtml(code, undefined, language);
      const name = `piece-${programs.length + 1}`;
      programs.push({ name, text: code });
      return programHtml(code, name, language);
    },
    codespan: ({ text: code }) => codeHtml(escaped(code), links.addressOf),
    tablecell(cell) {
      const html = Renderer.prototype.tablecell.call(this, cell);
      const longest = Math.max(0, ...Array.from(cell.text.matchAll(/`[^`]+`/g), ([code]) => code.length));
      if (longest > WIDE) return html.replace(/^<t[dh]/, '$& class="wide"').replaceAll(" = ", "&nbsp;=&nbsp;");
      if (!/^`[^`]+`$/.test(cell.text)) return html;
      // A long name of a member may break after that of its object.
      return cell.text.length > LONG ? html.replace(/(?<=<code>\w+\.)(?=[\w.]+<\/code>)/, "<wbr>") : html;
    },
    link({ href, tokens }) {
      return linkHtml(links.resolve(file, href), this.parser.parseInline(tokens));
    },
    em({ tokens }) {
      return `<i>${this.parser.parseInline(tokens)}</i>`;
    },
    table(token) {
      return `${tableHtml(Renderer.prototype.table.call(this, token).trim(), "Table")}\n`;
    },
    // Comments in Markdown are for those who write it, except the words by which the search finds a heading.
    html: ({ text: html }) => (/^\s*<!--(?! also: )/.test(html) ? "" : html),
    image: ({ href, text: alt }) => pictureHtml(href, alt),
  };
  const html = String(new Marked({ renderer, gfm: true }).parse(text));
  const [{ text: title }] = headings;
  return { title, html, headings: headings.slice(1), programs };
}

const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" };

/**
 * A table that can be scrolled. A narrow page shows its rows as small lists, so each cell has the name of its column,
 * and all parts have their roles: a style with display: block takes the roles of their tags away.
 */
export function tableHtml(table, name) {
  const [head] = /<thead>.*?<\/thead>/s.exec(table);
  const labels = Array.from(head.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs), ([, html]) => html.replace(/<[^>]*>/g, ""));
  let column = 0;
  const marked = table.replace(/<(table|thead|tbody|tr|th|td)\b([^>]*)/g, (_, tag, given) => {
    if (tag === "tr") column = 0;
    const role = ROLES[tag] ?? (given.includes('scope="row"') ? "rowheader" : "columnheader");
    const label = role === "cell" || role === "rowheader" ? ` data-label="${labels[column]}"` : "";
    if (tag === "th" || tag === "td") column++;
    return `<${tag} role="${role}"${label}${given}`;
  });
  return `<div class="table" tabindex="0" role="group" aria-label="${name}">${marked}</div>`;
}

/** A link leads within the documentation. The address of another place is only said. */
function linkHtml(href, content) {
  // A word of code in it would be a link within a link.
  const words = content.replace(/<\/?a\b[^>]*>/g, "");
  if (!/^https?:/.test(href)) return `<a href="${escaped(href)}">${words}</a>`;
  return words === escaped(href) ? `<code>${words}</code>` : `${words} (<code>${escaped(href)}</code>)`;
}

/** A picture of a guide, from the folder next to the page. Pictures from elsewhere are not shown. */
const pictureHtml = (href, alt) =>
  /^pictures\/.*\.(webp|svg)$/.test(href) ? `<img class="picture" alt="${escaped(alt)}" src="${href}">` : "";

/** A word of code in a text: a link, if the reference has it. It comes escaped. */
function codeHtml(code, addressOf) {
  const name = /^(?:heed\.)?(\w+(?:\.\w+)?)(?:\(.*\))?$/.exec(code)?.[1];
  const address = name === undefined ? undefined : addressOf(code.startsWith("heed.") ? `Heed.${name}` : name);
  return address === undefined ? `<code>${code}</code>` : `<a href="${address}"><code>${code}</code></a>`;
}

/** A line or a paragraph of Markdown in a comment. */
export function inline(text, links, file = "web/site/docs/reference.md") {
  return renderMarkdown(`# _\n\n${text}`, file, links).html.trim();
}

/** The folder-relative address of another file of the repository. */
export const beside = (file, href) => path.posix.normalize(path.posix.join(path.posix.dirname(file), href));
