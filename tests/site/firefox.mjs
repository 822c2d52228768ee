// Tests of pages in Firefox.
import { expect, test } from "@playwright/test";
import { firefox } from "../../scripts/setup/browsers.mjs";
import { fontWorld } from "./font-worlds.mjs";
import { launchFirefox } from "./launch-firefox.mjs";

/** A test with a new page of Firefox, whose console must have nothing to complain of. */
export function testInFirefox(sentence, body) {
  test(`Firefox: ${sentence}`, async () => {
    const executablePath = firefox();
    // Set-up installs Firefox on Debian as root. Elsewhere no script can, and a machine without it is no defect of the
    // pages: the closing lines of npm test then name this test under "not run". Where Firefox is, it always runs.
    test.skip(!executablePath, "no Firefox on this machine; set FIREFOX or install one");
    const browser = await launchFirefox({ executablePath, env: await fontWorld("wide") });
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
