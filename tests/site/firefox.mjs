// Firefox as it is installed, driven over WebDriver BiDi: Playwright's own build of it is not to be had from Debian.
import { expect, test } from "@playwright/test";
import { firefox } from "../../scripts/setup/browsers.mjs";

/** A test with a new page of Firefox, whose console must have nothing to complain of. */
export function testInFirefox(sentence, body) {
  test(`Firefox: ${sentence}`, async () => {
    const executablePath = firefox();
    // Set-up puts Firefox there on Debian as root; elsewhere it is only wished for. Without it this counts as "not run", by name.
    test.skip(!executablePath, "no Firefox on this machine; set FIREFOX or install one");
    const { launch } = (await import("puppeteer-core")).default;
    const browser = await launch({ browser: "firefox", executablePath, headless: true });
    try {
      const page = await browser.newPage();
      const complaints = [];
      page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(String(error)));
      await body(page);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
}
