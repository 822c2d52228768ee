// The type that the pages carry, so that no page depends on the reader's fonts. Each face is cut to the characters in
// use and is in the page's style as base64.
//
//   texts of all pages ── charactersOf ──┐
//   font files from npm ─────── cut ─────┴── cutFonts: the faces ── fontsFor: the rules of those that a page uses
//
// web/site/styles.css names the families: "Heed Text", "Heed Sans", "Heed Math", and a fallback for the first two.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { convert } from "fontverter";
import subsetFont from "subset-font";
import { withLowRoots, withoutReservedName } from "./font-tables.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TEXT = "@fontsource-variable/stix-two-text";
const SANS = "@fontsource-variable/source-sans-3";
const MATH = "@fontsource/stix-two-math";

// ---- faces ----------------------------------------------------------------------------------------------------------

/** The pages set text in no other weights. */
const WEIGHTS = { min: 400, max: 650, default: 400 };

/** What a line of text needs. The digits of both text faces are tabular and lining without any feature. */
const FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk"];

const isGreek = (character) => /\p{Script=Greek}/u.test(character);
const isAscii = (character) => character <= "~";

/**
 * A package splits a face by script: `file` is one such part, `holds` tells which characters are cut from it.
 * @typedef {{ from: string, file: string, holds: (character: string) => boolean, only?: string }} Source
 * @typedef {{ family: string, files: Source[], italic?: boolean, size?: number, features?: string[],
 *   weights?: number | { min: number, max: number, default: number }, mathItalics?: boolean,
 *   isUsedBy?: (page: string) => boolean }} Face
 * @type {Face[]}
 */
const FACES = [
  {
    family: "Heed Text",
    weights: WEIGHTS,
    files: [{ from: TEXT, file: "stix-two-text-latin-wght-normal.woff2", holds: () => true }],
  },
  {
    // Single letters in captions and in text; never bold.
    family: "Heed Text",
    italic: true,
    weights: 400,
    files: [
      { from: TEXT, file: "stix-two-text-latin-wght-italic.woff2", holds: isAscii },
      { from: TEXT, file: "stix-two-text-greek-wght-italic.woff2", holds: isGreek, only: "U+370-3FF" },
    ],
    isUsedBy: (page) => /<i[ >]|\(["'`]i["'`][,)]|font-style: ?italic/.test(page),
  },
  {
    family: "Heed Sans",
    weights: WEIGHTS,
    files: [{ from: SANS, file: "source-sans-3-latin-wght-normal.woff2", holds: () => true }],
    // At the same size the letters of Source Sans are smaller than those of the system's own faces.
    size: 1.06,
  },
  {
    // It also has what the others lack: Greek, arrows, comparisons, small digits.
    family: "Heed Math",
    files: [
      {
        from: MATH,
        file: "stix-two-math-latin-400-normal.woff2",
        holds: (character) => isAscii(character) || !ALWAYS.has(character),
      },
    ],
    features: ["ssty"],
    mathItalics: true,
    isUsedBy: (page) => /<math[ >]/.test(page),
  },
];

/**
 * Stand-ins from the reader's machine, scaled to the faces above: lines keep their length and height until these have
 * come, and a character that was cut away has the right size. size-adjust is the average advance of English text in the
 * carried face over that of the stand-in; the others are the carried face's metrics over size-adjust.
 */
const FALLBACKS = `
@font-face {
  font-family: "Heed Text Fallback";
  src: local("Times New Roman"), local("Liberation Serif"), local("Tinos");
  size-adjust: 104.4%;
  ascent-override: 73%;
  descent-override: 22.8%;
  line-gap-override: 23.9%;
}
@font-face {
  font-family: "Heed Sans Fallback";
  src: local("Arial"), local("Liberation Sans"), local("Arimo");
  size-adjust: 99.9%;
  ascent-override: 108.7%;
  descent-override: 42.5%;
  line-gap-override: 0%;
}
`;

// ---- characters -----------------------------------------------------------------------------------------------------

const characters = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));

/** Readers type their own words and numbers: all of Latin-1 and the punctuation of Western languages. */
const ALWAYS = new Set([...characters(0x20, 0x7e), ...characters(0xa0, 0xff), ...Array.from("ıŒœ–—‘’‚“”„†‡•…‹›€™−′″")]);

/** MathML draws a letter that stands alone in italics; each such form has a code point of its own. */
const ITALICS = [
  { upright: characters(0x41, 0x5a), first: 0x1d434 },
  { upright: characters(0x61, 0x7a), first: 0x1d44e },
  { upright: characters(0x3b1, 0x3c9), first: 0x1d6fc },
];
/** Italic forms that stand elsewhere. */
const ITALICS_ELSEWHERE = { h: "ℎ", "∂": "𝜕" };

function italicOf(character) {
  for (const { upright, first } of ITALICS)
    if (upright.includes(character) && character !== "h")
      return String.fromCodePoint(first + upright.indexOf(character));
  return ITALICS_ELSEWHERE[character] ?? "";
}

const charactersOf = (texts) => new Set([...ALWAYS, ...texts.flatMap((text) => text.match(/[^ -~]/gu) ?? [])]);

// ---- cutting --------------------------------------------------------------------------------------------------------

/** @param texts of all pages, scripts and strings included @returns each face with its rules */
export async function cutFonts(texts) {
  const used = charactersOf(texts);
  return Promise.all(
    FACES.map(async (face) => {
      const rules = face.files.map(async (source) => ruleOf(face, source, await cut(face, source, used)));
      return { ...face, rules: (await Promise.all(rules)).join("") };
    }),
  );
}

/** A font file of a package, cut to what the face holds of the characters in use, as woff2. */
async function cut(face, source, used) {
  const wanted = [...used].filter(source.holds);
  if (face.mathItalics) wanted.push(...wanted.map(italicOf));
  const file = readFileSync(path.join(root, "node_modules", source.from, "files", source.file));
  const sfnt = await subsetFont(file, wanted.join(""), {
    targetFormat: "sfnt",
    noHinting: true,
    keepFeatures: face.features ?? FEATURES,
    ...(face.weights && { variationAxes: { wght: face.weights } }),
  });
  withoutReservedName(sfnt);
  if (face.mathItalics) withLowRoots(sfnt);
  return convert(sfnt, "woff2");
}

/** @param {Face} face @param {Source} source @param {Buffer} data */
function ruleOf({ family, italic, weights, size }, { only }, data) {
  return [
    `@font-face{font-family:"${family}"`,
    italic && "font-style:italic",
    typeof weights === "object" && `font-weight:${weights.min} ${weights.max}`,
    only && `unicode-range:${only}`,
    size && `size-adjust:${size * 100}%`,
    "font-display:block",
    `src:url(data:font/woff2;base64,${data.toString("base64")})format("woff2")}`,
  ]
    .filter(Boolean)
    .join(";");
}

// ---- pages ----------------------------------------------------------------------------------------------------------

/** @param page its text, script and style @returns the rules of the faces that the page uses */
export function fontsFor(page, faces) {
  return (
    FALLBACKS +
    faces
      .filter(({ isUsedBy }) => isUsedBy?.(page) ?? true)
      .map(({ rules }) => rules)
      .join("")
  );
}

/** The licence asks to travel with the faces, and with it the copyright lines, which stand in the font files. */
export function fontLicence() {
  const [, ...licence] = readFileSync(path.join(root, "node_modules", TEXT, "LICENSE"), "utf8").split("\n");
  return `The faces of type in these pages, cut to the characters in use:

Heed Text and Heed Math from STIX Two Text and STIX Two Math
  Copyright 2001-2021 The STIX Fonts Project Authors (https://github.com/stipub/stixfonts)
Heed Sans from Source Sans 3
  © 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’
${licence.join("\n").replace(/^-+\n/gm, "")}`;
}
