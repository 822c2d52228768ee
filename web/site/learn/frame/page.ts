// What every lesson has: its state in the link, its language, its glossary, its controls, and the core.
import strings from "learn:strings";
import { load, type Heed } from "heed";
import { make, setWords, type Words } from "../../../show/index.js";
import { Announcer, copyText } from "../../shared/index.js";
import { showValue, valueOf, type Control, type Mapping } from "./controls.js";
import { decode, encode, type Fields, type Values } from "./fields.js";
import { lookUp, toHtml, toText, type Parameters, type Strings } from "./text.js";

/** The language that the page is built in. */
const FIRST = "en";
/** Some browsers refuse to change the address as often as a slider moves. */
const LINK_DELAY_MS = 150;

export class Page<F extends Fields> {
  readonly name = document.body.dataset.page!;
  readonly #fields: F;
  #values!: Values<F>;
  #language = FIRST;
  #texts: Strings = strings[FIRST];
  #refused: readonly string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #drawers: (() => void)[] = [];
  readonly #parameters = new WeakMap<Element, Parameters | (() => Parameters)>();
  readonly #announcer = new Announcer(byId("announcements"));

  constructor(fields: F) {
    this.#fields = fields;
    this.#read();
    addEventListener("hashchange", () => {
      this.#read();
      this.#translate();
      this.#draw();
    });
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.addEventListener("click", () => this.#speak(button.lang));
    wireGlossary();
    this.#wireLinks();
    this.#translate();
  }

  get state(): Values<F> {
    return this.#values;
  }

  get language(): string {
    return this.#language;
  }

  /** Changes the state and the link, and draws again. */
  set(change: Partial<Values<F>>): void {
    this.#values = { ...this.#values, ...change };
    this.#write();
    this.#draw();
  }

  /** Puts the page back to its start. */
  reset(): void {
    this.set(
      Object.fromEntries(Object.entries(this.#fields).map(([name, field]) => [name, field.initial])) as Values<F>,
    );
  }

  /** Draws now, and again whenever the state or the language changes. */
  onChange(draw: () => void): void {
    this.#drawers.push(draw);
    draw();
  }

  /** The text of a key, for speech and attributes. */
  text(key: string, parameters?: Parameters): string {
    return toText(lookUp(this.#texts, this.name, key), parameters);
  }

  /** Fills an element with the text of a key. The text follows the chosen language.
   * @param parameters a function, where the caller does not fill the element again after a change of language */
  fill(element: Element, key: string, parameters: Parameters | (() => Parameters) = {}): void {
    element.setAttribute("data-t", key);
    this.#parameters.set(element, parameters);
    element.innerHTML = toHtml(
      lookUp(this.#texts, this.name, key),
      typeof parameters === "function" ? parameters() : parameters,
    );
    this.#keepLanguage(element);
  }

  /** Makes an element that holds the text of a key. */
  element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    key: string,
    attributes: Readonly<Record<string, string>> = {},
    parameters: Parameters | (() => Parameters) = {},
  ): HTMLElementTagNameMap[Name] {
    const made = make(name, attributes);
    this.fill(made, key, parameters);
    return made;
  }

  /** Says a text to screen readers, at most once a second. */
  say(key: string, parameters?: Parameters): void {
    this.#announcer.say(this.text(key, parameters));
  }

  /** Ties a value of the state to its control: the element with its name as id, or the radio buttons of its name. */
  bind<Name extends keyof F & string>(
    name: Name,
    options: { mapping?: Mapping; show?: (value: Values<F>[Name]) => string } = {},
  ): void {
    const controls = Array.from(document.querySelectorAll<Control>(`#${name}, input[type=radio][name=${name}]`));
    const output = document.querySelector(`output[for=${name}]`);
    for (const control of controls) {
      control.addEventListener("input", () =>
        this.set({ [name]: valueOf(control, this.#values[name], options.mapping) } as Partial<Values<F>>),
      );
    }
    this.onChange(() => {
      for (const control of controls) showValue(control, this.#values[name], options.mapping);
      if (output !== null && options.show !== undefined) output.textContent = options.show(this.#values[name]);
    });
  }

  /** Starts the core, then calls back. If the core cannot start, the page says why. */
  async withCore(begin: (heed: Heed) => void): Promise<void> {
    const engine = byId("engine");
    let heed: Heed;
    try {
      heed = await load();
    } catch (error) {
      return this.fill(engine, "frame.no-engine", { reason: (error as Error).message });
    }
    this.fill(engine, "frame.engine", { flavour: heed.flavour });
    begin(heed);
    this.ready();
  }

  /** Marks the page as drawn. A page without withCore() calls it itself. */
  ready(): void {
    document.body.dataset.ready = "";
  }

  /** Shows the link to the playground. @param hash in the playground's format */
  playground(hash: string): void {
    const link = byId("playground") as HTMLAnchorElement;
    link.href = `../play.html${hash}`;
    link.hidden = false;
  }

  #read(): void {
    const { values, language, refused } = decode(this.#fields, location.hash);
    this.#values = values;
    this.#choose(
      [language, navigator.language.split("-")[0]].find((wanted) => Object.keys(strings).includes(wanted ?? "")) ??
        FIRST,
    );
    this.#refused = refused;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => history.replaceState(null, "", this.#link()), LINK_DELAY_MS);
  }

  #link(): string {
    return encode(this.#fields, this.#values, this.#language);
  }

  #draw(): void {
    for (const draw of this.#drawers) draw();
  }

  #choose(language: string): void {
    this.#language = language;
    this.#texts = strings[language]!;
    // Numbers and matrices speak the language, too.
    setWords(this.#texts["matrix"] as unknown as Words);
  }

  #speak(language: string): void {
    this.#choose(language);
    this.#write();
    this.#translate();
    this.#draw();
  }

  #translate(): void {
    document.documentElement.lang = this.#language;
    document.title = toText(lookUp(this.#texts, "frame", "document-title"), {
      title: lookUp(this.#texts, this.name, "title"),
    });
    for (const element of document.querySelectorAll("[data-t]"))
      this.fill(element, element.getAttribute("data-t")!, this.#parameters.get(element));
    for (const element of document.querySelectorAll("[data-t-label]"))
      element.setAttribute("aria-label", this.text(element.getAttribute("data-t-label")!));
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button"))
      button.setAttribute("aria-pressed", String(button.lang === this.#language));
    const problem = byId("link-problem");
    problem.hidden = this.#refused.length === 0;
    if (this.#refused.length > 0) this.fill(problem, "frame.link-problem", { names: this.#refused.join(", ") });
    this.#keepLanguage(document);
  }

  /** Links to other lessons keep the language. */
  #keepLanguage(within: ParentNode): void {
    for (const link of within.querySelectorAll<HTMLAnchorElement>("a[data-page]")) link.hash = `lang=${this.#language}`;
  }

  #wireLinks(): void {
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault();
      byId("main").focus();
    });
    byId("permalink").addEventListener("click", async (event) => {
      event.preventDefault();
      history.replaceState(null, "", this.#link());
      const copied = await copyText(location.href);
      this.fill(byId("permalink-said"), copied ? "frame.link-copied" : "frame.link-in-address");
    });
    byId("start-over").addEventListener("click", () => this.reset());
  }
}

/** Buttons and terms open the glossary; a click beside it closes it. */
function wireGlossary(): void {
  const dialog = byId("glossary") as HTMLDialogElement;
  const open = (term?: string): void => {
    dialog.showModal();
    const entry = term === undefined ? null : dialog.querySelector<HTMLElement>(`[data-entry="${term}"]`);
    for (const other of dialog.querySelectorAll("[data-entry]")) other.toggleAttribute("data-sought", other === entry);
    entry?.scrollIntoView({ block: "center" });
  };
  byId("open-glossary").addEventListener("click", () => open());
  byId("close-glossary").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("click", (event) => {
    const term = (event.target as Element).closest<HTMLElement>("[data-term]");
    if (term !== null) open(term.dataset.term);
  });
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

export function svgById(id: string): SVGSVGElement {
  return document.querySelector<SVGSVGElement>(`#${id}`)!;
}
