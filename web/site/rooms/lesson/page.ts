// What every lesson has: its state in the link, its language, its glossary, its controls, and the core.
import "./map.css";
import { load, type Heed } from "heed";
import {
  Address,
  Announcer,
  byId,
  copyText,
  decode,
  encode,
  initials,
  startCore,
  type Fields,
  type Values,
} from "../../kit/index.js";
import { fill, filled, languageNow, phrase, Speaker, type Parameters } from "../../kit/texts/index.js";
import { markDoneAtEnd } from "./done.js";
import { addSteppers, showValue, valueOf, type Control, type Mapping } from "./controls.js";
import { openAround, openMore } from "./more.js";
import { changeDetector } from "./numbers.js";
import { openOnPaper } from "./paper.js";
import { showPicture } from "./picture.js";
import "./texts/glossary/en.json";

export class Page<F extends Fields> {
  readonly name = document.body.dataset.page!;
  readonly #fields: F;
  #values!: Values<F>;
  #refused: readonly string[] = [];
  readonly #address = new Address();
  readonly #drawers: (() => void)[] = [];
  readonly #speaker = new Speaker(this.name, () => {
    // The messages that are shown are in the other language.
    byId("announcements").replaceChildren();
    this.#write();
    this.#translate();
    this.#draw();
  });
  readonly #announcer = new Announcer(byId("announcements"));

  constructor(fields: F) {
    this.#fields = fields;
    this.#read();
    addEventListener("hashchange", () => {
      this.#read();
      this.#translate();
      this.#draw();
    });
    addSteppers();
    wireGlossary();
    openOnPaper();
    openMore();
    void showPicture();
    this.#wireLinks();
    this.#translate();
    const end = document.querySelector("nav.turn");
    if (end !== null) markDoneAtEnd(this.name, end);
  }

  get state(): Values<F> {
    return this.#values;
  }

  get language(): string {
    return languageNow();
  }

  /** Changes the state and the link, and draws again. */
  set(change: Partial<Values<F>>): void {
    this.#values = { ...this.#values, ...change };
    this.#write();
    this.#draw();
  }

  /** Puts the page back to its start. */
  reset(): void {
    this.set(initials(this.#fields));
  }

  /** Draws now, and again whenever the state or the language changes. */
  onChange(draw: () => void): void {
    this.#drawers.push(draw);
    draw();
  }

  /** The text of a key, for speech and attributes. */
  text(key: string, parameters?: Parameters): string {
    return phrase(key, parameters);
  }

  /** As fill() of the kit's texts. */
  fill(element: Element, key: string, parameters: Parameters | (() => Parameters) = {}): void {
    fill(element, key, parameters);
  }

  /** As filled() of the kit's texts. */
  element<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    key: string,
    attributes: Readonly<Record<string, string>> = {},
    parameters: Parameters | (() => Parameters) = {},
  ): HTMLElementTagNameMap[Name] {
    return filled(name, key, attributes, parameters);
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
    // A number that is typed counts as in a link, and undefined is what cannot be read yet.
    const read = (control: Control): unknown =>
      control.type === "number"
        ? this.#fields[name]!.read(control.value)
        : valueOf(control, this.#values[name], options.mapping);
    for (const control of controls) {
      control.addEventListener("input", () => {
        const value = read(control);
        if (value !== undefined) this.set({ [name]: value } as Partial<Values<F>>);
      });
      // What was typed gives way to the value that counts.
      control.addEventListener("change", () => showValue(control, this.#values[name], options.mapping));
    }
    const isOther = changeDetector();
    isOther(this.#fields[name]!.initial);
    this.onChange(() => {
      if (isOther(this.#values[name])) openAround(controls[0]);
      for (const control of controls)
        if (control.type !== "number" || read(control) !== this.#values[name])
          showValue(control, this.#values[name], options.mapping);
      if (options.show === undefined) return;
      const text = options.show(this.#values[name]);
      if (output !== null) output.textContent = text;
      // A slider's position is seldom its value: without a text, a screen reader would say the position.
      for (const control of controls) if (control.type === "range") control.setAttribute("aria-valuetext", text);
    });
  }

  /** Ties a value of the state to the <details> of its id: a link to what is in it opens it. */
  bindFold<Name extends keyof F & string>(name: Name): void {
    const fold = byId<HTMLDetailsElement>(name);
    const changed = changeDetector();
    fold.querySelector("summary")!.addEventListener("click", (event) => {
      event.preventDefault();
      fold.open = !fold.open;
      this.set({ [name]: fold.open } as Partial<Values<F>>);
    });
    // The browser opens it, too: on paper, and for what it finds there.
    this.onChange(() => {
      if (changed(this.#values[name])) fold.open = this.#values[name] as boolean;
    });
  }

  /** Starts the core, then calls back. If the core cannot start, the page says why. */
  async withCore(begin: (heed: Heed) => void): Promise<void> {
    // What is drawn first may measure its words, and the page's own face has other widths than its stand-in.
    const face = document.fonts.load('1rem "Heed Sans"');
    const heed = await startCore(byId("engine"), load(), true);
    await face.catch(() => undefined);
    if (heed === undefined) return;
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
    link.href = `../play.html${hash}&lang=${this.language}`;
    link.hidden = false;
  }

  #read(): void {
    ({ values: this.#values, refused: this.#refused } = decode(this.#fields, location.hash));
    this.#speaker.chooseByLink();
  }

  #write(): void {
    this.#address.keep(this.#link());
  }

  #link(): string {
    return encode(this.#fields, this.#values, this.#speaker.asked);
  }

  #draw(): void {
    for (const draw of this.#drawers) draw();
  }

  #translate(): void {
    this.#speaker.translate();
    const problem = byId("link-problem");
    problem.hidden = this.#refused.length === 0;
    if (this.#refused.length > 0) this.fill(problem, "frame.link-problem", { names: this.#refused.join(", ") });
  }

  #wireLinks(): void {
    byId("permalink").addEventListener("click", async (event) => {
      event.preventDefault();
      this.#address.keepNow(this.#link());
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
