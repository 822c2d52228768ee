// The lens: what the row of each token says after each layer, through the last norm and the head. A reading opens its
// list, and a token that is named is followed through the layers.
import { make, percent } from "../../../show/index.js";
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { headRow, keepOneTabStop, opens, reach, shareBar } from "./dom.js";
import { shareFigure } from "./figures.js";
import type { FoldHost } from "./host.js";
import { depthName } from "./parts.js";
import type { AskableText, LensRow, Reading } from "./requests.js";
import { rowsAround } from "./shown.js";
import type { WhyState } from "./state.js";

export class LensFold {
  readonly #host: FoldHost;
  readonly #table = byId<HTMLTableElement>("lens-table");
  readonly #field = byId<HTMLInputElement>("lens-follow");
  #text: AskableText | undefined;
  #at = 0;
  #state!: WhyState;
  #asked = "";
  #askedOf: AskableText | undefined;
  readonly #readings = new Latest();
  #rows: LensRow[] = [];
  #names: ReadonlyMap<number, string> = new Map();
  readonly #openings = new Latest();

  constructor(host: FoldHost) {
    this.#host = host;
    keepOneTabStop(this.#table);
    this.#table.addEventListener("click", ({ target }) => {
      const place = (target as Element).closest<HTMLElement>("[data-reading]")?.dataset["reading"];
      if (place === undefined) return;
      const [depth, token] = place.split(" ").map(Number) as [number, number];
      host.change({ cell: [depth, token] });
    });
    byId("lens-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#name();
    });
    byId("lens-leave").addEventListener("click", () => {
      this.#field.value = "";
      host.change({ follow: undefined });
      this.#field.focus();
    });
    for (const id of ["lens-list", "lens-path"])
      byId(id).addEventListener("click", ({ target }) => this.#press(target as Element));
  }

  show(text: AskableText, at: number, state: WhyState): void {
    [this.#text, this.#at, this.#state] = [text, at, state];
    const tokens = rowsAround(at, text.says === "next" ? at : text.facts.rows - 1);
    const asked = JSON.stringify([at, state.follow]);
    if (text !== this.#askedOf || asked !== this.#asked) {
      [this.#askedOf, this.#asked] = [text, asked];
      void this.#readings.quietly(
        (signal) => this.#compute(text, tokens, signal),
        ({ message }) => {
          fill(byId("lens-problem"), "why.problem", { problem: message });
          byId("lens-scan").hidden = true;
        },
      );
    } else this.#draw();
  }

  /** What is computed is not wanted any more. */
  leave(): void {
    this.#readings.end();
    this.#askedOf = undefined;
    byId("lens-scan").hidden = true;
  }

  async #compute(text: AskableText, tokens: readonly number[], signal: AbortSignal): Promise<void> {
    const rows: LensRow[] = [];
    const { follow } = this.#state;
    this.#rows = [];
    clear(byId("lens-problem"));
    while (rows.length < tokens.length) {
      this.#progress(rows.length, tokens.length);
      const asked = { at: this.#at, tokens: tokens.slice(rows.length), follow };
      const more = await text.reason("lens", asked, signal);
      if ("kind" in more) throw new Error(phrase("why.too-long", { most: more.most }));
      rows.push(...more);
    }
    this.#rows = rows;
    this.#names = namesIn(rows, text);
    this.#draw();
    byId("lens-scan").hidden = true;
  }

  #progress(done: number, of: number): void {
    byId("lens-scan").hidden = done === 0;
    Object.assign(byId<HTMLProgressElement>("lens-bar"), { max: of, value: done });
  }

  #draw(): void {
    const text = this.#text!;
    if (this.#rows.length === 0 || this.#askedOf !== text) return;
    this.#drawTable(text);
    this.#drawOwn(text);
    this.#drawList(text);
    this.#drawPath(text);
    byId("lens-found").hidden = false;
  }

  /** The token that is followed; undefined also where the model has no such token. */
  get #follow(): number | undefined {
    return this.#rows[0]?.readings[0]?.followed?.id;
  }

  /** The reading that is open: of the last layer at the chosen token, unless another one is. */
  get #place(): readonly [depth: number, token: number] {
    const depths = this.#rows[0]!.readings.length;
    const [depth, token] = this.#state.cell ?? [depths - 1, this.#at];
    const row = this.#rows.some((one) => one.token === token) ? token : this.#at;
    return [Math.min(depth, depths - 1), row];
  }

  #readingAt([depth, token]: readonly [number, number]): Reading {
    return this.#rows.find((row) => row.token === token)!.readings[depth]!;
  }

  #drawTable(text: AskableText): void {
    const hadFocus = this.#table.contains(document.activeElement);
    const labels = text.labels();
    const follow = this.#follow;
    const names = this.#names;
    const [depth, token] = this.#place;
    const depths = this.#rows[0]!.readings.map((_, at) => depthName(at));
    const rows = this.#rows.map((row) =>
      make(
        "tr",
        row.token === this.#at ? { class: "chosen" } : {},
        make("th", { scope: "row" }, labels[row.token]!),
        ...row.readings.map((reading, at) => {
          const shown = follow === undefined ? reading.likely[0]! : reading.followed!;
          const button = make(
            "button",
            {
              type: "button",
              "data-reading": `${at} ${row.token}`,
              "aria-pressed": String(at === depth && row.token === token),
            },
            follow === undefined ? names.get(shown.id)! : percent(shown.share),
          );
          button.title = `${names.get(shown.id)!} ${percent(shown.share)}`;
          button.style.setProperty("--share", String(shown.share));
          return make("td", {}, button);
        }),
      ),
    );
    this.#table.replaceChildren(headRow([phrase("why.lens-token"), ...depths]), make("tbody", {}, ...rows));
    const chosen = this.#table.querySelector<HTMLElement>("[aria-pressed=true]");
    reach(this.#table, chosen);
    if (hadFocus) chosen?.focus({ preventScroll: true });
  }

  /** How many tokens read as themselves before any layer. */
  #drawOwn(text: AskableText): void {
    const raw = text.labels();
    const names = this.#names;
    const own = this.#rows.filter(({ token, readings }) => names.get(readings[0]!.likely[0]!.id) === raw[token]);
    const [count, of] = [own.length, this.#rows.length];
    fill(byId("lens-own"), 2 * count >= of ? "why.lens-own" : "why.lens-other", { count, of });
  }

  #drawList(text: AskableText): void {
    const place = this.#place;
    const reading = this.#readingAt(place);
    const names = this.#names;
    fill(byId("lens-list-title"), place[0] === 0 ? "why.lens-list-first" : "why.lens-list", {
      token: text.labels()[place[1]]!,
      layer: depthName(place[0]),
    });
    byId("lens-list").replaceChildren(
      ...reading.likely.map(({ id, share }, at) => {
        const name = make("button", { type: "button", class: "word", "data-follow": id }, names.get(id)!);
        name.title = phrase("why.lens-follow-this", { token: names.get(id)! });
        if (id === this.#follow) name.setAttribute("aria-current", "true");
        return make("li", {}, name, shareBar(share), opens(share, percent(share), String(at)));
      }),
    );
  }

  #drawPath(text: AskableText): void {
    const follow = this.#follow;
    const box = byId("lens-path-box");
    box.hidden = follow === undefined;
    byId("lens-leave").hidden = follow === undefined;
    if (follow === undefined) return;
    const [, token] = this.#place;
    const { readings } = this.#rows.find((row) => row.token === token)!;
    const name = this.#names.get(follow)!;
    fill(byId("lens-path-title"), "why.lens-path", { token: name, at: text.labels()[token]! });
    const rows = readings.map(({ followed }, depth) =>
      make(
        "tr",
        {},
        make("th", { scope: "row" }, depthName(depth)),
        make("td", {}, shareBar(followed!.share)),
        make("td", {}, opens(followed!.share, percent(followed!.share), `followed ${depth} ${token}`)),
      ),
    );
    const titles = [phrase("why.lens-behind"), "", phrase("why.lens-share")];
    byId("lens-path").replaceChildren(headRow(titles), make("tbody", {}, ...rows));
  }

  #press(target: Element): void {
    const follow = target.closest<HTMLElement>("[data-follow]")?.dataset["follow"];
    if (follow !== undefined) return this.#host.change({ follow: Number(follow) });
    const key = target.closest<HTMLElement>("[data-opens]")?.dataset["opens"];
    if (key === undefined || this.#rows.length === 0) return;
    const [at, ...of] = key.split(" ");
    void this.#open(at!, of.length === 0 ? this.#place : (of.map(Number) as [number, number]));
  }

  async #open(chosen: string, place: readonly [depth: number, token: number]): Promise<void> {
    const text = this.#text!;
    const { likely, followed } = this.#readingAt(place);
    const shown = chosen === "followed" ? followed! : likely[Number(chosen)]!;
    const listed = likely.some(({ id }) => id === shown.id) ? likely : [...likely, shown];
    const [depth, token] = place;
    const asked = { at: this.#at, depth, token, ids: listed.map(({ id }) => id) };
    const signal = this.#openings.begin();
    const logits = await text.reason("lensLogits", asked, signal).catch(() => undefined);
    if (signal.aborted || text !== this.#text || logits === undefined) return;
    const where = phrase("why.figure-lens", { layer: depthName(depth), token: text.labels()[token]! });
    const names = text.labels(listed.map(({ name }) => name));
    const at = listed.findIndex(({ id }) => id === shown.id);
    this.#host.open(() => shareFigure(names, shown, logits, at, where));
  }

  async #name(): Promise<void> {
    const text = this.#text!;
    const typed = this.#field.value;
    clear(byId("lens-problem"));
    if (typed === "") return this.#host.change({ follow: undefined });
    const token = await text.reason("tokenTyped", { typed });
    if (text !== this.#text || typed !== this.#field.value) return;
    if (token === undefined) fill(byId("lens-problem"), "why.no-token", { typed });
    else this.#host.change({ follow: token.id });
  }
}

/** The names of all tokens that are shown, as they would be after the text. */
function namesIn(rows: readonly LensRow[], text: AskableText): ReadonlyMap<number, string> {
  const all = new Map<number, string>();
  for (const { readings } of rows)
    for (const { likely, followed } of readings)
      for (const one of followed === undefined ? likely : [...likely, followed]) all.set(one.id, one.name);
  const labels = text.labels(Array.from(all.values()));
  return new Map(Array.from(all.keys(), (id, at) => [id, labels[at]!]));
}
