// A language is a file: plural forms and the signs of numbers come from the language, and no code knows one.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
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
