// A cell as a text field while it is being changed. Enter takes the number and goes on, Escape leaves all as it was.
import { make, NUMBER_FIELD, readDecimal, say, shortened, type Place } from "../../show/index.js";

export interface Opening {
  readonly cell: HTMLElement;
  readonly place: Place;
  /** What the field is called: the cell's row and column. */
  readonly name: string;
  /** The number with all its digits. */
  readonly text: string;
  /** The largest number that the matrix can hold. */
  readonly largest: number;
  /** What was typed to open the field. It replaces the number. */
  readonly typed: string | undefined;
}

export interface CellEditorOptions {
  /** Called before a number is taken. It closes the field if the cell now stands for something else. */
  readonly catchUp: () => void;
  /** Takes a number that differs from the one before. */
  readonly commit: (place: Place, value: number) => void;
  /** Called when the field has closed. The reader moves by `step` rows; it is undefined if focus went elsewhere. */
  readonly closed: (place: Place, step: number | undefined) => void;
  /** Shows what is wrong; an empty sentence takes the last one away. */
  readonly complain: (sentence: string) => void;
}

export class CellEditor {
  readonly #options: CellEditorOptions;
  #open: { readonly opening: Opening; readonly input: HTMLInputElement } | undefined;

  constructor(options: CellEditorOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  open(opening: Opening): void {
    this.drop();
    const input = make("input", {
      ...NUMBER_FIELD,
      part: "field",
      "aria-label": opening.name,
      "aria-describedby": "problem",
    });
    input.value = opening.typed ?? opening.text;
    input.addEventListener("keydown", (event) => this.#onKey(event));
    input.addEventListener("input", () => this.#check());
    input.addEventListener("blur", () => this.#leave(undefined));
    opening.cell.replaceChildren(input);
    opening.cell.classList.add("edited");
    this.#open = { opening, input };
    input.focus();
    if (opening.typed === undefined) input.select();
    else this.#check();
  }

  /** Closes the field, if one is open, without taking its number. */
  drop(): void {
    this.#close(undefined);
  }

  #onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Escape") this.#close(0);
    else if (event.key === "Enter" && this.#check()) this.#leave(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  get #number(): number | undefined {
    const { opening, input } = this.#open!;
    const value = readDecimal(input.value);
    return value !== undefined && Math.abs(value) <= opening.largest ? value : undefined;
  }

  #check(): boolean {
    const { input } = this.#open!;
    const good = this.#number !== undefined;
    // "−" may become "−1": it is not wrong yet.
    const unfinished = /^[\s+\u2212-]*[.,]?$/.test(input.value);
    const wrong = !good && !unfinished;
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    this.#options.complain(
      !wrong ? "" : say("notANumber", { text: shortened(input.value), old: this.#open!.opening.text }),
    );
    return good;
  }

  /** Takes the number if it is valid and new; otherwise the cell stays as it was. */
  #leave(step: number | undefined): void {
    if (this.isOpen) this.#options.catchUp();
    if (this.#open === undefined) return;
    const { opening, input } = this.#open;
    const value = input.value === opening.text ? undefined : this.#number;
    if (value !== undefined) this.#options.commit(opening.place, value);
    this.#close(step);
  }

  #close(step: number | undefined): void {
    if (this.#open === undefined) return;
    const { opening, input } = this.#open;
    this.#open = undefined;
    input.remove();
    opening.cell.classList.remove("edited");
    this.#options.complain("");
    this.#options.closed(opening.place, step);
  }
}
