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
