// The reference of one entry as HTML: what is called first, then what it takes and returns. Each name, each member and
// each call has a place of its own, and each call the program that shows it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isWords } from "./calls.mjs";
import { escaped, highlight } from "./highlight.mjs";
import { inline, programHtml, tableHtml } from "./markdown.mjs";
import { callsOf } from "./reference.mjs";
import { programNameOf, runsInPage } from "./programs.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const LEADS = {
  heed: "The core: attention, a whole layer, their gradients, sessions and caches.",
  "heed/layers": "The parts of a model besides attention: linear layers, norms, embeddings, whole language models.",
  "heed/train": "The parts of a training loop: optimisers, loss, random numbers with a seed, files.",
  "heed/rotary": "Rotary positions outside a call, and frequencies for models that were stretched to longer texts.",
  "heed/model": "Opens a trained model from its files, shows every head, and generates text.",
  "heed/gguf": "The GGUF files of llama.cpp, Ollama and LM Studio, for heed/model.",
  "heed/workers": "The calls of heed on all cores. The page stays responsive.",
  "heed/element": "An element that shows a matrix. Importing this entry defines it; on a server it does nothing.",
  "heed/draw": "Pictures as the text of one SVG: a matrix, and a sentence with its arcs.",
  "heed/page": "A matrix as one interactive HTML file, which opens from disk, without a network.",
  "heed/forward": "Attention and one layer, forward only, in a smaller file.",
  "heed/external": "heed with its wasm in separate files, which are fetched.",
};

/** The sections of a page, and which names stand in each. */
const SECTIONS = [
  { title: "The element", holds: ({ kind }) => kind === "class" },
  { title: "Functions", holds: ({ kind }) => kind === "function" },
  { title: "Objects", holds: (name) => callsOf(name).length > 0 },
  { title: "Options", holds: ({ name }) => /(Options|Weights|Scaling|RotaryTurn|Rotary)$/.test(name) },
  { title: "Other types", holds: () => true },
];

/**
 * @param entry of readReference()
 * @param programs of readPrograms()
 * @param links as for renderMarkdown, with addressOf
 * @returns a page as renderMarkdown gives it, with its lead
 */
export function referencePage({ entry, names, shared }, programs, links) {
  const used = [];
  const place = { entry, names, programs, links, used };
  const left = new Set(names);
  const sections = SECTIONS.map(({ title, holds }) => {
    const held = names.filter((name) => left.has(name) && holds(name));
    held.forEach((name) => left.delete(name));
    // What has most calls is sought most.
    return { title, held: held.sort((a, b) => callsOf(b).length - callsOf(a).length) };
  }).filter(({ held }) => held.length > 0);
  const headings = sections.flatMap(({ title, held }) => [
    { level: 2, id: sectionId(title), text: title },
    ...held.map(({ name }) => ({ level: 3, id: name, text: name })),
  ]);
  const html =
    sections
      .map(
        ({ title, held }) =>
          `<h2 id="${sectionId(title)}" data-find="${title}">${title}</h2>\n` +
          held.map((name) => nameHtml(name, place)).join("\n"),
      )
      .join("\n") + sharedHtml(shared, links);
  const start = `<p>${LEADS[entry]}</p>\n${importHtml(entry, names)}`;
  return { title: entry, html: start + html, headings, programs: used };
}

const sectionId = (title) => `section-${title.toLowerCase().replace(/\s/g, "-")}`;

function importHtml(entry, names) {
  const functions = names.filter(({ kind }) => kind === "function").map(({ name }) => name);
  const line =
    entry === "heed/element" ? `import "heed/element";` : `import { ${functions.join(", ")} } from "${entry}";`;
  return `<pre tabindex="0" role="group" aria-label="Import"><code>${highlight(line, "ts")}</code></pre>\n`;
}

function nameHtml(name, place) {
  const { name: id, kind, comment, forms, bases, members, calls } = name;
  const code = forms.map((text) => signatureHtml(text, place)).join("");
  const based = bases.map((base) => `<code>${highlight(base, "ts", place.links.addressOf)}</code>`).join(" and ");
  return `<section class="name" aria-labelledby="${id}">
<h3 id="${id}" data-find="${id}"><a class="anchor" href="#${id}">${id}</a> <small>${kind}</small></h3>
${commentHtml(comment, place, calls)}${code}${based === "" ? "" : `<p class="based">It also has all of ${based}.</p>\n`}
${programOf(id, place)}${kind === "class" ? elementHtml(place) : ""}${membersHtml(name, members, place)}
</section>`;
}

function membersHtml(of, members, place) {
  if (members.length === 0) return "";
  const items = members.map((member) => {
    const id = `${of.name}.${member.name.replace(/[[\]]/g, "")}`;
    const forms = member.forms.map((text) => `<code>${typed(text, place)}</code>`).join("<br>");
    const comment = commentHtml(member.comment, place, member.calls);
    const call = `${of.name}.${member.name}`;
    const shown = programOf(call, place) || (member.isCall ? shownBy(call, of.name, place) : "");
    // Nobody seeks [Symbol.dispose] beside dispose.
    const find = member.name.startsWith("[") ? "" : ` data-find="${id}"`;
    return `<dt id="${id}"${find}><a class="anchor" href="#${id}" aria-label="${id}">#</a> ${forms}</dt>
<dd>${comment}${shown}</dd>`;
  });
  return `<dl class="members">${items.join("\n")}</dl>`;
}

const typed = (text, { links }) => highlight(text.replace(/;$/, "").replace(/^readonly /, ""), "ts", links.addressOf);

function signatureHtml(text, { links }) {
  const code = highlight(text, "ts", links.addressOf);
  return `<pre class="signature" tabindex="0" role="group" aria-label="Signature"><code>${code}</code></pre>\n`;
}

const SAYS = { returns: "Returns", throws: "Throws", default: "Default", frees: "Frees" };

/** `calls` are those that the comment is of: they have the defaults of its parameters. */
function commentHtml({ text, tags }, { links }, calls) {
  const whole = text === "" ? "" : inline(text, links);
  const parameters = calls.flatMap((call) => call.parameters);
  const items = tags.map(({ tag, of, text: about }) => {
    const html = tag === "default" ? defaultHtml(about) : inline(about, links).replace(/^<p>|<\/p>$/g, "");
    const value = parameters.find(({ name }) => name === of)?.default;
    const named = of && `<code>${escaped(of)}</code>${value === undefined ? "" : ` = ${defaultHtml(value)}`}`;
    return `<div><dt>${named ?? SAYS[tag]}</dt><dd>${html}</dd></div>`;
  });
  return whole + (items.length === 0 ? "" : `<dl class="tags">${items.join("")}</dl>`) + "\n";
}

const defaultHtml = (value) => (isWords(value) ? escaped(value) : `<code>${escaped(value)}</code>`);

/** The program of a name or a call, once in a page. */
function programOf(name, { entry, programs, used }) {
  const program = programs.get(`${entry} ${name}`);
  if (program === undefined) return "";
  if (!runsInPage(program.text)) return programHtml(program.text);
  const id = `${entry.replace("/", "-")}-${name}`;
  used.push({ name: id, text: program.text });
  return programHtml(program.text, id);
}

/** Where a call is shown that has no program of its own. */
function shownBy(call, object, { entry, names, programs }) {
  const name = programNameOf(call, { entry, names }, programs);
  if (name === undefined || name === object) return "";
  return `<p class="shown-by">Shown by the program of <a href="#${name}">${name}</a>.</p>`;
}

/** What dist/custom-elements.json says of the element: attributes, events, parts and colours. */
function elementHtml({ links }) {
  const { modules } = JSON.parse(readFileSync(path.join(root, "dist/custom-elements.json"), "utf8"));
  const element = modules.flatMap(({ declarations }) => declarations).find(({ customElement }) => customElement);
  const table = (title, rows) => {
    const body = rows.map(
      ({ name, type, description }) =>
        `<tr><th scope="row"><code>${escaped(name)}</code></th>` +
        `<td>${type ? `<code>${escaped(type.text)}</code>` : ""}</td>` +
        `<td>${inline(description ?? "", links).replace(/^<p>|<\/p>$/g, "")}</td></tr>`,
    );
    const heads = ["name", "type", "meaning"].map((word) => `<th scope="col">${word}</th>`).join("");
    const head = `<thead><tr>${heads}</tr></thead>`;
    return `<h4>${title}</h4>${tableHtml(`<table>${head}<tbody>${body.join("")}</tbody></table>`, title)}`;
  };
  return [
    table("Attributes", element.attributes),
    table("Events", element.events),
    table(
      "Slots",
      (element.slots ?? []).map((slot) => ({ ...slot, name: slot.name || "(default)" })),
    ),
    table("Parts", element.cssParts ?? []),
    table("Custom properties of CSS", element.cssProperties ?? []),
    "<h4>Properties and methods</h4>",
  ].join("\n");
}

function sharedHtml(shared, { addressOf }) {
  if (shared.length === 0) return "";
  const names = shared.map((name) => `<a id="${name}" href="${addressOf(name)}"><code>${name}</code></a>`).join(", ");
  const heading = '<h2 id="section-shared" data-find="As in heed">As in heed</h2>';
  return `${heading}\n<p>All other names are those of heed: ${names}.</p>`;
}
