// Why does a head look there? What a score is made of, what a weight moves, and where all layers together look.
import type { AttentionMatrix } from "heed/element";
import type { ScorePart } from "heed/model";
import { digits, make, percent, roundUp } from "../../../../show/index.js";
import { byId, Latest } from "../../../kit/index.js";
import { fill, languageNow, phrase } from "../../../kit/texts/index.js";
import { fillSelect, placeName, type HeadPlace } from "../../../rooms/heads/index.js";
import { fillRows, number, showParts, type NamedPart } from "./part-tables.js";
import { RolloutView } from "./rollout-view.js";
import type { ModelText } from "./running-model.js";
import type { Lengths, PairParts } from "./why-requests.js";

/** How often the page asks how far a run is, in milliseconds. */
const ASKED_MS = 100;
/** The most rows of the table of lengths. */
const KEYS = 10;

export class WhyPanel {
  readonly #box = byId<HTMLDetailsElement>("why");
  readonly #query = byId<HTMLSelectElement>("why-query");
  readonly #key = byId<HTMLSelectElement>("why-key");
  readonly #matrix = byId<AttentionMatrix>("lengths-matrix");
  readonly #rollout = new RolloutView();
  #text: ModelText | undefined;
  #place: HeadPlace | undefined;
  /** Undefined: the last token, and the one that it looks at most. */
  #pair: { readonly query: number | undefined; readonly key: number | undefined } = none();
  readonly #latest = new Latest();
  #asked = "";
  /** The language of what is shown. */
  #spoken = "";
  /** What the reader has stopped, and has not asked for again. */
  #stopped = "";

  constructor() {
    this.#box.addEventListener("toggle", () => this.#renew());
    this.#query.addEventListener("change", () => this.#choose({ query: Number(this.#query.value), key: undefined }));
    this.#key.addEventListener("change", () => this.#choose({ ...this.#pair, key: Number(this.#key.value) }));
    byId("why-stop").addEventListener("click", () => this.#stop());
    byId("head-matrix").addEventListener("matrix-open", (event) => {
      const { row, column } = (event as CustomEvent<{ row: number; column: number }>).detail;
      this.#choose({ query: row, key: column });
    });
  }

  /** @param text undefined where something else is open @param place the open head */
  show(text: ModelText | undefined, place: HeadPlace | undefined): void {
    const isOpen = text !== undefined && text.drawn === undefined && place !== undefined;
    if (text !== this.#text) {
      if (this.#asked !== "") this.#stopWorker();
      this.#asked = this.#stopped = "";
      this.#end();
    }
    const count = text?.read.ids.length ?? 0;
    if (Math.max(this.#pair.query ?? 0, this.#pair.key ?? 0) >= count) this.#pair = none();
    this.#text = text;
    this.#place = place;
    this.#box.hidden = !isOpen;
    this.#renew();
  }

  #choose(pair: { readonly query: number | undefined; readonly key: number | undefined }): void {
    this.#pair = pair;
    this.#stopped = "";
    this.#renew();
  }

  #end(): void {
    this.#latest.end();
    byId("why-scan").hidden = true;
  }

  #stopWorker(): void {
    this.#text?.ask("stopWhy", {}).catch(() => undefined);
  }

  #stop(): void {
    this.#end();
    this.#stopped = this.#asked;
    this.#asked = "";
    this.#stopWorker();
    fill(byId("why-sum"), "why-stopped");
  }

  #renew(): void {
    const [text, place] = [this.#text, this.#place];
    if (text === undefined || place === undefined || this.#box.hidden || !this.#box.open) return;
    this.#rollout.show(text);
    const query = this.#pair.query ?? text.read.ids.length - 1;
    const asked = JSON.stringify([text.id, place, query, this.#pair.key]);
    if (asked === this.#stopped || (asked === this.#asked && languageNow() === this.#spoken)) return;
    this.#asked = asked;
    this.#stopped = "";
    this.#spoken = languageNow();
    void this.#latest.quietly(
      (signal) => this.#compute(text, place, query, signal),
      ({ message }) => {
        this.#end();
        byId("why-found").hidden = true;
        fill(byId("why-sum"), "text-problem", { problem: message });
      },
    );
  }

  async #compute(text: ModelText, place: HeadPlace, query: number, signal: AbortSignal): Promise<void> {
    fillSelect(this.#query, optionsOf(text), String(query));
    const telling = setInterval(() => void this.#tell(text, signal), ASKED_MS);
    try {
      const found = await text.ask("whyParts", { ...place, query, key: this.#pair.key }, signal);
      const lengths = found.kind === "parts" ? await text.ask("whyLengths", place, signal) : found;
      this.#end();
      byId("why-found").hidden = found.kind !== "parts";
      if (found.kind !== "parts" || lengths.kind !== "lengths")
        return fill(byId("why-sum"), "why-too-long", { most: found.kind === "parts" ? 0 : found.most });
      this.#fillKeys(text, query, found.key);
      this.#showParts(text, place, query, found);
      this.#showLengths(text, query, lengths);
    } finally {
      clearInterval(telling);
    }
  }

  async #tell(text: ModelText, signal: AbortSignal): Promise<void> {
    const { done, of } = await text.ask("whyProgress", {}, signal).catch(() => ({ done: 0, of: 0 }));
    if (signal.aborted || of === 0 || done === of) return;
    byId("why-scan").hidden = false;
    const bar = byId<HTMLProgressElement>("why-bar");
    bar.max = of;
    bar.value = done;
  }

  #fillKeys(text: ModelText, query: number, key: number): void {
    const options = optionsOf(text);
    const seen = text.file.facts.causal ? options.slice(0, query + 1) : options;
    fillSelect(this.#key, Number(key) < seen.length ? seen : options, String(key));
  }

  #showParts(text: ModelText, place: HeadPlace, query: number, { parts, pairs, key, score, weight }: PairParts): void {
    const labels = text.labels();
    const [looks, seen] = [labels[query]!, labels[key]!];
    const count = parts.length;
    const named = (part: ScorePart, token: string): string => nameOf(part, place.layer, token);
    const side = (pairsOf: (at: number, other: number) => number, token: string): NamedPart[] =>
      parts.map((part, at) => ({
        name: named(part, token),
        value: parts.reduce((sum, _, other) => sum + pairs[pairsOf(at, other)]!, 0),
      }));
    const queries = side((at, other) => at * count + other, looks);
    const keys = side((at, other) => other * count + at, seen);
    const both = Array.from(pairs, (value, at) => ({
      name: phrase("parts-pair", {
        query: named(parts[Math.floor(at / count)]!, looks),
        key: named(parts[at % count]!, seen),
      }),
      value,
    }));
    const sum = queries.reduce((total, { value }) => total + value, 0);
    fill(byId("why-sum"), "why-sum", () => ({
      ...{ place: placeName(place), query: looks, key: seen, score: digits(score), weight: percent(weight), count },
      ...{ sum: digits(sum), difference: Math.abs(sum - score) < 5e-6 ? digits(0) : digits(Math.abs(sum - score), 6) },
    }));
    byId("why-sum").dataset["score"] = String(score);
    showParts(byId("why-queries"), phrase("parts-query", { token: looks }), queries);
    showParts(byId("why-keys"), phrase("parts-key", { token: seen }), keys);
    showParts(byId("why-pairs"), phrase("parts-pairs"), both);
  }

  #showLengths(text: ModelText, query: number, { lengths, weights, products }: Lengths): void {
    const labels = text.labels();
    const count = labels.length;
    const at = query * count;
    const order = Array.from({ length: count }, (_, key) => key)
      .filter((key) => weights[at + key]! > 0)
      .sort((a, b) => products[at + b]! - products[at + a]!);
    fillRows(
      byId("lengths-table"),
      ["lengths-token", "lengths-weight", "lengths-length", "lengths-product"].map((key) => phrase(key)),
      order
        .slice(0, KEYS)
        .map((key) => [
          `${key + 1} ${labels[key]!}`,
          make("data", { value: weights[at + key]! }, percent(weights[at + key]!)),
          number(lengths[key]!),
          number(products[at + key]!),
        ]),
    );
    fill(byId("lengths-note"), "lengths-note", { token: labels[query]!, count: Math.min(KEYS, order.length) });
    this.#matrix.matrix = { data: products, shape: [count, count] };
    this.#matrix.rowLabels = this.#matrix.columnLabels = [...labels];
    this.#matrix.domain = [0, roundUp(products.reduce((most, one) => Math.max(most, one), 0))];
  }
}

function optionsOf(text: ModelText): (readonly [value: string, name: string])[] {
  return text.labels().map((label, at) => [String(at), `${at + 1} ${label}`] as const);
}

function none(): { query: undefined; key: undefined } {
  return { query: undefined, key: undefined };
}

/** @param layer the layer of the open head, whose biases are those of its own norm and projections */
function nameOf({ kind, layer, head }: ScorePart, own: number, token: string): string {
  if (head !== undefined) return placeName({ layer: layer!, head });
  if (kind !== "bias") return phrase(`part-${kind}`, { token, layer: layer ?? 0 });
  if (layer === undefined) return phrase("part-bias-first");
  return layer === own ? phrase("part-bias-own") : phrase("part-bias", { layer });
}
