// What the user does on the cells: focus, pointer, keys, and typing a number into a cell.
import { CellEditor } from "./grid/cell-editor.js";
import type { GridTable } from "./grid/grid-table.js";
import { valueAt, type Edit, type Place, allDigits } from "../show/index.js";
import { namesOf, type Picture, type Pool } from "./picture.js";
import type { Layout } from "./layout.js";

const LARGEST_FLOAT32 = (2 - 2 ** -23) * 2 ** 127;

/** Who is told what the user does. */
export interface Listener {
  focused(place: Place | null): void;
  hovered(place: Place | null): void;
  opened(place: Place): void;
  /** Draws what waits to be drawn: a number is about to be taken for what is on the screen. */
  editing(): void;
  edited(edit: Edit): void;
  pooled(pool: Pool): void;
}

/** What the user has before them now. */
export interface Scene {
  readonly picture: Picture;
  readonly grid: GridTable;
  readonly layout: Layout;
}

export interface UserInputOptions {
  readonly listener: Listener;
  /** Undefined until there is something to see. */
  readonly scene: () => Scene | undefined;
  /** The user has moved: to another cell by focus or by pointer, or focus has left. */
  readonly moved: (by: "focus" | "pointer" | "leaving") => void;
  /** A cell's field has closed: its digits must be written again. */
  readonly closed: () => void;
  readonly complain: (sentence: string) => void;
}

export class UserInput {
  readonly #options: UserInputOptions;
  readonly #plate: HTMLElement;
  readonly #editor: CellEditor;
  #hovered: Place | undefined;

  constructor(plate: HTMLElement, options: UserInputOptions) {
    this.#plate = plate;
    this.#options = options;
    this.#editor = new CellEditor({
      catchUp: () => options.listener.editing(),
      commit: (place, value) => options.listener.edited({ ...place, value }),
      closed: (place, step) => this.#closeCell(place, step),
      complain: options.complain,
    });
    plate.addEventListener("focusin", (event) => this.#onFocus(event));
    plate.addEventListener("focusout", (event) => this.#onBlur(event));
    plate.addEventListener("pointermove", (event) => this.#onHover(this.#placeOf(event)));
    plate.addEventListener("pointerleave", () => this.#onHover(undefined));
    plate.addEventListener("click", (event) => this.#onClick(event));
    plate.addEventListener("dblclick", (event) => this.#openCell(this.#placeOf(event), undefined));
    plate.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** The cell under the pointer. */
  get hovered(): Place | undefined {
    return this.#hovered;
  }

  /** Closes the field of a cell without taking its number. */
  dropField(): void {
    this.#editor.drop();
  }

  goTo(place: Place): void {
    const scene = this.#options.scene();
    scene?.grid.focus(place);
    scene?.layout.zoomTo?.(place);
  }

  #placeOf(event: MouseEvent): Place | undefined {
    const scene = this.#options.scene();
    return scene?.grid.placeOf(event.target) ?? scene?.layout.placeAt(event.clientX, event.clientY);
  }

  #onFocus(event: Event): void {
    const place = this.#options.scene()?.grid.placeOf(event.target);
    if (place === undefined) return;
    this.#options.moved("focus");
    this.#options.listener.focused(place);
  }

  #onBlur(event: FocusEvent): void {
    if (event.relatedTarget instanceof Node && this.#plate.contains(event.relatedTarget)) return;
    this.#options.moved("leaving");
    this.#options.listener.focused(null);
  }

  #onHover(place: Place | undefined): void {
    if (place?.row === this.#hovered?.row && place?.column === this.#hovered?.column) return;
    this.#hovered = place;
    this.#options.moved("pointer");
    this.#options.listener.hovered(place ?? null);
  }

  #onClick(event: MouseEvent): void {
    const place = this.#placeOf(event);
    if (place === undefined || this.#editor.isOpen) return;
    this.#options.scene()?.grid.focus(place);
    this.#options.listener.opened(place);
  }

  #onKey(event: KeyboardEvent): void {
    const scene = this.#options.scene();
    const place = scene?.grid.placeOf(event.target);
    if (scene === undefined || place === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    const typed = /^[-+.,\d\u2212]$/.test(event.key) ? event.key : undefined;
    if (takesNumbers(scene) && (typed !== undefined || event.key === "Enter" || event.key === "F2"))
      this.#openCell(place, typed);
    else if (event.key === "Enter") this.#options.listener.opened(place);
    else if (!scene.layout.key?.(event)) return;
    event.preventDefault();
  }

  #openCell(place: Place | undefined, typed: string | undefined): void {
    const scene = this.#options.scene();
    const cell = place && scene?.grid.cell(place);
    if (!scene || !cell || !takesNumbers(scene) || !scene.picture.filled) return;
    const { picture, layout } = scene;
    layout.zoomTo?.(place);
    const isFloat32 = picture.numbers.data instanceof Float32Array;
    const text = allDigits(valueAt(picture.numbers, place), isFloat32);
    this.#editor.open({
      cell,
      place,
      name: namesOf(picture, place).join(", "),
      text,
      largest: isFloat32 ? LARGEST_FLOAT32 : Number.MAX_VALUE,
      typed,
    });
  }

  #closeCell({ row, column }: Place, step: number | undefined): void {
    this.#options.closed();
    if (step !== undefined) this.#options.scene()?.grid.focus({ row: row + step, column });
  }
}

/** Whether a field can be opened in a cell. */
function takesNumbers({ picture, layout }: Scene): boolean {
  return picture.editable && layout.showsCells;
}
