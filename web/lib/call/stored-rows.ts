// Which token is in which stored row. Row r of a batch holds the token first + r.
//
// A ring stores a quarter more rows than its capacity. So its tokens lie in order, and they move down to row 0 only
// every capacity / 4 tokens.

/** The stored tokens of one batch. */
interface Tokens {
  /** Their number, counted from the first token ever. */
  length: number;
  /** The token in row 0. */
  first: number;
  /** The highest length since the batch was empty: a ring keeps the last `capacity` tokens before it. */
  highest: number;
}

/** Rows of a batch: from `begin` to before `end`. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

export class StoredRows {
  /** How many rows each head has room for. */
  readonly rows: number;
  private tokens: Tokens[];

  /** `reach`: how many tokens before itself a token of a ring sees; undefined if the cache is not a ring. */
  constructor(
    batch: number,
    readonly capacity: number,
    private readonly reach: number | undefined,
  ) {
    this.rows = reach === undefined ? capacity : capacity + Math.ceil(capacity / 4);
    this.tokens = Array.from({ length: batch }, () => ({ length: 0, first: 0, highest: 0 }));
  }

  get lengths(): number[] {
    return this.tokens.map(({ length }) => length);
  }

  /** The most new tokens that find room, together with all that the first of them sees. */
  get atOnce(): number {
    return this.reach === undefined ? Infinity : this.rows - this.reach;
  }

  /** The row after the last token. */
  end(b: number): number {
    const { length, first } = this.tokens[b]!;
    return length - first;
  }

  /** How many tokens still find room; a ring always makes room. */
  room(b: number): number {
    return this.reach === undefined ? this.capacity - this.tokens[b]!.length : Infinity;
  }

  /** Whether a token at this position would still find all tokens that it sees. */
  reaches(b: number, position: number): boolean {
    if (this.reach === undefined) return true;
    return Math.max(0, position - this.reach) >= this.tokens[b]!.highest - this.capacity;
  }

  /** How many rows must be dropped before `count` tokens come: all that no token will see again, or none. */
  dropped(b: number, count: number): number {
    const { length, first } = this.tokens[b]!;
    return length + count - first <= this.rows ? 0 : this.unseen(b, count);
  }

  /** The row after the last token once `count` more have come. */
  endWith(b: number, count: number): number {
    return this.end(b) - this.dropped(b, count) + count;
  }

  /** The rows that tokens may see once `count` more have come. */
  seen(b: number, count: number): Span {
    return { begin: this.unseen(b, count), end: this.end(b) + count };
  }

  /** How many rows from the first on no token will see again once `count` more have come. */
  private unseen(b: number, count: number): number {
    if (this.reach === undefined) return 0;
    const { length, first, highest } = this.tokens[b]!;
    const oldest = Math.min(length - this.reach, Math.max(highest, length + count) - this.capacity);
    return Math.max(0, oldest - first);
  }

  drop(b: number, rows: number): void {
    this.tokens[b]!.first += rows;
  }

  add(b: number, count: number): void {
    const tokens = this.tokens[b]!;
    tokens.length += count;
    tokens.highest = Math.max(tokens.highest, tokens.length);
  }

  cut(b: number, length: number): void {
    if (length === 0) this.tokens[b] = { length: 0, first: 0, highest: 0 };
    else this.tokens[b]!.length = length;
  }

  reorder(from: readonly number[]): void {
    this.tokens = from.map((source) => ({ ...this.tokens[source]! }));
  }
}
