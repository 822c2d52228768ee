// The page and the package in real browsers. Run after the build: npx playwright test -c tests/site
// $CHROMIUM and $FIREFOX name other browsers than those found on the PATH.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { chromium } from "../../scripts/setup/browsers.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

// Chromium heeds the last --disable-features alone, so Playwright's own are named again after ours.
const kWithout = [
  // two pages of the address bar that come with every window, and cost more than the page under test
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
  "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying",
  "OptimizationHints", "PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning",
];

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
    launchOptions: {
      executablePath: chromium() ?? undefined,
      // The sandbox cannot start as root; the rest keeps the browser from reaching out on its own.
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${kWithout.join(",")}`,
      ],
    },
  },
});
