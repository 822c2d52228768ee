// The picture of the README shows today's page. `npm run picture` builds the page and takes the picture again: it runs
// this test with --update-snapshots.
import { expect, FILE, test } from "./lab.mjs";
import { looksLike, seen } from "./seen.mjs";

// The page brings its own fonts, but each system draws letters in its own way.
test.skip(process.platform !== "linux", "the picture was taken on Linux");
test.use({ viewport: { width: 1440, height: 1400 }, colorScheme: "light", locale: "en" });

test("play: the picture of the README is what the page shows @tour", async ({ page }) => {
  // With less motion, the page has no button Play.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${FILE}#v=1&preset=it`);
  await expect(page.locator("#engine")).toContainText("Computed in this tab");
  await expect(page.locator("#opened-head tfoot")).toBeVisible();
  const end = await seen(page, () => document.querySelector("#opened-head").getBoundingClientRect().bottom);
  // 50 pixels are about three letters.
  await looksLike(page, "picture.png", {
    clip: { x: 0, y: 0, width: 1440, height: Math.ceil(end) + 24 },
    maxDiffPixels: 50,
  });
});
