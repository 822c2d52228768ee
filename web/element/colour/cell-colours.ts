// The colours of a small matrix. Where only its numbers change, they move from what is on the screen to the new ones.
import { make, move } from "../../show/index.js";
import { isSame, palette, type Picture } from "../picture.js";
import { paintCells } from "./paint.js";

export class CellColours {
  readonly canvas = make("canvas", { "aria-hidden": "true" });
  /** The steps of colour on the screen, and those that they move to. */
  #shown: Uint8Array = new Uint8Array();
  #wanted: Uint8Array = new Uint8Array();

  /** Without steps there are no colours. */
  show(picture: Picture, steps: Uint8Array | undefined): void {
    this.canvas.hidden = steps === undefined;
    // A picture that is drawn once more goes on moving.
    if (steps === undefined || (picture.move > 0 && isSame(steps, this.#wanted))) return;
    const from = this.#shown;
    this.#wanted = steps;
    move(this, this.canvas, from.length === steps.length ? picture.move : 0, (share) =>
      this.#paint(picture, share < 1 ? between(from, steps, share) : steps),
    );
  }

  #paint(picture: Picture, steps: Uint8Array): void {
    this.#shown = steps;
    const { numbers } = picture;
    paintCells(this.canvas, { steps, ...numbers }, { row: 0, column: 0, ...numbers }, palette(picture));
  }
}

/** A cell moves through the colours of the bar. One that is or will be hatched, step 0, changes at once. */
function between(from: Uint8Array, to: Uint8Array, share: number): Uint8Array {
  return to.map((step, at) =>
    step === 0 || from[at] === 0 ? step : Math.round(from[at]! + share * (step - from[at]!)),
  );
}
