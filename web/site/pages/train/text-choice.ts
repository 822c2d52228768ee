// Which text the model learns from: one that the page carries, or the reader's own, pasted, chosen or dropped.
import { byId } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { digits } from "../../../show/index.js";
import { LEAST_LETTERS, SHORT, SOMEWHAT_SHORT } from "./plan.js";

export class TextChoice {
  readonly #carried = JSON.parse(byId("texts").textContent!) as Readonly<Record<"novel" | "names", string>>;
  readonly #own = byId<HTMLTextAreaElement>("own-text");
  readonly #says = byId("own-says");
  /** A file is too long to stand in the field. */
  #file: string | undefined;

  constructor() {
    byId("which").addEventListener("change", () => this.#choose());
    this.#own.addEventListener("input", () => {
      this.#file = undefined;
      this.tell();
    });
    byId<HTMLInputElement>("own-file").addEventListener("change", ({ target }) => {
      const file = (target as HTMLInputElement).files?.[0];
      if (file) void this.#read(file);
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file && !file.name.endsWith(".safetensors")) void this.#read(file);
    });
    this.#choose();
  }

  /** Undefined where there is too little; the page then says so. */
  get text(): string | undefined {
    const which = this.#which;
    if (which !== "own") return this.#carried[which];
    this.tell();
    const text = this.#file ?? this.#own.value;
    if (text.length >= LEAST_LETTERS) return text;
    this.#own.focus();
    return undefined;
  }

  /** Whether so few bytes are learned by heart. */
  isShort(bytes: number): boolean {
    return bytes < SHORT;
  }

  /** Says how long the reader's text is, and what that means. */
  tell(): void {
    const text = this.#file ?? this.#own.value;
    const bytes = new Blob([text]).size;
    const key =
      text.length < LEAST_LETTERS
        ? "own-too-short"
        : bytes < SHORT
          ? "own-short"
          : bytes < SOMEWHAT_SHORT
            ? "own-somewhat-short"
            : "own-fine";
    fill(this.#says, key, () => ({ kb: digits(bytes / 1000, 1), least: LEAST_LETTERS }));
  }

  get #which(): "novel" | "names" | "own" {
    return byId("which").querySelector<HTMLInputElement>("input:checked")!.value as "novel" | "names" | "own";
  }

  #choose(): void {
    byId("own").hidden = this.#which !== "own";
    if (this.#which === "own") this.tell();
  }

  async #read(file: File): Promise<void> {
    byId("which").querySelector<HTMLInputElement>("input[value=own]")!.checked = true;
    this.#choose();
    this.#file = (await file.text()).replaceAll("\r\n", "\n");
    this.#own.value = this.#file.slice(0, 2000);
    this.tell();
  }
}
