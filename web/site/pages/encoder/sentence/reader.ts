// A sentence as the model reads it: its pieces, and what both layers make of them.
import type { HeadPlace } from "../../../rooms/heads/index.js";
import { HEADS, MOST_PIECES, type Encoded, type Encoder, type Tokeniser } from "../../../rooms/trained/index.js";
import { labelOf } from "./piece-words.js";

export interface ReadSentence {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly labels: readonly string[];
  readonly encoded: Encoded;
  /** How many pieces did not fit. */
  readonly left: number;
}

/** The pieces of a text by their numbers, and by what readers see. */
export interface Pieces {
  readonly ids: readonly number[];
  readonly labels: readonly string[];
}

export class Reader {
  readonly #tokeniser: Tokeniser;
  readonly encoder: Encoder;

  constructor(tokeniser: Tokeniser, encoder: Encoder) {
    this.#tokeniser = tokeniser;
    this.encoder = encoder;
  }

  pieces(text: string): Pieces {
    const ids = this.#tokeniser.encode(text);
    return { ids, labels: ids.map((id) => labelOf(this.#tokeniser.piece(id))) };
  }

  /** undefined for a text without a piece @param start the place of its first piece */
  read(text: string, start = 0): ReadSentence | undefined {
    const all = this.#tokeniser.encode(text);
    const ids = all.slice(0, MOST_PIECES);
    if (ids.length === 0) return undefined;
    const pieces = ids.map((id) => this.#tokeniser.piece(id));
    const encoded = this.encoder.encode(ids, start);
    return { text, pieces, labels: pieces.map(labelOf), encoded, left: all.length - ids.length };
  }
}

/** All eight, layer after layer. */
export function allHeads(): HeadPlace[] {
  return Array.from({ length: 2 * HEADS }, (_, at) => ({ layer: Math.floor(at / HEADS), head: at % HEADS }));
}

/** One head's weights, row after row. */
export function weightsOf({ encoded }: ReadSentence, { layer, head }: HeadPlace): Float32Array {
  const count = encoded.ids.length ** 2;
  return encoded.layers[layer]!.kept.weights.data.subarray(head * count, (head + 1) * count);
}

/** What a piece gives to every piece. */
export function rowOf(sentence: ReadSentence, place: HeadPlace, row: number): Float32Array {
  const count = sentence.encoded.ids.length;
  return weightsOf(sentence, place).subarray(row * count, (row + 1) * count);
}
