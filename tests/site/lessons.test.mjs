// What every lesson has, without a browser: its number, its texts, and the order of its answers.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { numberOf, PAGES, ROAD, SITE } from "../../scripts/site-pages.mjs";
import { render } from "../../scripts/site-parts.mjs";
import { readStrings } from "../../scripts/site-texts.mjs";
import { BANK, LESSONS } from "./lessons.mjs";
import { siteModule } from "./runs.mjs";

const { CHOICES, orderOfChoices } = await siteModule("rooms/lesson/questions.ts");
const { rounding } = await siteModule("rooms/lesson/numbers.ts");

test("a difference that is rounding is written out, and only a tiny one as a power of ten", () => {
  assert.deepEqual([0, 1, 0.25, 0.004, 8.04e-8, 9.6e-7, 3e-170].map(rounding), [
    "0",
    "1",
    "0.3",
    "0.004",
    "0.00000008",
    "0.000001",
    "3e\u2212170",
  ]);
});

test("each place has at least a quarter of the right answers", () => {
  const places = [
    ...LESSONS.flatMap(({ name, right = "" }) =>
      Array.from(right, (choice, at) => orderOfChoices(name, `q${at + 1}`).indexOf(choice)),
    ),
    ...Object.entries(BANK).map(([name, at]) => orderOfChoices("questions", name).indexOf(CHOICES[at])),
  ];
  assert.ok(places.length >= 63);
  const counts = CHOICES.map((_, place) => places.filter((one) => one === place).length);
  assert.ok(Math.min(...counts) >= places.length / 4, `${counts}`);
});

test("a list of all lessons gives each its own number", async () => {
  const items = render("index", "%contents%", await siteModule("kit/texts/text.ts"), readStrings());
  const numbers = Array.from(
    items.matchAll(/<span class="number">(\w+)<\/span> <a data-page="([\w-]+)"/g),
    ([, number, name]) => [name, number],
  );
  assert.deepEqual(
    numbers,
    LESSONS.map(({ name }) => [name, numberOf(name)]),
  );
  assert.equal(new Set(numbers.map(([, number]) => number)).size, LESSONS.length);
  assert.deepEqual(
    ROAD.map(({ name }) => numberOf(name)),
    ROAD.map((_, at) => String(at + 1)),
  );
});

test("a lesson of the short road builds on earlier ones of the road, and each other lesson deepens one of them", () => {
  const road = ROAD.map(({ name }) => name);
  for (const [at, { name, needs }] of ROAD.entries())
    for (const need of needs) assert.ok(road.slice(0, at).includes(need), `${name}: ${need}`);
  let last;
  for (const { name, deepens } of LESSONS) {
    if (deepens === undefined) last = name;
    else assert.equal(deepens, last, name);
  }
});

test("a deeper lesson that takes its task from “Learned” says that it builds on it, and comes after it", () => {
  const { en } = readStrings();
  const before = new Set();
  for (const { name, deepens, needs = [] } of LESSONS) {
    const takes = deepens !== undefined && JSON.stringify(en[name]).includes('data-page=\\"learned\\"');
    if (deepens !== undefined) assert.deepEqual(needs, takes ? ["learned"] : [], name);
    for (const need of needs) assert.ok(before.has(need), `${name}: ${need}`);
    before.add(name);
  }
});

test("no page shows a text again that its frame or a list of pages shows", () => {
  const framed = ["title", "lead", "sentence", "picture", "goal", "thread", "to-here"];
  for (const { name } of PAGES) {
    const file = path.join(SITE, `pages/${name}/body.html`);
    const keys = existsSync(file) ? readFileSync(file, "utf8").matchAll(/data-t(?:-label)?="([\w-]+)"/g) : [];
    for (const [, key] of keys) assert.ok(!framed.includes(key), `${name}: ${key}`);
  }
});

const QUESTIONS = ["q1", "q2", "q3"];

/** A question of a lesson has a text, three choices, and a reason for each. */
function checkQuestion(own, question, what) {
  const texts = CHOICES.map((choice) => own[`${question}-${choice}`]);
  const reasons = CHOICES.map((choice) => own[`${question}-${choice}-why`]);
  assert.ok(own[question]?.length > 10, what);
  assert.equal(new Set(texts).size, 3, what);
  assert.equal(new Set(reasons).size, 3, what);
  for (const reason of reasons) assert.ok(reason?.length > 30, what);
}

test("every lesson has goal, sentence and three questions, each choice with an explanation, in every language", () => {
  for (const [language, strings] of Object.entries(readStrings()))
    for (const { name } of LESSONS) {
      const own = strings[name];
      for (const key of ["goal", "thread"]) assert.ok(own[key]?.length > 20, `${language} ${name} ${key}`);
      assert.match(own.thread, /<b>(it|sie|bank)<\/b>/i, `${language} ${name}`);
      for (const question of QUESTIONS) checkQuestion(own, question, `${language} ${name} ${question}`);
    }
});

/** Words of a lesson that stand on its page: not what is said about a choice. */
function wordsOf(texts) {
  const shown = Object.entries(texts).filter(([key, text]) => typeof text === "string" && !key.endsWith("-why"));
  return shown.reduce((sum, [, text]) => sum + text.replace(/<[^>]*>/g, "").split(/\s+/).length, 0);
}

test("a lesson of the road says its minutes: 120 words 1, a question 1, a training 2, a machine to follow 5", () => {
  const { en } = readStrings();
  const minutesOf = ({ name, runs = [], trainings = {}, machines = 0 }) =>
    wordsOf(en[name]) / 120 +
    QUESTIONS.length +
    2 * Math.max(runs.length, Object.keys(trainings).length) +
    5 * machines;
  for (const lesson of LESSONS.filter(({ deepens }) => deepens === undefined)) {
    const [said, found] = [lesson.minutes, minutesOf(lesson)];
    assert.ok(Math.abs(found - said) <= 1, `${lesson.name}: ${said} said, ${found.toFixed(1)} found`);
  }
});

/** What a reader of the road meets, and the lessons of 45 minutes. */
const WAYS = [ROAD.map(({ name }) => name), ["look-up", "one-query", "context"]];

test("on the road a layer and a context vector are explained where the word first stands, in every language", () => {
  const words = { layer: /\blayers?\b|\bSchicht/i, context: /context vector|Kontextvektor/i };
  for (const [language, sections] of Object.entries(readStrings()))
    for (const [entry, word] of Object.entries(words))
      for (const way of WAYS) {
        const texts = way.flatMap((name) => Object.values(sections[name]).filter((text) => typeof text === "string"));
        const first = texts.find((text) => word.test(text.replace(/<[^>]*>/g, "")));
        assert.ok(first.includes(`data-term="${entry}"`), `${language}: ${first}`);
      }
});

test("what a lesson of the road takes from a deeper one is said in two sentences", () => {
  for (const { name, borrows = [] } of ROAD)
    for (const from of borrows) {
      assert.ok(LESSONS.find((one) => one.name === from).deepens !== undefined, `${name}: ${from}`);
      for (const sections of Object.values(readStrings())) {
        const sentences = sections[from]["in-short"].replace(/<[^>]*>|\$[^$]*\$/g, "").match(/[.!?](?=\s|$)/g);
        assert.equal(sentences.length, 2, `${name}: ${from}`);
      }
    }
});

test("grouped heads are taught once: one lesson explains them, and another leads there", () => {
  for (const sections of Object.values(readStrings())) {
    const taught = LESSONS.filter(({ name }) => /grouped-query/i.test(JSON.stringify(sections[name])));
    assert.deepEqual(
      taught.map(({ name }) => name),
      ["several-heads"],
    );
    assert.match(sections["order-and-masks"]["group-text"], /data-page="several-heads"/);
  }
});
