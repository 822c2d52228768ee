// The language that a page speaks. A link chooses it, else the reader, else the browser. The browser keeps what the
// reader chose, for the pages whose address names no language.
import { fillAll } from "./fill.js";
import { FIRST, LANGUAGES, languageNow, phrase, setOwnSection, speak } from "./phrases.js";

const PLACE = "heed.language";

export class Speaker {
  #asked: string | undefined;

  /** @param ownSection the section of a key without a dot @param onChoice after a click on a language */
  constructor(ownSection: string, onChoice: () => void) {
    setOwnSection(ownSection);
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.addEventListener("click", () => {
        this.#choose(button.lang);
        keep(button.lang);
        onChoice();
      });
  }

  /** The language that a link or the reader asked for. The page's link keeps it. */
  get asked(): string | undefined {
    return this.#asked;
  }

  /** Takes the wanted language, else the kept one, else the browser's, else the first. */
  #choose(wanted: string | undefined): void {
    this.#asked = known(wanted);
    speak(this.#asked ?? known(kept()) ?? known(navigator.language.split("-")[0]) ?? FIRST);
  }

  /** Takes the language that the address asks for, else the one before. translate() then shows it. */
  chooseByLink(): void {
    this.#choose(new URLSearchParams(location.hash.slice(1)).get("lang") ?? this.#asked);
  }

  /** Fills the whole page. */
  translate(): void {
    // Browsers compute the style of the whole page again when its language is set, also to the same one.
    if (document.documentElement.lang !== languageNow()) document.documentElement.lang = languageNow();
    document.title = phrase("frame.document-title", { title: phrase("title") });
    fillAll();
    for (const place of document.querySelectorAll<HTMLElement>("[data-minutes]"))
      place.textContent = phrase("frame.minutes-of", { minutes: place.dataset.minutes! });
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.setAttribute("aria-pressed", String(button.lang === languageNow()));
  }
}

function keep(language: string): void {
  try {
    localStorage.setItem(PLACE, language);
  } catch {
    // no storage: links alone carry it on
  }
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(PLACE) ?? undefined;
  } catch {
    return undefined;
  }
}

function known(language: string | undefined): string | undefined {
  return LANGUAGES.find((one) => one === language);
}
