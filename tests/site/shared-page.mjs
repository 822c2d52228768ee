// One page for all tests of a worker: to open a page costs half a second of a core. A test that fails ends its worker,
// so the tests after it have another page.

/** As the configuration has it for the pages of single tests. */
const REDUCED = { reducedMotion: /** @type {const} */ ("reduce") };
const WINDOW = { width: 1280, height: 720 };

/** Opens the page by `open`, and closes it when the worker ends. */
export async function keepOpen(browser, open, use) {
  const context = await browser.newContext({ ...REDUCED, viewport: WINDOW });
  const page = await context.newPage();
  await open(page);
  await use(page);
  await context.close();
}

/**
 * The fixtures of a test that shares the page `tab`, a fixture of the worker. Before each test the window, the theme,
 * the pointer and the permissions are as at first; `clear` does the same for what is on the page.
 */
export const sharing = (clear) => ({
  context: ({ tab }, use) => use(tab.context()),
  page: async ({ tab }, use) => {
    await tab.mouse.move(0, 0);
    await tab.setViewportSize(WINDOW);
    await tab.emulateMedia({
      ...REDUCED,
      media: null,
      colorScheme: "light",
      forcedColors: "none",
      contrast: "no-preference",
    });
    await tab.context().clearPermissions();
    await clear(tab);
    await use(tab);
  },
});

/** Errors and warnings of the page from now on, until `stop` is called. */
export function listenTo(page) {
  const complaints = [];
  const onConsole = (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text());
  const onError = (error) => complaints.push(String(error));
  page.on("console", onConsole).on("pageerror", onError);
  return { complaints, stop: () => page.off("console", onConsole).off("pageerror", onError) };
}
