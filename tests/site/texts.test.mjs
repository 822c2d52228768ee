// A language is a file with the same texts: plural forms and the signs of numbers come from the language, and no code
// knows one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { PAGES } from "../../scripts/site-pages.mjs";
import { readStrings } from "../../scripts/site-texts.mjs";
import { siteModule } from "./runs.mjs";
import { says } from "./says.mjs";

/** The texts of the pages, and of a section of the test. */
const { en } = readStrings();
const madeUp = (files) => ({ by: "files", ...files });
const strings = {
  en: { ...en, test: { files: madeUp({ one: "{files} file", other: "{files} files" }) } },
  pl: {
    ...en,
    test: {
      files: madeUp({ one: "{files} plik", few: "{files} pliki", many: "{files} plików", other: "{files} pliku" }),
    },
  },
  fr: { ...en, test: { files: madeUp({ one: "{files} fichier", many: "de {files}", other: "{files} fichiers" }) } },
  ar: {
    ...en,
    test: {
      files: madeUp({
        zero: "لا",
        one: "ملف",
        two: "ملفان",
        few: "{files} ملفات",
        many: "{files} ملفًا",
        other: "{files} ملف",
      }),
    },
  },
};
const texts = await siteModule("kit/texts/index.ts", strings);
const { readNumber, grouped } = await siteModule("kit/index.ts", strings);
const { percent } = await siteModule("../show/digits.ts");

test("each language has its own plural forms, as many as CLDR gives it", () => {
  const said = (language, ...counts) => {
    texts.speak(language);
    return counts.map((files) => texts.phrase("test.files", { files }));
  };
  assert.deepEqual(said("en", 0, 1, 2), ["0 files", "1 file", "2 files"]);
  assert.deepEqual(said("pl", 1, 3, 5, 12, 22, 1.5), [
    "1 plik",
    "3 pliki",
    "5 plików",
    "12 plików",
    "22 pliki",
    "1,5 pliku",
  ]);
  assert.deepEqual(said("fr", 0, 1, 1.5, 2), ["0 fichier", "1 fichier", "1,5 fichier", "2 fichiers"]);
  assert.deepEqual(said("ar", 0, 1, 2, 7, 11, 100), ["لا", "ملف", "ملفان", "7 ملفات", "11 ملفًا", "100 ملف"]);
});

test("the decimal sign and the groups of digits are those of the language", () => {
  const { groupedIn } = texts;
  const point = (language) => {
    texts.speak(language);
    return texts.toText("{half}", { half: 0.5 });
  };
  assert.deepEqual(["en", "pl", "fr", "ar"].map(point), ["0.5", "0,5", "0,5", "0.5"]);
  assert.deepEqual(
    ["en", "de", "pl", "fr", "ar"].map((language) => groupedIn(language, 1234567)),
    ["1,234,567", "1.234.567", "1\u00a0234\u00a0567", "1\u202f234\u202f567", "1,234,567"],
  );
});

test("a share below all of it never reads as 100 %, and one above nothing never as 0 %", () => {
  assert.deepEqual(
    [0, 1e-5, 4e-4, 0.004, 0.5, 0.994, 0.9964, 0.9989, 0.99996, 1 - 1e-7, 1].map((share) => percent(share)),
    ["0", "< 0.01", "0.04", "0.4", "50", "99", "99.6", "99.9", "99.9", "100", "100"].map((text) =>
      `${text} %`.replaceAll(" ", "\u00a0"),
    ),
  );
});

test("an error sentence groups digits as the page's language does", () => {
  assert.equal(grouped(1e6), "1,000,000");
  assert.match(readNumber("2000000").problem, /1,000,000/);
});

test("each text that a test of pages asks for by its key is there", () => {
  const specs = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".spec.mjs"));
  const keys = specs.flatMap((name) =>
    Array.from(
      readFileSync(new URL(name, import.meta.url), "utf8").matchAll(/\bsays\(\s*"([^"]+)"\)/g),
      ([, key]) => key,
    ),
  );
  assert.ok(keys.length > 40);
  for (const key of keys) assert.ok(says(key), key);
});

/** The texts of a key: one, or one for each plural form. */
const formsOf = (text) => (typeof text === "string" ? [text] : Object.values(text));

/** The texts of a language, as { "section.key": text }. */
const flat = (sections) =>
  Object.fromEntries(
    Object.entries(sections).flatMap(([section, own]) =>
      Object.entries(own).map(([key, text]) => [`${section}.${key}`, text]),
    ),
  );

const FORMULA = /\$\$?[^$]+\$\$?/g;
/** The parameters, formulas and links of a text. The words of a formula may be translated, its signs may not. */
const marks = (text) =>
  [
    ...(text.match(FORMULA) ?? []).map((tex) => tex.replace(/\\text\{[^}]*\}/g, "")),
    ...(text.replace(FORMULA, "").match(/\{\w+\}|<a [^>]+>/g) ?? []),
  ].sort();
/** Of a text with plural forms, the form that every language has. A form of one may do without its number. */
const whole = (text) => text.other ?? text;

test("every language has the same texts, with the same parameters, formulas, terms and links", () => {
  const all = readStrings();
  const english = flat(all.en);
  assert.ok(Object.keys(all).length > 1);
  for (const language of Object.keys(all)) {
    const own = flat(all[language]);
    assert.deepEqual(Object.keys(own).sort(), Object.keys(english).sort(), language);
    for (const [key, text] of Object.entries(own)) {
      assert.ok(
        formsOf(text).every((form) => form.trim() !== ""),
        `${language} ${key}`,
      );
      assert.deepEqual(marks(whole(text)), marks(whole(english[key])), `${language} ${key}`);
    }
  }
});

test("a text with plural forms has those of its language, and its number in the last one", () => {
  for (const [language, sections] of Object.entries(readStrings())) {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of Object.entries(flat(sections)).filter(([, one]) => typeof one === "object")) {
      const { by, ...forms } = text;
      assert.deepEqual(Object.keys(forms).sort(), pluralCategories.toSorted(), `${language} ${key}`);
      assert.ok(marks(forms.other).includes(`{${by}}`), `${language} ${key}`);
    }
  }
});

test("every link of a text has its page, and every term its entry in the glossary", () => {
  const names = PAGES.map(({ name }) => name);
  for (const sections of Object.values(readStrings())) {
    const all = JSON.stringify(sections);
    for (const [, name] of all.matchAll(/data-page=\\"([\w-]+)/g)) assert.ok(names.includes(name), name);
    for (const [, term] of all.matchAll(/data-term=\\"([\w-]+)/g)) assert.ok(sections.glossary[`${term}-means`], term);
  }
});

test("no text holds a decimal fraction: computed numbers are not typed", () => {
  const all = Object.values(readStrings()).flatMap((sections) => Object.values(flat(sections)).flatMap(formsOf));
  assert.ok(all.length > 1000);
  // unit 8.5, the licence's version and a head in a link are names
  const typed = all.filter((text) => /\d[.,]\d/.test(text.replace(/8\.5|License(&nbsp;| )2\.0|head=\d\.\d/, "")));
  assert.deepEqual(typed, []);
});

test("the matrices' words in English are those of the element", async () => {
  const { ENGLISH: words } = await siteModule("../show/words.ts");
  // The page takes the decimal sign from the language.
  assert.deepEqual(["point", ...Object.keys(en.matrix)].sort(), Object.keys(words).sort());
  // The element's text holds a decimal fraction. The texts of the lessons may not.
  for (const [key, text] of Object.entries(en.matrix)) if (key !== "notANumber") assert.equal(text, words[key]);
});
