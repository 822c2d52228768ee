// The fields that the page begins with: a preset and a text.
import { byId, same } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import {
  begin,
  leftOver,
  LIMITS,
  presetNamed,
  PRESETS,
  settingOf,
  tokensOf,
  withText,
  type Source,
  type State,
} from "../../rooms/state/index.js";
import { html, setHtml, text } from "./dom.js";
import type { Store } from "./store.js";

const OWN = "own";
/** The presets that are named by their English sentence. */
const SENTENCES: readonly string[] = ["journey", "tired", "cat", "bank"];

/** Where the rows of X of an own sentence come from, and what that means. */
const NOTES: Readonly<Record<Source["from"], string>> = {
  letters: "own-letters",
  numbers: "own-numbers",
  random: "own-other",
  identity: "own-other",
};

export class PresetAndText {
  readonly #store: Store;
  readonly #text = byId<HTMLTextAreaElement>("text");
  readonly #preset = byId<HTMLSelectElement>("preset");
  /** Says that the text is the reader's own. It cannot be chosen. */
  readonly #own = make("option", { value: OWN, disabled: true, "data-t": "own-sentence" }, text("own-sentence"));

  constructor(store: Store) {
    this.#store = store;
    this.#preset.append(
      ...PRESETS.map(({ name }) => {
        const lang = SENTENCES.includes(name) ? "en" : undefined;
        return make("option", { value: name, lang, "data-t": name }, text(name));
      }),
    );
    this.#preset.addEventListener("change", () => {
      const { convention, view, pinned, gradients, loss } = store.state;
      store.begin(this.#preset.value, { convention, view, pinned, gradients, loss });
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
    this.#own.textContent = text("own-sentence");
    if (isOwn) this.#preset.append(this.#own);
    else this.#own.remove();
    this.#preset.value = isOwn ? OWN : state.preset;
    // The texts of the presets are English; nobody knows the language of another text.
    if (isOwn) this.#text.removeAttribute("lang");
    else this.#text.lang = "en";
    // What is being typed may be longer than what is taken of it.
    if (document.activeElement !== this.#text || withText(state, this.#text.value).text !== state.text)
      this.#text.value = state.text;
    this.#tell(this.#text.value);
    const changed = !same(settingOf(state), settingOf(begin(state.preset)));
    byId("preset-note").textContent = changed ? "" : text(`${state.preset}-note`);
    setHtml(byId("own-note"), isOwn || state.x.from === "letters" ? html(NOTES[state.x.from]) : "");
  }

  #onText(): void {
    this.#tell(this.#text.value);
    const { state } = this.#store;
    const next = withText(state, this.#text.value);
    // A walk through the steps belongs to the sentence before.
    if (next !== state) this.#store.change({ ...next, step: 0 }, "text");
  }

  #tell(typed: string): void {
    const tokens = tokensOf(typed);
    const more = leftOver(typed);
    byId("text-problem").textContent =
      tokens.length === 0
        ? text("no-token")
        : more > 0
          ? text("too-many-tokens", { most: LIMITS.tokens, more })
          : typed.length > LIMITS.letters
            ? text("link.too-long", { most: LIMITS.letters })
            : "";
    byId("token-count").textContent = text("token-count", { count: tokens.length + more, most: LIMITS.tokens });
  }
}
