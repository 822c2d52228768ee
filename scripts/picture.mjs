// The README's picture, taken of the built page: node scripts/picture.mjs   (after npm run build)
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { chromium as browserPath } from "./setup/browsers.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const browser = await chromium.launch({
  executablePath: browserPath() ?? undefined,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 1400 }, colorScheme: "light" });
await page.goto(`${pathToFileURL(path.join(root, "dist-site/play.html")).href}#v=1&preset=tired`);
await page.locator("#engine", { hasText: "Computed in this tab" }).waitFor();
const end = await page.locator("#steps").evaluate((steps) => steps.getBoundingClientRect().bottom);
const file = path.join(root, "web/site/picture.png");
await page.screenshot({ path: file, clip: { x: 0, y: 0, width: 1440, height: Math.ceil(end) + 24 } });
await browser.close();
console.log(`picture: ${path.relative(root, file)}`);
