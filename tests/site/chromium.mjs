// How Chromium is started, wherever a page is tested or timed. $CHROMIUM names another than the one on the PATH.
import { chromium } from "../../scripts/setup/browsers.mjs";

// Chromium heeds the last --disable-features alone, so Playwright's own are named again after ours.
const kWithout = [
  // two pages of the address bar that come with every window, and cost more than the page under test
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

export const launchOptions = {
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
};
