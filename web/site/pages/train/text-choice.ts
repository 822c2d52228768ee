// Which text the model learns from: one that the page carries, or the reader's own, pasted, chosen or dropped.
import { byId, Latest, onReturn } from "../../kit/index.js";
import { fill } from "../../kit/texts/index.js";
import { digits } from "../../../show/index.js";
import { SHORT, SOMEWHAT_SHORT } from "./messages.js";
import { textOf } from "./text-of.js";

/** How much of a file the field shows. */
const BEGINNING = 2000;

interface Given {
  readonly name: string;
  readonly text: string;
  readonly encoding: string;
}

/** Undefined where the file cannot be read. */
async function givenBy(file: File): Promise<Given | undefined> {
  try {
    return { name: file.name, ...textOf(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return undefined;
  }
}

export class TextChoice {
  readonly #carried = JSON.parse(byId("texts").textContent!) as Readonly<Record<"novel" | "names", string>>;
  readonly #own = byId<HTMLTextAreaElement>("own-text");
  /** A file is too long to stand in the field. */
  #file: Given | undefined;
  readonly #latest = new Latest();

  /**
   * @param least how many letters the model needs
   * @param changed is told of another text
   */
  constructor(
    private readonly least: () => number,
    private readonly changed: () => void,
  ) {
    byId("which").addEventListener("change", () => {
      this.#choose();
      this.changed();
    });
    this.#own.addEventListener("input", () => {
      this.tell();
      this.changed();
    });
    byId<HTMLInputElement>("own-file").addEventListener("change", ({ target }) => {
      const file = (target as HTMLInputElement).files?.[0];
      if (file) void this.read(file);
    });
    byId("own-instead").addEventListener("click", () => this.#take(undefined));
    onReturn(() => this.#bringBack());
    this.#choose();
  }

  /** Undefined where there is too little. */
  get text(): string | undefined {
    const which = this.#which;
    if (which !== "own") return this.#carried[which];
    return this.#letters < this.least() ? undefined : this.#ownText;
  }

  /** Goes to the reader's text, of which there is too little. */
  complain(): void {
    this.tell();
    this.#own.focus();
  }

  /** Whether so few bytes are learned by heart. */
  isShort(bytes: number): boolean {
    return bytes < SHORT;
  }

  /** Says how long the reader's text is, and what that means. */
  tell(): void {
    const bytes = new Blob([this.#ownText]).size;
    const least = this.least();
    const enough = bytes < SHORT ? "own-short" : bytes < SOMEWHAT_SHORT ? "own-somewhat-short" : "own-fine";
    const key = this.#letters < least ? "own-too-short" : enough;
    fill(byId("own-says"), key, () => ({ kb: digits(bytes / 1000, 1), count: this.#letters, least }));
    const [fromFile, encoded] = [byId("own-file-says"), byId("own-encoding")];
    fromFile.hidden = byId("own-instead").hidden = this.#file === undefined;
    encoded.hidden = (this.#file?.encoding ?? "utf-8") === "utf-8";
    if (this.#file === undefined) return;
    const { name, encoding, text } = this.#file;
    fill(fromFile, text.length > BEGINNING ? "own-file-beginning" : "own-file-whole", { name });
    fill(encoded, "own-encoding", { encoding });
  }

  /** Takes a file for the reader's own text, unless another one comes meanwhile. */
  async read(file: File): Promise<void> {
    const signal = this.#latest.begin();
    const given = await givenBy(file);
    if (signal.aborted) return;
    byId("which").querySelector<HTMLInputElement>("input[value=own]")!.checked = true;
    const chooser = byId<HTMLInputElement>("own-file");
    // It shows the name of its file alone, and takes no file twice.
    if (chooser.files![0] !== file) chooser.value = "";
    if (given !== undefined) this.#take(given);
    this.#choose();
    this.changed();
    if (given !== undefined) return;
    byId("own-file-says").hidden = false;
    fill(byId("own-file-says"), "own-unreadable", { name: file.name });
  }

  /** A file cannot be edited, as the field has only its beginning. */
  #take(file: Given | undefined): void {
    this.#file = file;
    this.#own.readOnly = file !== undefined;
    this.#own.value = file?.text.slice(0, BEGINNING) ?? "";
    if (file === undefined) {
      byId<HTMLInputElement>("own-file").value = "";
      this.#own.focus();
    }
    this.tell();
  }

  get #ownText(): string {
    return this.#file?.text ?? this.#own.value;
  }

  /** Code points of the reader's text, as far as they are needed. */
  get #letters(): number {
    return Array.from(this.#ownText.slice(0, 2 * this.least())).length;
  }

  get #which(): "novel" | "names" | "own" {
    return byId("which").querySelector<HTMLInputElement>("input:checked")!.value as "novel" | "names" | "own";
  }

  #bringBack(): void {
    const file = byId<HTMLInputElement>("own-file").files![0];
    // Of a file the field of text has no more than the beginning.
    if (this.#which === "own" && this.#file === undefined && file) void this.read(file);
    else this.#choose();
    this.changed();
  }

  #choose(): void {
    byId("own").hidden = this.#which !== "own";
    if (this.#which === "own") this.tell();
  }
}
