// The browsers that Playwright does not drive. The page of each has goto, run, isAlive, press,
// browserVersion and close; that of Firefox also what the pages complain of.
import { firefox, webkit } from "../../scripts/setup/browsers.mjs";
import { packages } from "../../scripts/setup/needs.mjs";
import { launchFirefox } from "../site/launch-firefox.mjs";
import { KEYS, openWebKit } from "./webdriver.mjs";

async function openFirefox(executablePath) {
  const browser = await launchFirefox({ executablePath, protocolTimeout: 0 });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const complaints = [];
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  return {
    complaints,
    goto: (address) => page.goto(address),
    run: (call, ...args) => page.evaluate(call, ...args),
    isAlive: async () => browser.connected,
    press: (text) => (text in KEYS ? page.keyboard.press(text) : page.keyboard.type(text)),
    browserVersion: (await browser.version()).replace(/^\w+\//, ""),
    close: () => browser.close(),
  };
}

/** `found` gives what `open` needs, or null; `lacks` says what is missing then, and what would bring it. */
export const BROWSERS = [
  {
    name: "WebKit",
    found: webkit,
    lacks:
      "this machine lacks WebKitWebDriver, WebKitGTK's MiniBrowser, Xvfb or setpriv; on Debian, " +
      `apt-get install ${packages.WebKit.join(" ")} brings them`,
    open: openWebKit,
  },
  {
    name: "Firefox",
    found: firefox,
    lacks: `no Firefox on this machine; set FIREFOX, or on Debian, apt-get install ${packages.Firefox.join(" ")}`,
    open: openFirefox,
  },
];
