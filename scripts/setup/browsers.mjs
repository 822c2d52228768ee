// Browsers for the tests: Chromium is needed, Firefox is used where it is to be had.

import { executable, onPath, osRelease } from "./host.mjs";

const kChromiumElsewhere = [
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const kFirefoxElsewhere = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

// A variable that names a program wins, so that a test run can be pointed at another version.
function found(variable, names, elsewhere) {
  const said = process.env[variable];
  if (said) return executable(said) ? said : onPath(said);
  return onPath(...names) ?? elsewhere.find(executable) ?? null;
}

export const chromium = () =>
  found("CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], kChromiumElsewhere);
export const firefox = () => found("FIREFOX", ["firefox-esr", "firefox"], kFirefoxElsewhere);

// What the tests of the pages lack here. Firefox is wished for on Debian, which has it under one name.
export const missingBrowsers = () => ({
  required: chromium() ? [] : ["Chromium"],
  wished: firefox() || osRelease().ID !== "debian" ? [] : ["Firefox"],
});

// { chromium, firefox }: paths; firefox may be null, and the tests then say that they did not run there.
export const browsers = () => ({ chromium: chromium(), firefox: firefox() });
