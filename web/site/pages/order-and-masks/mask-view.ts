// The mask that is drawn, and the weights under it.
import type { AttentionMatrix } from "heed/element";
import type { Heed } from "heed";
import { byId, type Fields } from "../../kit/index.js";
import { digits } from "../../../show/index.js";
import { openCells, showMatrix, type Page } from "../../rooms/lesson/index.js";
import { MaskGrid, type GridLabels } from "./mask-grid.js";
import { fitted, isMask, keysOf, presetMask, PRESETS, type Preset } from "./mask-state.js";
import { attendMasked } from "./masked.js";
import { namesOf, OTHER_WORDS, WORDS } from "./words.js";

export interface MaskShown {
  readonly mask: readonly boolean[];
  readonly isCross: boolean;
  readonly isPoisoned: boolean;
}

export class MaskView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #grid: MaskGrid<F>;
  readonly #buttons: readonly HTMLButtonElement[];
  #keys = 0;

  constructor(page: Page<F>, changed: (mask: readonly boolean[]) => void) {
    this.#page = page;
    this.#grid = new MaskGrid(byId("mask") as HTMLTableElement, page, changed);
    this.#buttons = PRESETS.map((preset) => {
      const button = page.element("button", `preset-${preset}`, { type: "button" });
      button.addEventListener("click", () => changed(presetMask(preset, this.#keys)));
      return button;
    });
    byId("presets").replaceChildren(...this.#buttons);
  }

  show(heed: Heed, { mask: held, isCross, isPoisoned }: MaskShown): void {
    this.#keys = keysOf(isCross);
    const mask = fitted(held, this.#keys);
    const labels: GridLabels = { rows: namesOf(WORDS), columns: namesOf(isCross ? OTHER_WORDS : WORDS) };
    this.#grid.show(mask, labels);
    const found = attendMasked(heed, { mask, isCross, isPoisoned });
    (byId("masked") as AttentionMatrix).mask = mask;
    showMatrix("masked", found.computation.kept.weights, labels);
    openCells("masked", found.computation, { masked: "weights" });
    this.#showPreset(PRESETS.find((preset) => isMask(mask, preset, this.#keys)));
    const words = (indices: readonly number[], names: readonly string[]): string =>
      indices.map((index) => `“${names[index]}”`).join(", ");
    this.#page.fill(byId("blind"), found.blind.length === 0 ? "none-blind" : "blind", {
      words: words(found.blind, labels.rows),
      largest: digits(found.blindLargest, 0),
    });
    this.#page.fill(byId("poisoned"), found.hidden === 0 ? "none-hidden" : isPoisoned ? "poisoned" : "clean", {
      hidden: isPoisoned ? found.poisoned : found.hidden,
      nans: found.nans,
      numbers: found.numbers,
    });
  }

  #showPreset(shown: Preset | undefined): void {
    this.#buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(PRESETS[at] === shown)));
    this.#page.fill(byId("preset-text"), shown === undefined ? "own-text" : `${shown}-text`);
  }
}
