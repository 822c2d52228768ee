// What counting reaches: the next letter by how often it followed the letters before it, in the same text. Orders are
// mixed as Witten and Bell have it: a context that was followed by many different letters trusts the shorter one more.

/** How often each letter followed a context, for contexts of one length. */
class Order {
  readonly #pairs = new Map<number, number>();
  readonly #totals = new Map<number, number>();
  readonly #kinds = new Map<number, number>();

  constructor(
    private readonly length: number,
    private readonly vocab: number,
    text: Int32Array,
  ) {
    for (let at = length; at < text.length; at++) {
      const context = this.#key(text, at);
      const pair = context * vocab + text[at]!;
      const count = this.#pairs.get(pair) ?? 0;
      this.#pairs.set(pair, count + 1);
      this.#totals.set(context, (this.#totals.get(context) ?? 0) + 1);
      if (count === 0) this.#kinds.set(context, (this.#kinds.get(context) ?? 0) + 1);
    }
  }

  #key(text: Int32Array, at: number): number {
    let key = 0;
    for (let back = this.length; back >= 1; back--) key = key * this.vocab + text[at - back]!;
    return key;
  }

  /** @param shorter what the shorter context says */
  probability(text: Int32Array, at: number, shorter: number): number {
    const context = this.#key(text, at);
    const total = this.#totals.get(context);
    if (total === undefined) return shorter;
    const kinds = this.#kinds.get(context)!;
    return ((this.#pairs.get(context * this.vocab + text[at]!) ?? 0) + kinds * shorter) / (total + kinds);
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
    this.#orders.push(new Order(this.#orders.length, this.vocab, this.learned));
    let [sum, count] = [0, 0];
    for (const piece of pieces) {
      for (let at = 1; at < piece.length; at++, count++) {
        let probability = 1 / this.vocab;
        for (let order = 0; order < this.#orders.length && order <= at; order++)
          probability = this.#orders[order]!.probability(piece, at, probability);
        sum -= Math.log(probability);
      }
    }
    return sum / count;
  }
}
