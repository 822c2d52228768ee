// What every lesson has: its state in the link, its language, its glossary, its controls, and the core.
import strings from "learn:strings";
import { load, type Heed } from "heed";
import { setWords, type Words } from "../../../show/index.js";
import { Announcer } from "../../shared/index.js";
import { decode, encode, type Fields, type Values } from "./state.js";
import { lookUp, toHtml, toText, type Parameters, type Strings } from "./text.js";

/** The language that the page is built in. */
const FIRST = "en";

const speakers: ((texts: Strings) => void)[] = [];

/** Called with the texts of a language before anything is drawn in it. */
export function onLanguage(speak: (texts: Strings) => void): void {
  speakers.push(speak);
}

/** How a control's own number relates to the state's; both ways the identity where it is left out. */
export interface Mapping {
  readonly toControl: (value: number) => number;
  readonly fromControl: (position: number) => number;
}

/** A slider whose steps are powers of ten. */
export const LOGARITHMIC: Mapping = { toControl: Math.log10, fromControl: (position) => 10 ** position };

type Control = HTMLInputElement | HTMLSelectElement;

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
    for (const button of document.querySelectorAll<HTMLButtonElement>("#languages button")) {
      button.addEventListener("click", () => this.#speak(button.lang));
    }
    this.#wireGlossary();
    this.#wireLinks();
    this.#translate();
  }

  get state(): Values<F> {
    return this.#values;
  }

  get language(): string {
    return this.#language;
  }

  /** Changes the state, its link, and what is drawn of it. */
  set(change: Partial<Values<F>>): void {
    this.#values = { ...this.#values, ...change };
    this.#write();
    this.#draw();
  }

  /** Back to how the page starts. */
  reset(): void {
    this.set(
      Object.fromEntries(Object.entries(this.#fields).map(([name, field]) => [name, field.initial])) as Values<F>,
    );
  }

  /** Draws now, and whenever state or language change. */
  onChange(draw: () => void): void {
    this.#drawers.push(draw);
    draw();
  }

  /** The text of a key, for speech and attributes. */
  text(key: string, parameters?: Parameters): string {
    return toText(lookUp(this.#texts, this.name, key), parameters);
  }

  /** Puts the text of a key into an element, and keeps it there in whatever language is chosen. Numbers that are not filled in anew with it come as a function. */
  fill(element: Element, key: string, parameters: Parameters | (() => Parameters) = {}): void {
    element.setAttribute("data-t", key);
    this.#parameters.set(element, parameters);
    element.innerHTML = toHtml(
      lookUp(this.#texts, this.name, key),
      typeof parameters === "function" ? parameters() : parameters,
    );
    this.#aim(element);
  }

  /** For screen readers, at most once a second. */
  say(key: string, parameters?: Parameters): void {
    this.#announcer.say(this.text(key, parameters));
  }

  /** Ties a control (by its id, or radio buttons by their name) to a number, flag or choice of the state. */
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
      for (const control of controls) show(control, this.#values[name], options.mapping);
      if (output !== null && options.show !== undefined) output.textContent = options.show(this.#values[name]);
    });
  }

  /** Begins what needs the core, once it has started. Where it cannot, the page says why. */
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

  /** Says that all is drawn: called by withCore, and by a page that needs no core. */
  ready(): void {
    document.body.dataset.ready = "";
  }

  /** Where "open this in the playground" leads: a hash in the playground's format. */
  playground(hash: string): void {
    const link = byId("playground") as HTMLAnchorElement;
    link.href = `../index.html${hash}`;
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
    // A slider moves faster than some browsers let an address change.
    this.#timer = setTimeout(() => history.replaceState(null, "", this.#link()), 150);
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
    // How the lessons themselves write numbers; the element, which is a bundle of its own, hears it as all speakers do.
    setWords(this.#texts["matrix"] as unknown as Words);
    for (const speak of speakers) speak(this.#texts);
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
    this.#aim(document);
  }

  /** Links to other lessons keep the language. */
  #aim(within: ParentNode): void {
    for (const link of within.querySelectorAll<HTMLAnchorElement>("a[data-page]")) link.hash = `lang=${this.#language}`;
  }

  #wireGlossary(): void {
    const dialog = byId("glossary") as HTMLDialogElement;
    const open = (term?: string): void => {
      dialog.showModal();
      const entry = term === undefined ? null : dialog.querySelector<HTMLElement>(`[data-entry="${term}"]`);
      for (const other of dialog.querySelectorAll("[data-entry]"))
        other.toggleAttribute("data-sought", other === entry);
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

  #wireLinks(): void {
    byId("skip").addEventListener("click", (event) => {
      event.preventDefault();
      byId("main").focus();
    });
    const link = byId("permalink") as HTMLAnchorElement;
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      history.replaceState(null, "", this.#link());
      const copied = await navigator.clipboard?.writeText(location.href).then(
        () => true,
        () => false,
      );
      this.fill(byId("permalink-said"), copied ? "frame.link-copied" : "frame.link-in-address");
    });
    byId("start-over").addEventListener("click", () => this.reset());
  }
}

function valueOf(control: Control, old: unknown, mapping?: Mapping): unknown {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
  if (typeof old !== "number") return control.value;
  return mapping === undefined ? Number(control.value) : mapping.fromControl(Number(control.value));
}

function show(control: Control, value: unknown, mapping?: Mapping): void {
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value as boolean;
  else if (control instanceof HTMLInputElement && control.type === "radio")
    control.checked = control.value === String(value);
  else control.value = String(typeof value === "number" && mapping !== undefined ? mapping.toControl(value) : value);
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}
