// The page and the package in real browsers. Run after the build: npx playwright test -c tests/site
// $CHROMIUM and $FIREFOX name other browsers than those found on the PATH. Chromium without windows comes first.
// All run where fonts are wide; the tests of layout, which bear the tag @layout, also where they are narrow. Those with
// the tag @narrow run only there: a tour asks for the same where fonts are wide.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { headlessChromium } from "../../scripts/setup/browsers.mjs";
import { launchOptions } from "./chromium.mjs";
import { fontWorld } from "./font-worlds.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const executablePath = headlessChromium() ?? undefined;
const among = async (fonts) => ({ launchOptions: { ...launchOptions, executablePath, env: await fontWorld(fonts) } });

export default defineConfig({
  testDir: ".",
  // Without this, Playwright would load the tests of node:test too, and they would run in its process.
  testMatch: "*.spec.mjs",
  snapshotPathTemplate: path.join(root, "web/site/{arg}{ext}"),
  outputDir: path.join(root, "build/site-tests"),
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // Pages wait for frames and timers, so a processor serves two workers.
  workers: "200%",
  // How slow a machine may be, not how fast the page must be.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: "chromium",
    // A picture that moves costs half a processor. Tests whose subject is motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "wide fonts", grepInvert: /@narrow/, use: await among("wide") },
    { name: "narrow fonts", grep: /@layout|@narrow/, use: await among("narrow") },
  ],
});
