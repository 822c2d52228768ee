// What the templates of pages ask for by name, such as %contents%: parts that are made of the facts of all pages.
// Pages are built with the texts of the first language.
import { deeperThan, FRAMED, LESSONS, numberOf, partOf, ROAD } from "./site-pages.mjs";
import { FIRST } from "./site-texts.mjs";

/** A template with its parts: %name% is the text parts.name, or what that gives. */
export const fill = (template, parts) =>
  template.replace(/%([a-z][a-z-]*)%/g, (all, name) => {
    if (!(name in parts))
      throw new Error(`build-site: a template asks for ${all}. It may ask for ${Object.keys(parts)}.`);
    return typeof parts[name] === "function" ? parts[name]() : parts[name];
  });

/**
 * A page's template with its parts, and with the texts of the first language: the module is web/site/kit/texts/text.ts,
 * `strings` is what readStrings() gave. `map` is what mapWith() drew for a lesson. `parts` gets the parts made here.
 *
 * @param {{ map?: string, parts?: Record<string, string | (() => string)> }} more
 */
export function render(name, template, { fillTemplate, toText, escaped }, strings, more = {}) {
  const { map, parts = {} } = more;
  const english = strings[FIRST];
  Object.assign(parts, {
    name: () => name,
    title: () => escaped(toText(english.frame["document-title"], { title: toText(english[name].title) })),
    description: () => escaped(plain(toText(english[name].lead))),
    begin: () => begin(name, map),
    picture: () => figure(name, english),
    filmstrip,
    lessons: overview,
    questions: () => questions(name),
    number: () => number(name),
    deeper: () => deeper(name),
    borrowed: () => borrowed(name),
    contents: () => contents(name),
    languages: () => languageButtons(strings),
    turn: () => turn(name),
    glossary: () => glossary(english.glossary),
  });
  return fillTemplate(fill(template, parts), { language: FIRST, strings: english, ownSection: name });
}

/** A text without its tags, and its formulas in a line of signs. */
function plain(text) {
  const signs = [
    [/\\div\s*/g, "÷ "],
    [/\\sqrt\{(.*?)\}/g, "√$1"],
    [/_k\b/g, "ₖ"],
  ];
  return signs.reduce((all, [tex, sign]) => all.replace(tex, sign), text.replace(/<[^>]*>|\$/g, ""));
}

function languageButtons(strings) {
  return Object.entries(strings)
    .map(
      ([code, { frame }]) =>
        `<button type="button" lang="${code}" aria-pressed="${code === FIRST}" aria-label="${frame["own-name"]}">` +
        `${code.toUpperCase()}</button>`,
    )
    .join("");
}

/** How a lesson begins: its goal, its minutes, what it builds on, and where it meets the course's sentence. */
function begin(name, map) {
  const lesson = LESSONS.find((one) => one.name === name);
  if (lesson === undefined) return "";
  const item = (key, text) => `<div><dt data-t="frame.${key}"></dt>${text}</div>`;
  const before = buildsOn(lesson) || '<span data-t="frame.nothing"></span>';
  return `<div class="opening">
${mapLink(lesson, map)}<dl class="begin">
${item("goal", '<dd data-t="goal"></dd>')}
${item("minutes", `<dd data-minutes="${lesson.minutes}"></dd>`)}
${item("builds-on", `<dd>${before}</dd>`)}
${item("thread", '<dd data-t="thread"></dd>')}
</dl>${numberOf(name) !== "" ? '\n<p class="opens-hint" data-t="frame.opens"></p>' : ""}
</div>`;
}

/** Links to what a lesson builds on: the lesson that it deepens is the first. */
function buildsOn({ deepens, needs = [] }) {
  return [...(deepens === undefined ? [] : [deepens]), ...needs].map(linkTo).join(", ");
}

/** The machine with the part of the lesson lit. It leads to that part of the page that has the machine. */
function mapLink({ map: [part] = [] }, drawn) {
  if (part === undefined) return "";
  return `<a class="map" data-page="whole" href="whole.html#part=${part}">${drawn}<span data-t="map"></span></a>\n`;
}

/** The picture of a lesson, with what it shows: a text "picture", or the sentence of the lesson. */
function figure(name, english) {
  if (numberOf(name) === "" || partOf(name, "thumbnail.ts") === undefined) return "";
  return `<figure id="picture" class="picture" hidden>
<div class="stage thumbnail"></div>
<input type="range" min="0" max="100" value="100" data-t-label="frame.picture-moment">
<figcaption><span data-t="${"picture" in english[name] ? "picture" : "sentence"}"></span>
<a class="alone" data-page="${name}" href="${name}.html?picture" data-t="frame.picture-alone"></a></figcaption>
</figure>`;
}

/** How a lesson ends. frame/questions.ts fills it. */
function questions(name) {
  if (numberOf(name) === "") return "";
  return `<section class="questions" aria-labelledby="questions-title">
<h2 id="questions-title" data-t="frame.questions"></h2>
<p class="prose" data-t="frame.questions-text"></p>
<div id="questions"></div>
</section>`;
}

function linkTo(name) {
  return `<a data-page="${name}" href="${name}.html" data-t="${name}.title"></a>`;
}

/** The number of a lesson, before its title. */
function number(name) {
  return numberOf(name) === "" ? "" : `<span class="number">${numberOf(name)}</span> `;
}

function contents(here) {
  return FRAMED.map(({ name, kind, deepens }) => {
    const looks = kind !== "lesson" ? ' class="unnumbered"' : deepens === undefined ? "" : ' class="deep"';
    const current = name === here ? ' aria-current="page"' : "";
    const link = `<a data-page="${name}" href="${name}.html"${current} data-t="${name}.title"></a>`;
    return `<li${looks}>${number(name)}${link}</li>`;
  }).join("");
}

/** The short road for the page "index": of each lesson picture, sentence, minutes, and what deepens it. */
function overview() {
  return ROAD.map((lesson, at) => {
    const first = at === 0 ? ' <b class="start" data-t="start-here"></b>' : "";
    const more = deeperThan(lesson.name)
      .map((one) => entry(one, "h3"))
      .join("");
    const deep = more === "" ? "" : `<ul class="deep">${more}</ul>`;
    return `<li>${entry(lesson, "h2", first, "article")}${deep}</li>`;
  }).join("");
}

/** A lesson in that list. */
function entry(lesson, heading, first = "", element = "li") {
  const { name, minutes, deepens } = lesson;
  const road = deepens === undefined ? ' data-road=""' : "";
  const links = buildsOn(lesson);
  const before = links === "" ? "" : `<span data-t="frame.builds-on"></span> ${links}`;
  return `<${element} data-lesson="${name}"${road}><span class="thumb thumbnail" data-thumbnail="${name}"></span><div>
<${heading}>${number(name)}${linkTo(name)}</${heading}>${first}
<p class="prose" data-t="${name}.sentence"></p>
<p class="facts-of"><span class="minutes" data-minutes="${minutes}"></span> <span class="before">${before}</span> \
<b class="done" hidden></b> <span class="answers" hidden></span></p></div></${element}>`;
}

/** The short road as small pictures with their titles, for the front door, and a link to what goes deeper. */
function filmstrip() {
  const films = ROAD.map(({ name, minutes }) => {
    const title = `<span class="name">${number(name)}<span data-t="${name}.title"></span></span>`;
    const picture = `<span class="thumbnail" data-thumbnail="${name}"></span>`;
    const time = `<span class="minutes" data-minutes="${minutes}"></span>`;
    return `<li><a data-page="${name}" href="learn/${name}.html">${picture}${title}${time}</a></li>`;
  });
  const more = '<li class="more"><a data-page="index" href="learn/index.html" data-t="frame.and-deeper"></a></li>';
  return films.join("") + more;
}

/** What deepens a lesson of the short road, at its end. */
function deeper(name) {
  const items = deeperThan(name).map(
    (one) => `<li>${number(one.name)}${linkTo(one.name)} <small data-minutes="${one.minutes}"></small></li>`,
  );
  if (items.length === 0) return "";
  return `<aside class="deeper" aria-labelledby="deeper-title">
<h2 id="deeper-title" data-t="frame.deeper"></h2>
<p class="prose" data-t="frame.deeper-text"></p>
<ul>${items.join("")}</ul>
</aside>`;
}

/** What a lesson of the short road takes from deeper ones: of each its picture, and two sentences. */
function borrowed(name) {
  const { borrows } = LESSONS.find((lesson) => lesson.name === name);
  const items = borrows.map(
    (one) => `<li><span class="thumbnail" data-borrowed="${one}"></span>
<p class="prose"><span data-t="${one}.in-short"></span>
<small><span data-t="frame.more-in"></span> ${linkTo(one)}</small></p></li>`,
  );
  return `<ul class="borrowed" data-t-label="frame.borrowed">${items.join("")}</ul>`;
}

/**
 * Links to the previous and the next page. The short road leads past what deepens it; a deeper lesson leads on to the
 * next one and then back to the road. Where the lessons end, a reader learns what else there is to do; the pages after
 * them are for teachers, and have a row of their own.
 */
function turn(here) {
  const row = rowOf(here);
  const at = row.indexOf(here);
  const link = (name, rel) => {
    if (name === undefined) return "<span></span>";
    const texts = `<small data-t="frame.${rel}"></small> <span data-t="${name}.title"></span>`;
    return `<a rel="${rel}" data-page="${name}" href="${name}.html">${texts}</a>`;
  };
  const next = row[at + 1];
  return link(row[at - 1], "prev") + (next === undefined && numberOf(here) !== "" ? onward() : link(next, "next"));
}

/** The pages that "Previous" and "Next" lead through from a page. */
function rowOf(here) {
  const road = ["index", ...ROAD.map(({ name }) => name)];
  const { deepens } = FRAMED.find(({ name }) => name === here);
  if (deepens !== undefined) {
    const at = road.indexOf(deepens);
    return [deepens, ...deeperThan(deepens).map(({ name }) => name), ...road.slice(at + 1, at + 2)];
  }
  if (road.includes(here)) return road;
  return FRAMED.filter((page) => page.kind !== "lesson" && !road.includes(page.name)).map(({ name }) => name);
}

/** Where the last lesson leads. */
function onward() {
  const texts = '<small data-t="frame.next"></small> <span data-t="model.to-here"></span>';
  return `<a rel="next" data-page="model" href="../model.html">${texts}</a>`;
}

/** An entry has three keys in the section glossary: "word", "word-means" and "word-names". */
function glossary(section) {
  const words = Object.keys(section).filter((key) => `${key}-means` in section);
  return words
    .map((key) => {
      const word = `<dt data-t="glossary.${key}"></dt><dd data-t="glossary.${key}-means"></dd>`;
      return `<div data-entry="${key}">${word}<dd class="names" data-t="glossary.${key}-names"></dd></div>`;
    })
    .join("");
}
