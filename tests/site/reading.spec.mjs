// Who reads by keyboard, by ear, on a narrow screen, without colour, or on paper.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expectAxeFindsNothingInEitherTheme } from "./axe.mjs";
import { expect, field, FILE, openIn, openLab, readFollow, readMatrix, test, WORKED_LAB } from "./lab.mjs";
import { expectFitsAnyWidth, expectServesEverybody } from "./open-to-all.mjs";
import { pixelsOf, seen, seenOfAll, stillClock } from "./seen.mjs";
import { serve } from "./serve.mjs";

const focused = (page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const host = active?.getRootNode().host;
    if (host) return `${host.dataset.matrix} ${active.dataset.row},${active.dataset.column}`;
    return (
      active?.getAttribute("aria-label") ?? active?.labels?.[0]?.innerText.trim() ?? active?.textContent?.trim() ?? ""
    );
  });

test("axe finds nothing, light or dark, wide or narrow", async ({ lab }) => {
  await field(lab, "X, journey, dimension 1").fill("zero");
  for (const [width, height] of [
    [1440, 900],
    [360, 780],
  ]) {
    await lab.setViewportSize({ width, height });
    await expectAxeFindsNothingInEitherTheme(lab, `${width} px`);
  }
});

test("each control has its stop of the Tab key; colours of the system and paper leave all readable @tour", async ({
  lab,
}) => {
  await lab.setViewportSize({ width: 1440, height: 900 });
  await expectServesEverybody(lab);
});

test(
  "with the keyboard alone, from the top: past the numbers and back, the text, a number, a cell, its " +
    "inspector, a copy, undo",
  async ({ page: lab, complaints }) => {
    await openIn(lab, WORKED_LAB);
    const { keyboard } = lab;
    /** Presses a key until focus is on what is wanted, and on something at each press. */
    const press = async (key, wanted) => {
      for (let presses = 0; presses < 60; presses++) {
        await keyboard.press(key);
        const now = await focused(lab);
        if (typeof wanted === "string" ? now === wanted : wanted.test(now)) return;
      }
      throw new Error(`${key} never came to ${wanted}; it is at ${await focused(lab)}`);
    };
    const tabTo = (wanted) => press("Tab", wanted);
    await keyboard.press("Tab");
    await expect.poll(() => focused(lab)).toBe("Skip to step 1, project");
    await expect(lab.locator(".skip:focus")).toBeInViewport({ ratio: 1 });
    await tabTo("Skip to step 2, score");
    await expect(lab.locator(".skip:focus")).toBeInViewport({ ratio: 1 });
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    await expect.poll(() => focused(lab)).toBe("scores 1,0");
    await press("Shift+Tab", "Skip to step 2, score");
    await tabTo(/^Text/);
    await keyboard.press("End");
    await keyboard.type(" now");
    await expect(lab.locator("#token-count")).toHaveText("7 of at most 64 tokens");
    await tabTo("X, Your, dimension 1");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowRight");
    await expect.poll(() => focused(lab)).toBe("X, journey, dimension 2");
    const before = await readFollow(lab);
    await keyboard.type("0.1");
    await keyboard.press("ArrowLeft"); // within the text
    await expect.poll(() => focused(lab)).toBe("X, journey, dimension 2");
    await keyboard.press("Enter");
    await expect.poll(() => focused(lab)).toBe("X, starts, dimension 2");
    await expect.poll(() => readFollow(lab)).not.toEqual(before);
    await keyboard.press("Control+End");
    await expect.poll(() => focused(lab)).toBe("X, now, dimension 3");
    await tabTo("weights 1,0");
    for (const [key, place] of [
      ["End", "1,6"],
      ["ArrowDown", "2,6"],
      ["ArrowLeft", "2,5"],
      ["PageDown", "6,5"],
      ["Control+Home", "0,0"],
      ["ArrowUp", "0,0"],
      ["Control+End", "6,6"],
      ["PageUp", "0,6"],
      ["Home", "0,0"],
      ["ArrowDown", "1,0"],
    ]) {
      await keyboard.press(key);
      await expect.poll(() => focused(lab)).toBe(`weights ${place}`);
    }
    await expect(lab.getByRole("option", { name: /^journey/ })).toHaveAttribute("aria-selected", "true");
    await keyboard.press("Enter");
    const inspector = lab.getByRole("dialog");
    await expect(inspector.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(inspector.getByRole("heading", { level: 2 })).toHaveText("What “journey” gives to “Your”");
    const shown = Number((await readMatrix(lab, "weights"))[1][0]);
    await tabTo("NumPy");
    await keyboard.press("Enter");
    await expect(inspector.getByRole("status")).toContainText(/clipboard|copied/i);
    expect(shown).toBeGreaterThan(0);
    await keyboard.press("Escape");
    await expect.poll(() => focused(lab)).toBe("weights 1,0");
    await press("Shift+Tab", "Undo");
    await keyboard.press("Enter");
    await expect.poll(() => readFollow(lab)).toEqual(before);
    expect(complaints).toEqual([]);
  },
);

test("focus stays on its cell when the numbers change under it", async ({ lab }) => {
  await lab.locator("attention-matrix[data-matrix=scores] td[data-row='2'][data-column='3']").focus();
  await lab.evaluate(() => {
    const input = document.querySelector("#edit-x input");
    input.value = "5";
    input.dispatchEvent(new Event("input"));
  });
  await expect.poll(() => focused(lab)).toBe("scores 2,3");
});

test("each matrix is a grid with a name, headers and a sentence", async ({ lab }) => {
  const weights = lab.getByRole("grid", { name: "A = softmax(E)" });
  await expect(weights).toHaveAccessibleDescription(
    "Row “journey”: 23\u00a0% on “journey”, 22\u00a0% on “starts”, 18\u00a0% on “step”, …; entropy 2.5 bits.",
  );
  await expect(weights.getByRole("rowheader")).toHaveText(["Your", "journey", "starts", "with", "one", "step"]);
  await expect(weights.getByRole("columnheader")).toHaveText(["Your", "journey", "starts", "with", "one", "step"]);
  await expect(lab.getByRole("grid")).toHaveCount(6);
  await expect(lab.getByRole("table", { name: "X 6 × 3" }).getByRole("textbox")).toHaveCount(18);
  await expect(lab.locator("attention-matrix[data-matrix=scores] .bar p")).toHaveText(
    "Colour runs from −1.50, brown, through 0, the ground of the page, to 1.50, blue-green.",
  );
});

test("each list that fills a matrix says which, also before its matrix is shown", async ({ lab }) => {
  await expect(lab.locator("select.fill")).toHaveCount(5);
  for (const list of await lab.locator("select.fill").all())
    await expect(list).toHaveAttribute("aria-label", /^Fill ./);
});

test("where a token is a column, each matrix speaks of the column that softmax ran down", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&turn=columns&query=2`);
  const rows = page.locator("attention-matrix[data-matrix=weights]");
  await expect(rows.locator(".sentence")).toBeVisible();
  await expect(page.getByRole("grid", { name: "A = softmax(E)" })).toHaveAccessibleDescription(
    "Column “journey”: 23\u00a0% on “journey”, 22\u00a0% on “starts”, 18\u00a0% on “step”, …; entropy 2.5 bits.",
  );
  await expect(page.getByRole("grid", { name: /^Q =/ })).toHaveAccessibleDescription(
    /^Column “journey”: \S+ and \S+\.$/,
  );
  await expect(rows.locator("th.chosen")).toHaveText("journey");
  await rows.locator("td[data-row='0'][data-column='4']").focus();
  await expect(page.locator("attention-matrix[data-matrix=scores] .sentence")).toContainText(
    "Column “one”: highest with",
  );
  await page.getByRole("radio", { name: "row", exact: true }).check();
  await expect(rows.locator(".sentence")).toContainText("Row “one”");
});

test("results are said aloud once a second at most, and only the last of them", async ({ page }) => {
  const clock = await stillClock(page, () => openLab(page, WORKED_LAB));
  const live = page.locator("#announcements");
  const largest = async () => Math.max(...(await readFollow(page)).map((line) => Number(line[2])));
  const input = field(page, "X, journey, dimension 1");
  await input.fill("5");
  const first = await largest();
  await input.fill("−5");
  const second = await largest();
  expect(Math.round(first * 100)).not.toBe(Math.round(second * 100));
  await clock.run(999);
  await expect.poll(() => live.textContent()).toBe("");
  await clock.run(1);
  await expect
    .poll(() => live.textContent())
    .toBe(`Computed again. “journey” now gives most, ${Math.round(second * 100)}\u00a0%, to “journey”.`);
  await input.fill("5");
  await clock.run(999);
  await expect.poll(() => live.textContent()).toContain(`${Math.round(second * 100)}\u00a0%`);
  await clock.run(1);
  await expect.poll(() => live.textContent()).toContain(`${Math.round(first * 100)}\u00a0%`);
});

test("the operands of a cell light up with it", async ({ lab }) => {
  const lit = (name) =>
    lab
      .locator(`attention-matrix[data-matrix=${name}] td.marked`)
      .evaluateAll((cells) => cells.map((cell) => `${cell.dataset.row},${cell.dataset.column}`));
  await lab.locator("attention-matrix[data-matrix=scores] td[data-row='1'][data-column='4']").hover();
  await expect.poll(() => lit("q")).toEqual(["1,0", "1,1"]);
  await expect.poll(() => lit("k")).toEqual(["4,0", "4,1"]);
  await lab.locator("attention-matrix[data-matrix=mixed] td[data-row='2'][data-column='1']").focus();
  await expect.poll(() => lit("v")).toEqual(["0,1", "1,1", "2,1", "3,1", "4,1", "5,1"]);
  await expect.poll(() => lit("k")).toEqual([]);
});

test(
  "nothing runs out of the page or into its neighbour at any width, nor at 200 % and 400 % zoom of a desk " +
    "screen, which are 640 and 320 px",
  { tag: "@layout" },
  async ({ lab }) => {
    for (const [width, height] of [
      [320, 256],
      [360, 800],
      [640, 512],
      [768, 800],
      [1024, 800],
      [1440, 800],
      [2200, 800],
    ]) {
      await test.step(`${width} px`, async () => {
        await lab.setViewportSize({ width, height });
        await expectNothingClipped(lab, width);
        await field(lab, "X, Your, dimension 1").fill("−98765.4321");
        await field(lab, "X, one, dimension 2").fill("−765.4321");
        await field(lab, "X, step, dimension 3").fill("0.0000001");
        await field(lab, "W V, dimension 1, column 2").fill("−1234.5678");
        await field(lab, "X, Your, dimension 3").focus();
        await expectNothingClipped(lab, width);
        await lab.getByRole("button", { name: "Reset" }).click();
      });
    }
  },
);

test("a word wider than a phone runs out of the page at no width @layout", async ({ page }) => {
  await openLab(page, `${FILE}#v=1&text=Donaudampfschifffahrtsgesellschaftskapit%C3%A4nsm%C3%BCtze+x`);
  await expectFitsAnyWidth(page);
});

test(
  "with the reader's own fonts alone, wide or narrow, nothing runs out of the page either",
  { tag: "@layout" },
  async ({ page }) => {
    const own = (await readFile(fileURLToPath(FILE), "utf8"))
      .replace(/@font-face ?\{[^}]*\}/g, "")
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
    const server = await serve({}, { texts: { "/": own } });
    await openLab(page, server.url);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNothingClipped(page, width);
    }
    await expect.poll(() => page.evaluate(() => document.fonts.size)).toBe(0);
    await server.close();
  },
);

/** Once the page has settled into its width; measuring again takes a frame. */
async function expectNothingClipped(page, width) {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await expect.poll(() => clippedOrOutside(page)).toEqual([]);
}

/** Texts wider than their box, and boxes beyond the window that nothing scrolls, shadow trees included. */
const clippedOrOutside = (page) =>
  seen(page, () => {
    const found = [];
    const visit = (root) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) visit(element.shadowRoot);
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || element.closest(".unseen, .skip, .spoken, .sentence, th")) continue;
        if ((box.right > innerWidth + 0.5 || box.left < -0.5) && !element.closest(".scroll *, .scroller *"))
          found.push(`${element.tagName} ${element.className} ends at ${box.right}`);
        if (element.matches("td, input:not(:focus)") && element.scrollWidth > element.clientWidth + 1)
          found.push(`${element.tagName} holds ${element.value ?? element.textContent}`);
      }
    };
    visit(document);
    return found;
  });

test(
  "at 1440 px up to 12 tokens have digits in every cell, beside one another in all four steps",
  { tag: "@layout" },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const words = "the animal did not cross a street since it was too tired".split(" ");
    await openLab(page, `${FILE}#v=1&text=${words.join("+")}`);
    const look = async () => {
      for (const name of ["q", "k", "v", "scores", "weights", "output"])
        for (const row of await readMatrix(page, name)) for (const text of row) expect(text).toMatch(/^−?\d+\.\d+$/);
      const tops = await seenOfAll(page.locator(".step > h2"), (titles) =>
        titles.map((title) => Math.round(title.getBoundingClientRect().top)),
      );
      expect(new Set(tops).size).toBe(1);
    };
    for (const count of [12, 11, 10, 9]) {
      await page.getByRole("textbox", { name: /^Text/ }).fill(words.slice(0, count).join(" "));
      await expect(page.locator("attention-matrix[data-matrix=weights] td[data-row]")).toHaveCount(count * count);
      await look();
    }
    for (const preset of ["cat", "animal"]) {
      await page.getByRole("combobox", { name: "Begin from" }).selectOption(preset);
      await expect(page.locator("attention-matrix[data-matrix=weights] td[data-row]")).not.toHaveCount(81);
      await look();
    }
    const clipped = await seenOfAll(page.locator(".project .matrix"), (all) =>
      all.filter((figure) => figure.scrollWidth > figure.clientWidth).map(({ id }) => id),
    );
    expect(clipped).toEqual([]);
  },
);

test("under forced colours the digits stand on the system's ground, not on ours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openLab(page, WORKED_LAB);
  const cell = page.locator("attention-matrix[data-matrix=weights] td[data-row]").first();
  await expect(page.locator("attention-matrix[data-matrix=weights] .plate canvas")).toBeHidden();
  await expect
    .poll(() => cell.evaluate((element) => getComputedStyle(element).color))
    .toBe(await page.evaluate(() => getComputedStyle(document.body).color));
});

test("no motion for those who prefer none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLab(page, WORKED_LAB);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("paper is light, also for those who read in the dark", async ({ page }) => {
  const corner = async () =>
    Math.max(...(await pixelsOf(page.locator("attention-matrix[data-matrix=weights]"))).colours[10].slice(0, 3));
  await page.emulateMedia({ colorScheme: "dark" });
  await openLab(page, WORKED_LAB);
  await expect.poll(corner).toBeLessThan(120);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect.poll(corner).toBeGreaterThan(200);
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
    .toBe("rgb(255, 255, 255)");
});
