// The browsers that are neither Chromium nor driven by Playwright, behind one small page: goto, run, press, close.
import { firefox, webkit } from "../../scripts/setup/browsers.mjs";
import { openWebKit } from "./webdriver.mjs";

async function openFirefox(executablePath) {
  const { launch } = (await import("puppeteer-core")).default;
  const browser = await launch({ browser: "firefox", executablePath, headless: true, protocolTimeout: 0 });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  return {
    goto: (address) => page.goto(address),
    run: (call, ...args) => page.evaluate(call, ...args),
    press: (text) => (text === "Enter" ? page.keyboard.press(text) : page.keyboard.type(text)),
    browserVersion: (await browser.version()).replace(/^\w+\//, ""),
    close: () => browser.close(),
  };
}

/** @type {{ name: string, found: () => unknown, lacks: string, open: (found: any) => Promise<object> }[]} */
export const BROWSERS = [
  {
    name: "WebKit",
    found: webkit,
    lacks: "no WebKitWebDriver, MiniBrowser and Xvfb on this machine; Debian has them in webkit2gtk-driver and xvfb",
    open: openWebKit,
  },
  {
    name: "Firefox",
    found: firefox,
    lacks: "no Firefox on this machine; set FIREFOX or install one",
    open: openFirefox,
  },
];
