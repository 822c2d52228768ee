// What if a head were switched off, or an edge cut? A list of changes, and what they do to a token.
import { digits, make } from "../../../show/index.js";
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { fillSelect, placeName, samePlace, type HeadPlace } from "../heads/index.js";
import type { Change, ChangeableText, Effect } from "./changes.js";
import { EffectTable } from "./effect-table.js";
import { HeadMap } from "./head-map.js";
import "./texts/en.json";

const KINDS = ["off", "mean", "other", "cut"] as const;

export class WhatIfPanel {
  readonly #box = byId<HTMLDetailsElement>("what-if");
  readonly #table = new EffectTable(byId("effect"));
  readonly #map = new HeadMap((change) => this.#add(change));
  readonly #list = byId("changes");
  readonly #other = byId<HTMLInputElement>("other-text");
  #text: ChangeableText | undefined;
  #at = 0;
  #place: HeadPlace | undefined;
  #changes: readonly Change[] = [];
  #askedOf: ChangeableText | undefined;
  #asked = "";
  #effect: Effect | undefined;
  readonly #latest = new Latest();

  /** @param changed called with the present changes, and with the text that was typed as the other one */
  constructor(readonly changed: (changes: readonly Change[], other: string) => void = () => undefined) {
    this.#box.addEventListener("toggle", () => this.#renew());
    byId("change-kind").addEventListener("change", () => this.#showFields());
    byId("change-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(this.#chosen());
    });
    this.#other.addEventListener("input", () => this.#renew());
    byId("clear-changes").addEventListener("click", () => {
      this.#set([]);
      byId("add-change").focus();
    });
    this.#list.addEventListener("click", ({ target }) => {
      const at = (target as Element).closest<HTMLElement>("button")?.dataset["at"];
      if (at === undefined) return;
      this.#set(this.#changes.filter((_, place) => place !== Number(at)));
      (this.#list.querySelector<HTMLElement>("button") ?? byId<HTMLElement>("add-change")).focus();
    });
  }

  /** @param place the head that is open */
  show(text: ChangeableText, at: number, place: HeadPlace | undefined): void {
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
    return this.#text!.facts.rows;
  }

  /** In the language of now, with what was chosen. */
  #fillChoices(isOther: boolean): void {
    const { says, facts, looksBack } = this.#text!;
    const { layers, heads } = facts;
    const kept = (id: string, first: string): string => (isOther ? first : select(id).value || first);
    const counted = (count: number): [string, string][] =>
      Array.from({ length: count }, (_, at) => [String(at), String(at)]);
    fillSelect(
      select("change-kind"),
      KINDS.map((kind) => [kind, phrase(`what-if.what-${kind}`)] as const),
      kept("change-kind", "off"),
    );
    fillSelect(select("change-layer"), counted(layers), kept("change-layer", "0"));
    fillSelect(select("change-head"), [["", phrase("what-if.all-heads")], ...counted(heads)], kept("change-head", "0"));
    const tokens = this.#text!.labels().map((label, at) => [String(at), `${at + 1} ${label}`] as const);
    for (const id of ["change-query", "change-key"]) {
      const before = kept(id, id === "change-query" ? String(this.#at) : "0");
      fillSelect(select(id), tokens, Number(before) < tokens.length ? before : "0");
    }
    fill(byId("what-if-text"), `what-if.text-${says === "rows" ? "rows" : "words"}`);
    fill(byId("mean-note"), `what-if.mean-${looksBack ? "before" : "all"}`);
    fill(byId("map-note"), `what-if.map-note-${says}`);
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
    if (text === undefined || !this.#box.open || text.passes) return;
    this.#map.show(text, this.#at);
    this.#showChanges();
    this.#showFields();
    const key = JSON.stringify([this.#at, this.#changes, this.#puts && this.#other.value]);
    if (text !== this.#askedOf || key !== this.#asked) {
      [this.#askedOf, this.#asked, this.#effect] = [text, key, undefined];
      void this.#latest.quietly(
        (signal) => this.#ask(text, signal),
        ({ message }) => {
          this.#showNothing();
          fill(byId("effect-note"), "what-if.problem", { problem: message });
        },
      );
    } else if (this.#effect !== undefined) this.#showEffect(this.#effect);
  }

  #showChanges(): void {
    const labels = this.#text!.labels();
    this.#list.replaceChildren(
      ...this.#changes.map(({ kind, layer, head, query, key }, at) => {
        const place = head === undefined ? phrase("what-if.all-of-layer", { layer }) : placeName({ layer, head });
        const name =
          kind === "cut"
            ? phrase("what-if.done-cut", { place, query: labels[query!]!, key: labels[key!]! })
            : phrase(`what-if.done-${kind}`, { place });
        const button = make("button", { type: "button", class: "word", "data-at": at }, `${name} `);
        button.append(make("span", { "aria-hidden": "true" }, "×"));
        button.setAttribute("aria-label", phrase("what-if.undo-change", { name }));
        return make("li", {}, button);
      }),
    );
    byId("clear-changes").hidden = this.#changes.length < 2;
  }

  async #ask(text: ChangeableText, signal: AbortSignal): Promise<void> {
    this.changed(this.#changes, this.#other.value);
    if (this.#changes.length === 0) return this.#showNothing();
    const asked = { at: this.#at, changes: this.#changes, other: this.#other.value };
    const effect = await text.effect(asked, signal);
    if (signal.aborted) return;
    this.#effect = effect;
    this.#showEffect(effect);
  }

  #showNothing(): void {
    this.#table.clear();
    for (const id of ["effect-title", "effect-note", "effect-actual"]) clear(byId(id));
    fill(byId("effect-note"), "what-if.no-changes");
  }

  #showEffect(effect: Effect): void {
    const text = this.#text!;
    const labels = text.labels();
    const note = byId("effect-note");
    clear(byId("effect-actual"));
    if (effect.kind === "lengths") {
      this.#showNothing();
      return fill(note, "what-if.other-length", { count: effect.count, needed: this.#count });
    }
    if (effect.kind === "rows") {
      fill(byId("effect-title"), "what-if.rows-title");
      fill(note, "what-if.rows-note");
      return this.#table.showRows(effect, labels);
    }
    fill(byId("effect-title"), `what-if.${text.says}-title`, { token: labels[this.#at]! });
    fill(note, "what-if.divergence", () => ({ nats: digits(effect.divergence) }));
    this.#table.showWords(effect, (names) => text.labels(names));
    const { actual } = effect;
    if (actual === undefined) return;
    const [name] = text.labels([actual.name]);
    fill(byId("effect-actual"), "what-if.actual-change", () => ({ token: name!, ...this.#table.shares(actual) }));
  }
}

const select = (id: string): HTMLSelectElement => byId<HTMLSelectElement>(id);
