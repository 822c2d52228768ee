// What counting reaches: the next letter by how often it followed the letters before it, in the same text. Orders are
// mixed as Witten and Bell have it: a context that was followed by many different letters trusts the shorter one more.

/** Where there are not more contexts, each has a place in a list; else a map finds it. */
const LISTED = 2 ** 19;

/** How often each letter followed the contexts of one length that stand in some pieces. No other context is counted. */
class Order {
  /** The number of each context from 1 on; 0 for those that are not counted. */
  readonly #listed: Int32Array | undefined;
  readonly #mapped = new Map<number, number>();
  /** A row of counts for each number, with one for each letter. */
  readonly #counts: Int32Array;

  constructor(
    private readonly length: number,
    private readonly vocab: number,
    text: Int32Array,
    pieces: readonly Int32Array[],
  ) {
    const all = vocab ** length;
    if (all <= LISTED) this.#listed = new Int32Array(all);
    let last = 0;
    for (const piece of pieces)
      this.#each(piece, (context) => {
        if (this.#numberOf(context) > 0) return;
        if (this.#listed) this.#listed[context] = ++last;
        else this.#mapped.set(context, ++last);
      });
    const counts = new Int32Array((last + 1) * vocab);
    this.#each(text, (context, letter) => {
      counts[this.#numberOf(context) * vocab + letter]!++;
    });
    this.#counts = counts;
  }

  #numberOf(context: number): number {
    return this.#listed ? this.#listed[context]! : (this.#mapped.get(context) ?? 0);
  }

  /** Gives each letter that has a whole context before it, and that context as a number. */
  #each(text: Int32Array, visit: (context: number, letter: number) => void): void {
    const { length, vocab } = this;
    const first = vocab ** Math.max(0, length - 1);
    let context = 0;
    for (let at = 0; at < text.length; at++) {
      const letter = text[at]!;
      if (at >= length) visit(context, letter);
      if (length > 0) context = (context % first) * vocab + letter;
    }
  }

  /** Adds what this order says to `shares`, the probability of each letter of a piece by the shorter contexts. */
  refine(piece: Int32Array, shares: Float64Array): void {
    const { length, vocab } = this;
    let at = length;
    this.#each(piece, (context, letter) => {
      const place = this.#numberOf(context) * vocab;
      const row = this.#counts.subarray(place, place + vocab);
      let [total, kinds] = [0, 0];
      for (const count of row) {
        total += count;
        if (count > 0) kinds++;
      }
      if (total > 0) shares[at] = (row[letter]! + kinds * shares[at]!) / (total + kinds);
      at++;
    });
  }
}

/** Counts orders one after another, since each takes a while. */
export class Counting {
  readonly #orders: Order[] = [];

  constructor(
    private readonly vocab: number,
    private readonly learned: Int32Array,
  ) {}

  /**
   * The loss on these pieces by contexts of one letter more than before. A piece begins without a context, as it does
   * for the model.
   */
  next(pieces: readonly Int32Array[]): number {
    this.#orders.push(new Order(this.#orders.length, this.vocab, this.learned, pieces));
    let [sum, count] = [0, 0];
    for (const piece of pieces) {
      const shares = new Float64Array(piece.length).fill(1 / this.vocab);
      for (const order of this.#orders) order.refine(piece, shares);
      for (const share of shares.subarray(1)) sum -= Math.log(share);
      count += piece.length - 1;
    }
    return sum / count;
  }
}
