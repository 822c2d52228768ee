// The large model: it reads any English sentence once its weights are here. A reader who types asks for them.
import type { Heed } from "heed";
import { Arrival, Encoder, MOST_PIECES, Tokeniser } from "../../rooms/trained/index.js";
import { Heads } from "./heads.js";

/** What a sentence gave, and how many milliseconds all of its layers took. */
export type Shown = (heads: Heads, milliseconds: number) => void;

export class Large {
  readonly #heed: Heed;
  readonly #arrival: Arrival;
  #model: { readonly tokeniser: Tokeniser; readonly encoder: Encoder } | undefined;
  /** What was asked last, before the weights were there. */
  #waits = (): void => {};

  constructor(heed: Heed) {
    this.#heed = heed;
    this.#arrival = new Arrival((weights) => {
      const tokeniser = new Tokeniser(weights.pieces, weights.scores);
      this.#model = { tokeniser, encoder: new Encoder(this.#heed, weights) };
      this.#waits();
    });
  }

  /** @param place where the page shows how far the weights are @param shown is not called for a text without pieces */
  read(text: string, place: HTMLElement, shown: Shown): void {
    if (this.#model === undefined) {
      this.#waits = () => this.read(text, place, shown);
      if (this.#arrival.element.parentElement !== place) place.append(this.#arrival.element);
      return this.#arrival.wish();
    }
    const { tokeniser, encoder } = this.#model;
    const ids = tokeniser.encode(text).slice(0, MOST_PIECES);
    if (ids.length === 0) return;
    const begin = performance.now();
    const { layers } = encoder.encode(ids);
    const milliseconds = performance.now() - begin;
    const weights = layers.map(({ kept }) => kept.weights.data as Float32Array);
    shown(
      new Heads(
        text,
        ids.map((id) => tokeniser.piece(id)),
        weights,
      ),
      milliseconds,
    );
  }
}
