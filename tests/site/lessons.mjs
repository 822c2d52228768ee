// The lessons as the build finds them, each with what the tests expect of it: tests/site/pages/NAME.mjs, where it is.
// A lesson without that file is asked what is true of every lesson.
import { existsSync } from "node:fs";
import { LESSONS as FOUND } from "../../scripts/site-pages.mjs";

const expectedOf = (name) => new URL(`pages/${name}.mjs`, import.meta.url);

export const LESSONS = await Promise.all(
  FOUND.map(async (lesson) => ({
    ...lesson,
    ...(existsSync(expectedOf(lesson.name)) ? await import(expectedOf(lesson.name).href) : {}),
  })),
);

/** What a teacher would mark as right in the bank of questions: the place among the choices. */
export const BANK = {
  shape: 1,
  sums: 0,
  shift: 2,
  double: 1,
  exp: 2,
  permute: 0,
  first: 1,
  root: 0,
  widths: 1,
  outside: 1,
  work: 1,
  learning: 0,
  heads: 2,
  layers: 1,
  context: 2,
};
