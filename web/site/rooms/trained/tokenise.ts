// Cuts a text into the model's pieces: of all ways to cut it, the one with the highest sum of scores (Viterbi).

/** The pieces below this number stand for no text: unknown, begin, end and three that are not used. */
const FIRST_PIECE = 6;
const UNKNOWN = 0;
/** Stands for a space, also before the first word. */
export const SPACE = "▁";

export class Tokeniser {
  readonly #pieces: readonly string[];
  readonly #scores: Float32Array;
  readonly #numbers = new Map<string, number>();
  readonly #longest: number;

  constructor(pieces: readonly string[], scores: Float32Array) {
    this.#pieces = pieces;
    this.#scores = scores;
    for (let number = FIRST_PIECE; number < pieces.length; number++) this.#numbers.set(pieces[number]!, number);
    this.#longest = pieces.reduce((longest, piece) => Math.max(longest, piece.length), 1);
  }

  piece(number: number): string {
    return this.#pieces[number]!;
  }

  /** The numbers of the pieces. Characters that no piece has become one unknown piece, however many follow another. */
  encode(text: string): number[] {
    const plain = text.normalize("NFKC").trim().replace(/\s+/g, " ");
    if (plain === "") return [];
    const characters = Array.from(SPACE + plain.replaceAll(" ", SPACE));
    return this.#readBack(characters, this.#lastPieces(characters));
  }

  /** For each place the last piece of the best way to it. */
  #lastPieces(characters: readonly string[]): Int32Array {
    const best = new Float64Array(characters.length + 1);
    const last = new Int32Array(characters.length + 1);
    for (let end = 1; end <= characters.length; end++) {
      let text = "";
      // Shorter pieces come first: the last of equal ways stays, as in the model's own tokeniser.
      for (let start = end - 1; start >= Math.max(0, end - this.#longest); start--) {
        text = characters[start]! + text;
        const number = this.#numbers.get(text);
        if (number === undefined) continue;
        const score = best[start]! + this.#scores[number]!;
        if (best[end] !== 0 && score <= best[end]!) continue;
        best[end] = score;
        last[end] = number;
      }
    }
    return last;
  }

  #readBack(characters: readonly string[], last: Int32Array): number[] {
    const found: number[] = [];
    for (let end = characters.length; end > 0;) {
      const number = last[end]!;
      if (number !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(number);
      end -= number === UNKNOWN ? 1 : Array.from(this.#pieces[number]!).length;
    }
    return found.reverse();
  }
}
