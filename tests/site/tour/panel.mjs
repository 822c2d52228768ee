// Tours: the inspector's panel looks in each lesson as it does by itself: no style of the page reaches it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "../learn-lab.mjs";
import { seen } from "../seen.mjs";
import { root } from "../serve.mjs";
import { openWithEnter, openerOf, panel } from "./numbers.mjs";

/** @param emptyPage an empty page in the same browser @param lesson as in tests/site/lessons.mjs */
export async function expectPanelLooksAsByItself(page, emptyPage, { cells, withoutSoftmax }) {
  const reached = await openSoftmax(page, cells);
  expect(reached).toBe(!withoutSoftmax);
  await expect(panel(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect.poll(() => boxesAstray(page)).toEqual([]);
  const [html, looks] = [await panel(page).evaluate((one) => one.outerHTML), await page.evaluate(looksOfPanel)];
  await emptyPage.setViewportSize(page.viewportSize());
  await emptyPage.evaluate(
    ([styles, dialog]) => {
      document.documentElement.dataset.inspecting = "panel";
      document.head.innerHTML = `<style>${styles}</style>`;
      document.body.innerHTML = dialog;
      document.getAnimations().forEach((one) => one.finish());
    },
    [STYLES, html],
  );
  expect(looks.length).toBeGreaterThan(40);
  expect(looks).toEqual(await emptyPage.evaluate(looksOfPanel));
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
}

const STYLES = ["styles.css", "shell/parts.css", "rooms/inspector/inspector.css"]
  .map((file) => readFileSync(path.join(root, "web/site", file), "utf8"))
  .join("");

/** Opens numbers, and what they are made of, until the panel shows a row on its way through softmax. */
async function openSoftmax(page, cells) {
  const openers = [...cells.map(([place]) => openerOf(page, place)), page.locator(".opens:visible").first()];
  const shows = () => panel(page).evaluate((one) => one.querySelector("tr.here") !== null);
  for (const opener of openers) {
    await openWithEnter(page, opener);
    for (let step = 0; step < 6 && !(await shows()); step++) {
      const origins = panel(page).locator(".origin");
      if ((await origins.count()) === 0) break;
      await origins.first().click();
    }
    if (await shows()) return true;
    await page.keyboard.press("Escape");
  }
  await openWithEnter(page, openers[0]);
  return false;
}

/** Rows whose cells do not stand side by side. */
const boxesAstray = (page) =>
  seen(page, () => {
    return Array.from(document.querySelectorAll(".inspector tr"))
      .filter((row) => row.checkVisibility())
      .filter((row) => {
        const boxes = Array.from(row.cells, (cell) => cell.getBoundingClientRect());
        return boxes.some(
          ({ left, bottom, top }, at) =>
            at > 0 && (left < boxes[at - 1].right - 1 || top > boxes[at - 1].bottom || bottom < boxes[at - 1].top),
        );
      })
      .map((row) => row.textContent);
  });

/** What each element of the panel is and how it looks. The parts of a formula follow the face of the page's type. */
function looksOfPanel() {
  const of = ["display", "position", "float", "margin", "padding", "border", "alignItems", "textAlign"];
  const more = ["fontFamily", "fontSize", "fontWeight", "lineHeight", "color", "backgroundColor", "maxInlineSize"];
  return Array.from(document.querySelectorAll(".inspector, .inspector :not(math *)"), (one) => {
    const style = getComputedStyle(one);
    const name = [one.localName, ...one.classList].join(".");
    return `${name} ${[...of, ...more].map((property) => `${property}: ${style[property]}`).join("; ")}`;
  });
}
