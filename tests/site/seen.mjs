// What can be seen of a page: its boxes, its pixels, and what its clock brings. Tests ask for them here alone, because
// here they wait for the drawing; tests/guard/waits.test.mjs holds them to it.
import { expect } from "@playwright/test";

/**
 * Waits until the page has drawn what was asked of it before, and ends its movements. What waits for its turn says that
 * it is busy.
 */
export async function drawn(page) {
  const busy = () =>
    [document, ...Array.from(document.querySelectorAll("attention-matrix"), (matrix) => matrix.shadowRoot)].filter(
      (part) => part.querySelector("[aria-busy=true]") !== null,
    ).length;
  await expect.poll(() => page.evaluate(busy), { message: "matrices that wait to be drawn" }).toBe(0);
  await setMovements(page, 1);
}

/** Every movement is an animation, of the page or of a matrix. Sets them to a share of their time. */
export async function setMovements(page, share) {
  return page.evaluate(async (wanted) => {
    const matrices = Array.from(document.querySelectorAll("attention-matrix"), (matrix) => matrix.shadowRoot);
    const animations = [document, ...matrices].flatMap((part) => part.getAnimations());
    for (const animation of animations) {
      if (wanted === 1) animation.finish();
      else {
        animation.pause();
        animation.currentTime = wanted * Number(animation.effect.getComputedTiming().endTime);
      }
    }
    if (wanted === 1) await Promise.allSettled(animations.map(({ finished }) => finished));
    // What moves by script follows in the next frame.
    else for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return animations.length;
  }, share);
}

// ---- boxes and pixels -----------------------------------------------------------------------------------------------

/**
 * What `ask` answers in the page once all is drawn: `seen(page, (given) => …, given)`, or of an element
 * `seen(locator, (element, given) => …, given)`. A question that changes the page is asked once more, and so is one
 * whose element a drawing has replaced.
 */
export async function seen(target, ask, given) {
  for (;;) {
    await drawn(target.page?.() ?? target);
    const [answer, isReplaced] = await target.evaluate(steadily(ask, true), given);
    if (!isReplaced) return answer;
  }
}

/** The same of all elements: `seenOfAll(locator, (elements, given) => …, given)`. */
export async function seenOfAll(locator, ask, given) {
  await drawn(locator.page());
  return locator.evaluateAll(steadily(ask), given);
}

/** The same in the page of a browser that Playwright does not drive. */
export const seenIn = (page, ask, given) => page.evaluate(steadily(ask), given);

/** How red each pixel of a part of such a page is, from 0 to 255, as it is on the screen. */
export async function redsIn(page, clip) {
  await seenIn(page, () => null);
  const png = await page.screenshot({ encoding: "base64", clip });
  return page.evaluate(async (text) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]);
  }, png);
}

/** The window looks like a picture in web/site. With --update-snapshots, Playwright writes the picture. */
export async function looksLike(page, picture, options) {
  await drawn(page);
  await expect(page).toHaveScreenshot(picture, options);
}

/** A photograph of the whole page, for people to look at. */
export async function photoOf(page) {
  await drawn(page);
  return page.screenshot({ fullPage: true });
}

/** What `ask` answers at once, of a page whose movements the test has stopped. */
export const seenNow = (target, ask, given) => target.evaluate(ask, given);

/** Where an element is in the window: { x, y, width, height, left, right, top, bottom }. */
export async function boxOf(locator) {
  await expect(locator).toBeVisible();
  return seen(locator, (element) => element.getBoundingClientRect().toJSON());
}

/** A question as the page is asked it: the function's text is what a browser gets. */
const steadily = (ask, withPlace = false) =>
  Object.assign(() => undefined, {
    toString: () =>
      `async (...given) => {
        const answer = await (${whenStill})((${ask}), given);
        return ${withPlace} ? [answer, given[0] instanceof Element && !given[0].isConnected] : answer;
      }`,
  });

/**
 * Runs in the page. Asks from frame to frame until two answers are the same. A drawing that is not there yet makes the
 * question fail, or answer otherwise.
 */
async function whenStill(ask, given) {
  await document.fonts.ready;
  let [before, failed] = [undefined, undefined];
  for (let turn = 0; turn < 600; turn++) {
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    try {
      const answer = await ask(...given);
      const text = JSON.stringify(answer) ?? "";
      if (text === before) return answer;
      [before, failed] = [text, undefined];
    } catch (error) {
      [before, failed] = [undefined, error];
    }
  }
  throw failed ?? new Error("What the page shows never stands still.");
}

/** Does something in the page, which is busy then until all its own pauses have ended. */
export const thenBusy = (page, act) =>
  page.evaluate(
    Object.assign(() => undefined, {
      toString: () => `() => { (${act})(); const end = performance.now() + 500; while (performance.now() < end); }`,
    }),
  );

/** The pixels of a matrix's canvas, once it is drawn: [red, green, blue, alpha], row after row. */
export async function pixelsOf(matrix) {
  await drawn(matrix.page());
  return pixelsNow(matrix);
}

/** The same as it is on the screen, also while it moves. */
export async function pixelsNow(matrix) {
  return matrix.evaluate((host) => {
    const { width, height } = host.shadowRoot.querySelector(".plate canvas");
    const copy = new OffscreenCanvas(width, height).getContext("2d");
    copy.drawImage(host.shadowRoot.querySelector(".plate canvas"), 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    return {
      width,
      height,
      colours: Array.from({ length: width * height }, (_, at) => Array.from(data.slice(at * 4, at * 4 + 4))),
    };
  });
}

// ---- the clock ------------------------------------------------------------------------------------------------------

/**
 * Gives a page that is not open yet a clock of the test's own. `open` opens it; then its clock stands still, and a
 * worker goes on. Returns `run(ms)`, which lets the time pass at once, and `resume()`.
 */
export async function stillClock(page, open) {
  await page.clock.install({ time: 0 });
  await open();
  // a drawing that waits for its turn would wait for ever on a clock that stands still
  await drawn(page);
  await page.clock.pauseAt(24 * 3_600_000);
  return { run: (ms) => page.clock.runFor(ms), resume: () => page.clock.resume() };
}

/** For a page that is not open yet: a turn of its drawing has time for one piece, as on a slow machine. */
export const shortTurns = (page) =>
  page.addInitScript(() => {
    let now = 0;
    performance.now = () => (now += 20);
  });

/** How many of twenty frames come: all, where the page's own thread is free. */
export const twentyFrames = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let count = 0;
        const next = () => (++count === 20 ? done(count) : requestAnimationFrame(next));
        next();
      }),
  );
