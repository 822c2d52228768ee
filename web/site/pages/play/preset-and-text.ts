// The fields that the page begins with: a preset and a text.
import { byId, linkOf, same } from "../../kit/index.js";
import { languageNow } from "../../kit/texts/index.js";
import { make } from "../../../show/index.js";
import { groupsOf, TABLES } from "../../rooms/pronouns/index.js";
import {
  begin,
  headOfSetting,
  leftOver,
  LIMITS,
  presetNamed,
  PRESETS,
  seenIn,
  settingOf,
  tokensOf,
  withText,
  withWord,
  type Learned,
  type Source,
  type State,
} from "../../rooms/state/index.js";
import { html, setHtml, text } from "./dom.js";
import { firstUnknown, sayingsOf, unread } from "./learned.js";
import type { Store } from "./store.js";

const OWN = "own";
/** The presets that are named by their English sentence. */
const SENTENCES: readonly string[] = ["journey", "tired", "cat", "bank"];

/** Where the rows of X of an own sentence come from, and what that means. */
const NOTES: Readonly<Record<Exclude<Source["from"], "learned">, string>> = {
  letters: "own-letters",
  numbers: "own-numbers",
  random: "own-other",
  identity: "own-other",
};

export class PresetAndText {
  readonly #store: Store;
  readonly #text = byId<HTMLTextAreaElement>("text");
  readonly #preset = byId<HTMLSelectElement>("preset");
  readonly #choices = byId("choices");
  /** Whether the model does not read what is typed: the page then shows the text before. */
  #refused = false;
  /** The model whose words are listed. */
  #listed: Learned["language"] | undefined;
  /** Says that the text is the reader's own. It cannot be chosen. */
  readonly #own = make("option", { value: OWN, disabled: true, "data-t": "own-sentence" }, text("own-sentence"));

  constructor(store: Store) {
    this.#store = store;
    for (const group of new Set(PRESETS.map(({ kind }) => kind))) {
      const options = PRESETS.filter(({ kind }) => kind === group).map(({ name }) => {
        const lang = SENTENCES.includes(name) ? "en" : undefined;
        return make("option", { value: name, lang, "data-t": name }, text(name));
      });
      this.#preset.append(make("optgroup", { label: text(group) }, ...options));
    }
    this.#preset.addEventListener("change", () => {
      const { convention, view, pinned, gradients, loss } = store.state;
      store.begin(this.#preset.value, { convention, view, pinned, gradients, loss });
    });
    this.#text.addEventListener("input", () => this.#onText());
    this.#text.addEventListener("blur", () => {
      store.endGroup();
      // What is not read stays, so that it can be mended, or read in another way.
      if (this.#refused) return;
      this.#text.value = store.state.text;
      this.#tell(store.state.text);
    });
    byId("take-letters").addEventListener("click", () => this.#takeLetters());
    byId("known-words").addEventListener("click", ({ target }) => {
      if (target instanceof HTMLButtonElement) this.#insert(target.textContent);
    });
  }

  show(state: State, restored: boolean): void {
    if (restored) this.#refused = false;
    const isOwn = state.text !== presetNamed(state.preset)!.setting.text;
    this.#own.textContent = text("own-sentence");
    if (isOwn) this.#preset.append(this.#own);
    else this.#own.remove();
    this.#preset.value = isOwn ? OWN : state.preset;
    for (const group of this.#preset.querySelectorAll("optgroup"))
      group.label = text(presetNamed(group.querySelector("option")!.value)!.kind);
    const language = languageOf(state, isOwn);
    for (const element of [this.#text, byId("overview-words")]) {
      if (language === undefined) element.removeAttribute("lang");
      else element.lang = language;
    }
    this.#refused &&= unread(withText(state, this.#text.value)) !== "";
    // What is being typed may be longer than what is taken of it.
    const isTyped = document.activeElement === this.#text && withText(state, this.#text.value).text === state.text;
    if (!isTyped && !this.#refused) this.#text.value = state.text;
    this.#tell(this.#text.value);
    this.#showNotes(state, isOwn);
    this.#showChoices(state);
    this.#showWords(state);
  }

  #showNotes(state: State, isOwn: boolean): void {
    const { kind, name } = presetNamed(state.preset)!;
    const changed = !same(settingOf(state), settingOf(begin(name)));
    byId("preset-note").textContent = changed || kind === "learned" ? "" : text(`${name}-note`);
    setHtml(byId("own-note"), noteOf(state, isOwn));
  }

  /** What else can be said of the two nouns. */
  #showChoices(state: State): void {
    const sayings = sayingsOf(state);
    const chips = (sayings?.words ?? []).map((word) => {
      const lang = (state.x as Learned).language;
      const chip = make("button", { type: "button", lang, "aria-pressed": String(word === sayings!.now) }, word);
      chip.addEventListener("click", () => {
        const { state: now } = this.#store;
        this.#refused = false;
        this.#store.change({ ...withText(now, withWord(now.text, sayings!.place, word)), step: 0 });
        this.#choices.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
      });
      return chip;
    });
    this.#choices.replaceChildren(...(chips.length > 0 ? [make("span", {}, text("say"))] : []), ...chips);
  }

  /** The words that the model knows, each a button. */
  #showWords(state: State): void {
    const head = headOfSetting(state);
    byId("reads").hidden = head === undefined;
    if (head === undefined) return;
    if (this.#listed !== head.language) this.#listWords((this.#listed = head.language));
    byId("known-count").textContent = text("known", { count: byId("known-words").querySelectorAll("button").length });
  }

  #listWords(language: Learned["language"]): void {
    const button = (word: string): HTMLElement => make("button", { type: "button", lang: language }, word);
    byId("known-words").replaceChildren(
      ...Object.entries(groupsOf(TABLES[language])).map(([kind, words]) =>
        make("p", {}, make("b", { "data-t": `known-${kind}` }, text(`known-${kind}`)), ...words.map(button)),
      ),
    );
  }

  #onText(): void {
    const { state } = this.#store;
    const next = withText(state, this.#text.value);
    this.#refused = unread(next) !== "";
    this.#tell(this.#text.value);
    // A walk through the steps belongs to the sentence before.
    if (next !== state && !this.#refused) this.#store.change({ ...next, step: 0 }, "text");
  }

  /** Reads what is typed by its letters. */
  #takeLetters(): void {
    this.#refused = false;
    const next = withText({ ...this.#store.state, x: { from: "letters" } }, this.#text.value);
    this.#store.change({ ...next, step: 0 });
    this.#text.focus();
  }

  /** Puts a word in the place of the first that the model does not know, else where the cursor is. */
  #insert(word: string): void {
    const head = headOfSetting(this.#store.state);
    const typed = { ...this.#store.state, text: this.#text.value };
    const unknown = head === undefined ? -1 : firstUnknown(typed, head);
    if (unknown >= 0) this.#text.value = withWord(typed.text, unknown, word);
    else this.#text.setRangeText(spaced(this.#text, word), this.#text.selectionStart, this.#text.selectionEnd, "end");
    this.#onText();
  }

  #tell(typed: string): void {
    const { state } = this.#store;
    const { marks } = state;
    const tokens = tokensOf({ text: typed, marks });
    const more = leftOver({ text: typed, marks });
    const problem = unread(withText(state, typed));
    byId("unread").hidden = problem === "";
    const link = linkOf([["text", typed]], languageNow());
    byId<HTMLAnchorElement>("to-encoder").href = `encoder.html${link}`;
    // It has read English only.
    byId("to-encoder").hidden = headOfSetting(state)?.language !== "en";
    byId("text-problem").textContent =
      problem !== ""
        ? `${problem} ${text("sentence-before")}`
        : tokens.length === 0
          ? text("no-token")
          : more > 0
            ? text("too-many-tokens", { most: LIMITS.tokens, more })
            : typed.length > LIMITS.letters
              ? text("link.too-long", { most: LIMITS.letters })
              : "";
    byId("token-count").textContent = text("token-count", { count: tokens.length + more, most: LIMITS.tokens });
  }
}

/** Of the text, as far as it is known: the texts of the presets are English, but for one. */
function languageOf({ x, preset }: State, isOwn: boolean): string | undefined {
  if (x.from === "learned") return x.language;
  return isOwn ? undefined : preset === "sie" ? "de" : "en";
}

/** What the numbers are, as HTML. */
function noteOf(state: State, isOwn: boolean): string {
  const { x, query, key, value } = state;
  const head = headOfSetting(state);
  if (head !== undefined) {
    if (x.from === "letters") return html("learned-letters");
    if ([x, query, key, value].some((source) => !same(source, head))) return html("learned-part");
    const own = { projected: true, heads: 1, scale: "sqrt-dk", softmax: true, ...seenIn(head.look) };
    if (!same({ ...state, ...own }, state)) return html("learned-otherwise");
    return html(`learned-${head.look}`, { pronoun: head.language === "de" ? "sie" : "it" });
  }
  return (isOwn || x.from === "letters") && x.from !== "learned" ? html(NOTES[x.from]) : "";
}

/** A word with a space on each side that has none. */
function spaced({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, word: string): string {
  const before = /\S$/.test(value.slice(0, selectionStart)) ? " " : "";
  const after = /^[\p{L}\p{N}]/u.test(value.slice(selectionEnd)) ? " " : "";
  return before + word + after;
}
