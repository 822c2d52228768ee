// Browsers for the tests: Chromium is required, Firefox is used where there is one.

import { executable, onPath, osRelease } from "./host.mjs";

const kChromiumPaths = [
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const kFirefoxPaths = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

// The environment variable comes first, so that tests can run in another version.
function found(variable, names, paths) {
  const chosen = process.env[variable];
  if (chosen) return executable(chosen) ? chosen : onPath(chosen);
  return onPath(...names) ?? paths.find(executable) ?? null;
}

export const chromium = () =>
  found("CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], kChromiumPaths);
export const firefox = () => found("FIREFOX", ["firefox-esr", "firefox"], kFirefoxPaths);

// The browsers that are missing here. Firefox is optional, and installed on Debian alone, where its package has one
// name.
export const missingBrowsers = () => ({
  required: chromium() ? [] : ["Chromium"],
  optional: firefox() || osRelease().ID !== "debian" ? [] : ["Firefox"],
});

// { chromium, firefox }: paths. Where firefox is null, its tests are listed as not run.
export const browsers = () => ({ chromium: chromium(), firefox: firefox() });
