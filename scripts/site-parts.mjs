// What the templates of pages ask for by name, such as %contents%: parts that are made of the facts of all pages.
// Pages are built with the texts of the first language.
import { FRAMED, FRONT, LESSONS, numberOf, partOf } from "./site-pages.mjs";
import { FIRST } from "./site-texts.mjs";

/**
 * A page's template with its parts, and with the texts of the first language: the module is web/site/kit/texts/text.ts,
 * `strings` is what readStrings() gave. `map` is what mapWith() drew for a lesson.
 */
export function render(name, template, { fillTemplate, toText, escaped }, strings, map) {
  const english = strings[FIRST];
  const parts = {
    name: () => name,
    title: () => escaped(toText(english.frame["document-title"], { title: toText(english[name].title) })),
    description: () => escaped(plain(toText(english[name].lead))),
    begin: () => begin(name, map),
    picture: () => figure(name, english),
    lessons: () => (name === FRONT ? filmstrip() : overview()),
    questions: () => questions(name),
    number: () => (numberOf(name) === 0 ? "" : `<span class="number">${numberOf(name)}</span> `),
    contents: () => contents(name),
    languages: () => languageButtons(strings),
    turn: () => turn(name),
    glossary: () => glossary(english.glossary),
  };
  const known = new RegExp(`%(${Object.keys(parts).join("|")})%`, "g");
  return fillTemplate(
    template.replace(known, (_, part) => parts[part]()),
    { language: FIRST, strings: english, ownSection: name },
  );
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
  const needs = lesson.needs.map((other) => linkTo(other)).join(", ");
  return `<div class="opening">
${mapLink(lesson, map)}<dl class="begin">
${item("goal", '<dd data-t="goal"></dd>')}
${item("minutes", `<dd data-minutes="${lesson.minutes}"></dd>`)}
${item("builds-on", needs === "" ? '<dd data-t="frame.nothing"></dd>' : `<dd>${needs}</dd>`)}
${item("thread", '<dd data-t="thread"></dd>')}
</dl>${numberOf(name) > 0 ? '\n<p class="opens-hint" data-t="frame.opens"></p>' : ""}
</div>`;
}

/** The machine with the part of the lesson lit. It leads to that part of the page that has the machine. */
function mapLink({ map: [part] = [] }, drawn) {
  if (part === undefined) return "";
  return `<a class="map" data-page="whole" href="whole.html#part=${part}">${drawn}<span data-t="map"></span></a>\n`;
}

/** The picture of a lesson, with what it shows: a text "picture", or the sentence of the lesson. */
function figure(name, english) {
  if (numberOf(name) === 0 || partOf(name, "thumbnail.ts") === undefined) return "";
  return `<figure id="picture" class="picture" hidden>
<div class="stage thumbnail"></div>
<input type="range" min="0" max="100" value="100" data-t-label="frame.picture-moment">
<figcaption><span data-t="${"picture" in english[name] ? "picture" : "sentence"}"></span>
<a class="alone" data-page="${name}" href="${name}.html?picture" data-t="frame.picture-alone"></a></figcaption>
</figure>`;
}

/** How a lesson ends. frame/questions.ts fills it. */
function questions(name) {
  if (numberOf(name) === 0) return "";
  return `<section class="questions" aria-labelledby="questions-title">
<h2 id="questions-title" data-t="frame.questions"></h2>
<p class="prose" data-t="frame.questions-text"></p>
<div id="questions"></div>
</section>`;
}

function linkTo(name) {
  return `<a data-page="${name}" href="${name}.html" data-t="${name}.title"></a>`;
}

function contents(here) {
  return FRAMED.map(({ name }) => {
    const number = numberOf(name) === 0 ? ' class="unnumbered"' : ` value="${numberOf(name)}"`;
    const current = name === here ? ' aria-current="page"' : "";
    return `<li${number}><a data-page="${name}" href="${name}.html"${current} data-t="${name}.title"></a></li>`;
  }).join("");
}

/** Every lesson with its picture, a sentence, its minutes and what it builds on, for the page "index". */
function overview() {
  return LESSONS.map(({ name, minutes, needs }, at) => {
    const first = at === 0 ? ' <b class="start" data-t="start-here"></b>' : "";
    const links = needs.map(linkTo);
    const before = links.length === 0 ? "" : `<span data-t="frame.builds-on"></span> ${links.join(", ")}`;
    const time = `<span class="minutes" data-minutes="${minutes}"></span>`;
    return `<li data-lesson="${name}"><span class="thumb thumbnail" data-thumbnail="${name}"></span><div>
<h2><span class="number">${at + 1}</span> ${linkTo(name)}</h2>${first}
<p class="prose" data-t="${name}.sentence"></p>
<p class="facts-of">${time} ${before} <b class="done" hidden></b> <span class="answers" hidden></span></p></div></li>`;
  }).join("");
}

/** Every lesson as a small picture with its title, for the front door. */
function filmstrip() {
  return LESSONS.map(({ name, minutes }, at) => {
    const number = `<span class="number">${at + 1}</span>`;
    const title = `<span class="name">${number} <span data-t="${name}.title"></span></span>`;
    const picture = `<span class="thumbnail" data-thumbnail="${name}"></span>`;
    const time = `<span class="minutes" data-minutes="${minutes}"></span>`;
    return `<li><a data-page="${name}" href="learn/${name}.html">${picture}${title}${time}</a></li>`;
  }).join("");
}

/**
 * Links to the previous and the next page. The last lesson leads on to what a reader can do now; the pages behind it
 * are for teachers, and have a row of their own.
 */
function turn(here) {
  const last = FRAMED.findIndex(({ name }) => name === LESSONS.at(-1).name);
  const at = FRAMED.findIndex(({ name }) => name === here);
  const link = (page, rel) => {
    if (page === undefined) return "<span></span>";
    const { name } = page;
    const texts = `<small data-t="frame.${rel}"></small> <span data-t="${name}.title"></span>`;
    return `<a rel="${rel}" data-page="${name}" href="${name}.html">${texts}</a>`;
  };
  const before = at === last + 1 ? undefined : FRAMED[at - 1];
  return link(before, "prev") + (at === last ? onward() : link(FRAMED[at + 1], "next"));
}

/** Where the last lesson leads. */
function onward() {
  const texts = (name) => `<small data-t="frame.next"></small> <span data-t="${name}.to-here"></span>`;
  const link = (name) => `<a rel="next" data-page="${name}" href="../${name}.html">${texts(name)}</a>`;
  return ["play", "encoder", "train", "model"].map(link).join("");
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
