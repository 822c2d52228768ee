// Firefox as it is installed, driven over WebDriver BiDi by puppeteer. Debian does not package Playwright's own build.
// Playwright's channel "moz-firefox" fails at the first page: Firefox 153 lacks emulation.setMediaFeaturesOverride.

export async function launchFirefox(options) {
  const { launch } = (await import("puppeteer-core")).default;
  return launch({ browser: "firefox", headless: true, ...options });
}
