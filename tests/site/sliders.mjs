// What a screen reader reads of a slider: the value that the page shows next to it.
import { expect } from "@playwright/test";

/** Each slider says the text of its output, at each end of its track too. One without an output says a sentence.
 * @param {import("@playwright/test").Page} page
 * @param {(text: string) => boolean} isOwn whether a text is one of the page's language */
export async function expectSlidersSayWhatIsShown(page, isOwn = () => true) {
  const said = await page.evaluate(listen);
  for (const { slider, says, shows } of said) {
    expect(says, slider).toBe(shows ?? says);
    expect(says, `${slider} has a text of its own`).toMatch(/\S/);
    expect(isOwn(says), `${slider}: ${says}`).toBe(true);
  }
}

/** What each slider says and shows: as it is, at both ends, and back where it was. */
function listen() {
  const heard = [];
  for (const slider of document.querySelectorAll("input[type=range]")) {
    const output = slider.id === "" ? null : document.querySelector(`output[for=${slider.id}]`);
    const { value, min, max } = slider;
    for (const position of [value, max, min, value]) {
      if (slider.value !== position) {
        slider.value = position;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const name = `${slider.id || slider.className} at ${position}`;
      // A screen reader says the value where there is no text.
      const says = slider.getAttribute("aria-valuetext") ?? (output === null ? "" : slider.value);
      heard.push({ slider: name, says, shows: output?.textContent ?? null });
    }
  }
  return heard;
}
