// The fields that the page begins with: a preset and a text.
import { make } from "../../show/index.js";
import {
  begin,
  leftOver,
  LIMITS,
  presetNamed,
  PRESETS,
  same,
  settingOf,
  tokensOf,
  withText,
  type State,
} from "../state/index.js";
import { byId } from "./dom.js";
import type { Store } from "./store.js";

const OWN = "own";

export class PresetAndText {
  readonly #store: Store;
  readonly #text = byId<HTMLTextAreaElement>("text");
  readonly #preset = byId<HTMLSelectElement>("preset");
  /** Says that the text is the reader's own. It cannot be chosen. */
  readonly #own = make("option", { value: OWN, disabled: true }, "own sentence");

  constructor(store: Store) {
    this.#store = store;
    this.#preset.append(...PRESETS.map(({ name, title }) => make("option", { value: name }, title)));
    this.#preset.addEventListener("change", () => {
      const { hidden, convention, view, pinned, gradients, loss } = store.state;
      store.begin(this.#preset.value, { hidden, convention, view, pinned, gradients, loss });
    });
    this.#text.addEventListener("input", () => this.#onText());
    this.#text.addEventListener("blur", () => {
      store.endGroup();
      this.#text.value = store.state.text;
      this.#tell(store.state.text);
    });
  }

  show(state: State): void {
    const isOwn = state.text !== presetNamed(state.preset)!.setting.text;
    if (isOwn) this.#preset.append(this.#own);
    else this.#own.remove();
    this.#preset.value = isOwn ? OWN : state.preset;
    if (
      document.activeElement !== this.#text ||
      tokensOf(this.#text.value).join(" ") !== tokensOf(state.text).join(" ")
    )
      this.#text.value = state.text;
    this.#tell(this.#text.value);
    const changed = !same(settingOf(state), settingOf(begin(state.preset)));
    byId("preset-note").textContent = changed ? "" : presetNamed(state.preset)!.note;
    byId("letters-note").hidden = state.x.from !== "letters" && !isOwn;
  }

  #onText(): void {
    this.#tell(this.#text.value);
    this.#store.change(withText(this.#store.state, this.#text.value), "text");
  }

  #tell(text: string): void {
    const tokens = tokensOf(text);
    const more = leftOver(text);
    byId("text-problem").textContent =
      tokens.length === 0
        ? "A text needs a token at least. The page still shows the last one that had any."
        : more > 0
          ? `The page takes ${LIMITS.tokens} tokens; the last ${more} of this text are left out.`
          : text.length > LIMITS.letters
            ? `The page takes ${LIMITS.letters} letters; the rest of this text is left out.`
            : "";
    byId("token-count").textContent = `${tokens.length} of ${LIMITS.tokens} words`;
  }
}
