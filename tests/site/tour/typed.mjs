// Tours: no number that a page computes is typed in its sources.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FRAMED } from "../../../scripts/site-pages.mjs";
import { expect } from "../learn-lab.mjs";
import { root } from "../serve.mjs";

/** All but the figures that a command has stored. */
const SOURCES = [...FRAMED.map(({ name }) => `pages/${name}`), "rooms/lesson", "rooms/training"]
  .map((folder) => path.join(root, "web/site", folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name))))
  .filter((file) => /\.\w+$/.test(file) && !file.endsWith("measured.json"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** The computed numbers of a page that have three or more decimals. */
const shownNumbers = (page) =>
  page.evaluate(() => {
    const texts = Array.from(document.querySelectorAll("[data-computed]"), (element) => element.textContent);
    for (const matrix of document.querySelectorAll("attention-matrix")) texts.push(matrix.shadowRoot.textContent);
    return texts.join(" ").match(/\d*\.\d{3,}/g) ?? [];
  });

const typedNumbers = async (page) =>
  (await shownNumbers(page)).filter(
    (number) => !/^0?\.0+$/.test(number) && new RegExp(`(?<!\\d)${number.replace(".", "\\.")}`).test(SOURCES),
  );

export const expectNumbersAreComputed = (page) => expect.poll(() => typedNumbers(page)).toEqual([]);
