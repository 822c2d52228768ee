// The page and the package in real browsers. Run after the build: npx playwright test -c tests/site
// $CHROMIUM and $FIREFOX name other browsers than those found on the PATH.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { launchOptions } from "./chromium.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export default defineConfig({
  testDir: ".",
  outputDir: path.join(root, "build/site-tests"),
  reporter: "list",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // How slow a machine may be, not how fast the page must be.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: "chromium",
    launchOptions,
  },
});
