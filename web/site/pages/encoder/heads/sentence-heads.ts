// The eight heads of a sentence, for the views that the pages share.
import { largestAt } from "../../../kit/index.js";
import { percent } from "../../../../show/index.js";
import {
  HeadSource,
  placeName,
  type HeadFacts,
  type HeadPlace,
  type HeadTokens,
  type OwnHead,
  type OwnRequest,
  type ScannedHead,
} from "../../../rooms/heads/index.js";
import { habitOf, pooled, rolesOf, statisticsOf } from "../../../../statistics/index.js";
import { phrase } from "../../../kit/texts/index.js";
import { HEADS, LAYERS } from "../../../rooms/trained/index.js";
import { allHeads, rowOf, weightsOf, type ReadSentence } from "../sentence/reader.js";

/** All sentences are of one model. */
export const FILE = { name: "encoder", close: (): void => undefined };

export interface Given {
  readonly sentence: ReadSentence;
  readonly chosen: number;
  readonly flavour: string;
  readonly before?: SentenceHeads | undefined;
  /** The second sentence of a comparison has a name of its own. */
  readonly name?: string;
}

export class SentenceHeads extends HeadSource {
  readonly file: HeadSource["file"];
  readonly computes = true;
  readonly facts: HeadFacts;
  readonly tokens: HeadTokens;
  override readonly chosen: number;
  readonly #sentence: ReadSentence;
  readonly #flavour: string;

  /** @param before the heads of the same sentence with another piece chosen: nothing of them is computed again */
  constructor({ sentence, chosen, flavour, before, name }: Given) {
    super();
    this.file = name === undefined ? FILE : { ...FILE, name };
    const count = sentence.labels.length;
    this.facts = { layers: LAYERS, heads: HEADS, rows: count, columns: count };
    this.chosen = chosen;
    this.#sentence = sentence;
    this.#flavour = flavour;
    const isSame = before !== undefined && before.#sentence === sentence;
    this.tokens = isSame ? before.tokens : { rowTokens: sentence.pieces, columnTokens: sentence.pieces };
    if (isSame) for (const [place, head] of before.scanned) this.scanned.set(place, head);
  }

  get origin(): string {
    return phrase("encoder.origin");
  }

  override get title(): string {
    return phrase(this.file === FILE ? "encoder.sentence-1" : "encoder.sentence-2");
  }

  override scanNow(side: number): void {
    if (this.scanned.size > 0) return;
    const { rows, columns } = this.facts;
    const roles = rolesOf(this.#sentence.pieces, columns);
    for (const place of allHeads()) {
      const values = this.head(place);
      const statistics = statisticsOf({ values, rows, columns }, roles);
      this.scanned.set(placeName(place), { ...place, statistics, thumbnail: pooled(values, rows, columns, side) });
    }
  }

  async scan(_from: number, side: number): Promise<readonly ScannedHead[]> {
    this.scanNow(side);
    return Array.from(this.scanned.values());
  }

  head(place: HeadPlace): Float32Array {
    return weightsOf(this.#sentence, place);
  }

  async own({ place, labels }: OwnRequest): Promise<OwnHead> {
    const { x, weights, kept } = this.#sentence.encoded.layers[place.layer]!;
    const headNames = Array.from({ length: HEADS }, (_, head) => placeName({ layer: place.layer, head }));
    const computation = { tokens: labels.rowTokens, headNames, x, weights, options: {}, flavour: this.#flavour, kept };
    return { computation, head: place.head, report: { key: "encoder.each-opens" } };
  }

  override captionOf(place: HeadPlace): string {
    const row = rowOf(this.#sentence, place, this.chosen);
    const top = largestAt(row);
    return `→ ${this.#sentence.labels[top]} ${percent(row[top]!)}`;
  }

  override noteOf(place: HeadPlace): string {
    const { labels } = this.#sentence;
    const habit = habitOf(this.head(place), labels.length);
    if (habit.kind !== "words") return phrase(`encoder.gives-${habit.kind}`, { share: percent(habit.share) });
    const [[first, second], [share, other]] = [habit.words, habit.shares];
    const [most, next] = [labels[first]!, labels[second]!];
    return phrase("encoder.gives-words", { first: most, share: percent(share), second: next, other: percent(other) });
  }
}
