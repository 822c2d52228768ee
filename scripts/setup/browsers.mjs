// Browsers for the tests: Chromium is required, Firefox and WebKit are used where they are.

import { executable, onPath, osRelease } from "./host.mjs";

const kChromiumPaths = [
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const kFirefoxPaths = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

// Debian keeps WebKitGTK's small browser out of PATH. The newest version comes first.
const kLibraries = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
const kMiniBrowsers = ["6.0", "4.1", "4.0"].map((version) => `${kLibraries}/webkit2gtk-${version}/MiniBrowser`);

// The environment variable comes first, so that tests can run in another version.
function found(variable, names, paths) {
  const chosen = process.env[variable];
  if (chosen) return executable(chosen) ? chosen : onPath(chosen);
  return onPath(...names) ?? paths.find(executable) ?? null;
}

export const chromium = () =>
  found("CHROMIUM", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"], kChromiumPaths);
// Chromium without windows, which Debian has as a package of its own: an empty page opens and closes with half of the
// work. Where CHROMIUM names a browser, it is that one.
export const headlessChromium = () =>
  found("HEADLESS_CHROMIUM", process.env.CHROMIUM ? [] : ["chromium-headless-shell"], []) ?? chromium();
export const firefox = () => found("FIREFOX", ["firefox-esr", "firefox"], kFirefoxPaths);

// { driver, browser, xvfb, setpriv }: WebKitGTK's driver, its small browser, a screen for it, and the program that ends
// them with the tests. Null where one is missing.
export function webkit() {
  const driver = found("WEBKIT_DRIVER", ["WebKitWebDriver"], []);
  const browser = kMiniBrowsers.find(executable);
  const [xvfb, setpriv] = [onPath("Xvfb"), onPath("setpriv")];
  return driver && browser && xvfb && setpriv ? { driver, browser, xvfb, setpriv } : null;
}

// The browsers that are missing here. Firefox and WebKit are optional. They are installed on Debian alone, where the
// package of each has one name.
export function missingBrowsers() {
  const optional = [
    ...(onPath("chromium-headless-shell") ? [] : ["Chromium without windows"]),
    ...(firefox() ? [] : ["Firefox"]),
    ...(webkit() ? [] : ["WebKit"]),
  ];
  return { required: chromium() ? [] : ["Chromium"], optional: osRelease().ID === "debian" ? optional : [] };
}

// { chromium, headlessChromium, firefox, webkit }: paths. Where firefox or webkit is null, its tests are listed as not
// run.
export const browsers = () => ({
  chromium: chromium(),
  headlessChromium: headlessChromium(),
  firefox: firefox(),
  webkit: webkit(),
});
