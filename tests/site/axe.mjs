// What axe finds wrong with a page as it stands. It runs in the page itself and brings back only what is wrong:
// Playwright's builder for it opens a second page for every look and passes all that is right through it, which takes
// four times as long.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";
import { drawn } from "./seen.mjs";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The rules that look at colours: where nothing but the theme has changed, no other can find anything new. */
const CONTRAST = "color-contrast";
const COLOURS = [CONTRAST, "link-in-text-block"];

/** axe parses the text of a colour at each use, which takes a third of its time. */
function readColoursOnce() {
  const { prototype } = window.axe.commons.color.Color;
  const [read, known] = [prototype.parseString, new Map()];
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      const { r, g, b, alpha } = read.call(this, text);
      known.set(text, { r, g, b, alpha });
    }
    return Object.assign(this, known.get(text));
  };
}

/**
 * axe finds nothing wrong: by every rule, by `only` some, or by all `but` some. Where it judges contrast, it must have
 * judged some text.
 * @param {import("@playwright/test").Page} page @param {string} what
 * @param {{ only?: string[], but?: string[] }} [rules]
 */
export async function expectAxeFindsNothing(page, what, { only, but = [] } = {}) {
  await drawn(page);
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(SOURCE);
    await page.evaluate(readColoursOnce);
  }
  const found = await page.evaluate(
    async ([runOnly, switchedOff]) => {
      // Colours that move to those of another theme are judged at their end.
      for (const animation of document.getAnimations()) animation.finish();
      const rules = Object.fromEntries(switchedOff.map((rule) => [rule, { enabled: false }]));
      const { violations, passes } = await window.axe.run(document, {
        resultTypes: ["violations"],
        rules,
        ...(runOnly && { runOnly }),
      });
      return {
        wrong: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`),
        right: passes.map(({ id }) => id),
      };
    },
    [only, but],
  );
  expect(found.wrong, what).toEqual([]);
  if (only?.includes(CONTRAST) ?? !but.includes(CONTRAST)) expect(found.right, what).toContain(CONTRAST);
}

/**
 * In a sheet at the foot of a narrow window axe gives up on colours ("Element midpoint exceeds the grid bounds"); they
 * are those of the panel beside a wide page.
 */
export const inSheet = { but: [CONTRAST] };

/** The same in light, by every rule, and in dark, by those about colours; the page is left dark. */
export async function expectAxeFindsNothingInEitherTheme(page, what, options) {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAxeFindsNothing(page, `${what}, in light`, options);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAxeFindsNothing(page, `${what}, in dark`, { only: COLOURS });
}
