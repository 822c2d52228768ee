// What if a head were switched off, or an edge cut? A list of changes, and what they do to a token.
import { digits, make } from "../../../../show/index.js";
import { byId } from "../../../kit/index.js";
import { clear, fill, phrase } from "../../../kit/texts/index.js";
import { fillSelect, placeName, samePlace, type HeadPlace } from "../../../rooms/heads/index.js";
import { EffectTable } from "./effect-table.js";
import { HeadMap } from "./head-map.js";
import { labelsOf } from "./labels.js";
import { plain } from "./plain.js";
import type { Change, Effect } from "./requests.js";
import type { ModelText } from "./running-model.js";

const KINDS = ["off", "mean", "other", "cut"] as const;

export class WhatIfDesk {
  readonly #box = byId<HTMLDetailsElement>("what-if");
  readonly #table = new EffectTable(byId("effect"));
  readonly #map = new HeadMap((change) => this.#add(change));
  readonly #list = byId("changes");
  readonly #other = byId<HTMLInputElement>("other-text");
  #text: ModelText | undefined;
  #at = 0;
  #place: HeadPlace | undefined;
  #changes: readonly Change[] = [];
  #asked = "";
  #effect: Effect | undefined;

  constructor() {
    this.#box.addEventListener("toggle", () => this.#renew());
    byId("change-kind").addEventListener("change", () => this.#showFields());
    byId("change-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(this.#chosen());
    });
    this.#other.addEventListener("input", () => this.#renew());
    byId("clear-changes").addEventListener("click", () => this.#set([]));
    this.#list.addEventListener("click", ({ target }) => {
      const at = (target as Element).closest<HTMLElement>("button")?.dataset["at"];
      if (at === undefined) return;
      this.#set(this.#changes.filter((_, place) => place !== Number(at)));
      (this.#list.querySelector<HTMLElement>("button") ?? byId<HTMLElement>("add-change")).focus();
    });
  }

  /** @param place the head that is open */
  show(text: ModelText, at: number, place: HeadPlace | undefined): void {
    const isOther = text.file !== this.#text?.file;
    const isNew = text !== this.#text;
    const moved = place !== undefined && !samePlace(place, this.#place);
    this.#text = text;
    this.#at = at;
    this.#place = place;
    if (isOther) this.#changes = [];
    if (isNew) this.#changes = this.#changes.filter(({ query, key }) => Math.max(query ?? 0, key ?? 0) < this.#count);
    this.#fillChoices(isOther);
    if (moved) {
      select("change-layer").value = String(place.layer);
      select("change-head").value = String(place.head);
    }
    this.#renew();
  }

  get #count(): number {
    return this.#text!.read.ids.length;
  }

  /** In the language of now, with what was chosen. */
  #fillChoices(isOther: boolean): void {
    const { layers, heads, causal } = this.#text!.file.facts;
    const kept = (id: string, first: string): string => (isOther ? first : select(id).value || first);
    const counted = (count: number): [string, string][] =>
      Array.from({ length: count }, (_, at) => [String(at), String(at)]);
    fillSelect(
      select("change-kind"),
      KINDS.map((kind) => [kind, phrase(`what-${kind}`)] as const),
      kept("change-kind", "off"),
    );
    fillSelect(select("change-layer"), counted(layers), kept("change-layer", "0"));
    fillSelect(select("change-head"), [["", phrase("all-heads")], ...counted(heads)], kept("change-head", "0"));
    const tokens = labelsOf(this.#text!.tokens.rowTokens).map((label, at) => [String(at), `${at} ${label}`] as const);
    for (const id of ["change-query", "change-key"]) {
      const before = kept(id, id === "change-query" ? String(this.#at) : "0");
      fillSelect(select(id), tokens, Number(before) < tokens.length ? before : "0");
    }
    fill(byId("map-note"), causal ? "map-note" : "map-note-hidden");
    this.#showFields();
  }

  #showFields(): void {
    const kind = select("change-kind").value;
    for (const id of ["query-field", "key-field"]) byId(id).hidden = kind !== "cut";
    byId("other-field").hidden = kind !== "other" && !this.#puts;
  }

  get #puts(): boolean {
    return this.#changes.some(({ kind }) => kind === "other");
  }

  #chosen(): Change {
    const kind = select("change-kind").value as Change["kind"];
    const [layer, query, key] = ["layer", "query", "key"].map((name) => Number(select(`change-${name}`).value));
    const head = select("change-head").value === "" ? undefined : Number(select("change-head").value);
    return kind === "cut" ? { kind, layer: layer!, head, query, key } : { kind, layer: layer!, head };
  }

  /** A head has one change; any number of its edges may be cut. */
  #add(change: Change): void {
    const replaces = ({ kind, layer, head, query, key }: Change): boolean =>
      (kind === "cut") === (change.kind === "cut") &&
      [layer, head, query, key].join() === [change.layer, change.head, change.query, change.key].join();
    this.#set([...this.#changes.filter((one) => !replaces(one)), change]);
  }

  #set(changes: readonly Change[]): void {
    this.#changes = changes;
    this.#renew();
  }

  #renew(): void {
    const text = this.#text;
    // While the model writes, the next text comes before the effect would.
    if (text === undefined || !this.#box.open || text.drawn !== undefined) return;
    this.#map.show(text, this.#at);
    this.#showChanges();
    this.#showFields();
    const key = JSON.stringify([text.id, this.#at, this.#changes, this.#puts && this.#other.value]);
    if (key !== this.#asked) void this.#ask(text, key);
    else if (this.#effect !== undefined) this.#showEffect(this.#effect);
  }

  #showChanges(): void {
    const labels = labelsOf(this.#text!.tokens.rowTokens);
    this.#list.replaceChildren(
      ...this.#changes.map(({ kind, layer, head, query, key }, at) => {
        const place = head === undefined ? phrase("all-of-layer", { layer }) : placeName({ layer, head });
        const name =
          kind === "cut"
            ? phrase("done-cut", { place, query: labels[query!]!, key: labels[key!]! })
            : phrase(`done-${kind}`, { place });
        const button = make("button", { type: "button", class: "word", "data-at": at }, `${name} `);
        button.append(make("span", { "aria-hidden": "true" }, "×"));
        button.setAttribute("aria-label", phrase("undo-change", { name }));
        return make("li", {}, button);
      }),
    );
    byId("clear-changes").hidden = this.#changes.length < 2;
  }

  async #ask(text: ModelText, key: string): Promise<void> {
    this.#asked = key;
    this.#effect = undefined;
    if (this.#changes.length === 0) return this.#showNothing();
    const [changes, other] = [this.#changes, text.file.givenBy(this.#other.value)];
    try {
      const effect = await text.effect({ at: this.#at, changes, other });
      if (this.#asked !== key) return;
      this.#effect = effect;
      this.#showEffect(effect);
    } catch (error) {
      if (this.#asked !== key) return;
      this.#showNothing();
      fill(byId("effect-note"), "text-problem", { problem: plain((error as Error).message) });
    }
  }

  #showNothing(): void {
    this.#table.clear();
    for (const id of ["effect-title", "effect-note", "effect-actual"]) clear(byId(id));
    fill(byId("effect-note"), "no-changes");
  }

  #showEffect(effect: Effect): void {
    const text = this.#text!;
    const { rowTokens } = text.tokens;
    const [token] = labelsOf(rowTokens).slice(this.#at);
    const note = byId("effect-note");
    clear(byId("effect-actual"));
    if (effect.kind === "lengths") {
      this.#showNothing();
      return fill(note, "other-length", { count: effect.count, needed: this.#count });
    }
    if (effect.kind === "rows") {
      fill(byId("effect-title"), "rows-title");
      fill(note, "rows-note");
      return this.#table.showRows(effect, labelsOf(rowTokens));
    }
    fill(byId("effect-title"), text.file.facts.causal ? "next-title" : "hidden-title", { token: token! });
    fill(note, "divergence", () => ({ nats: digits(effect.divergence) }));
    this.#table.showWords(effect, (names) => labelsOf(rowTokens, names));
    const { actual } = effect;
    if (actual === undefined) return;
    const [name] = labelsOf(rowTokens, [actual.name]);
    fill(byId("effect-actual"), "actual-change", () => ({ token: name!, ...this.#table.shares(actual) }));
  }
}

const select = (id: string): HTMLSelectElement => byId<HTMLSelectElement>(id);
