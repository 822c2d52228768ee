// What follows the chosen token, with probabilities; and what the model writes, a token at a time.
import { make, percent } from "../../../../show/index.js";
import { byId, Latest } from "../../../kit/index.js";
import { clear, fill, phrase } from "../../../kit/texts/index.js";
import { labelsOf } from "./labels.js";
import type { Likely, Next, WritingRequest } from "./requests.js";
import type { ModelText } from "./running-model.js";
import { TokenStrip } from "./token-strip.js";

export interface NextHost {
  /** Reads these tokens in the place of the text. */
  readonly put: (ids: readonly number[]) => Promise<void>;
  /** Shows a text that the model has read while it writes. */
  readonly show: (text: ModelText) => Promise<void>;
  readonly failed: (message: string) => void;
  /** Hears which token is asked about. */
  readonly asked: (text: ModelText, at: number) => void;
}

export class NextPanel {
  readonly #host: NextHost;
  readonly #strip = new TokenStrip((at) => this.#choose(at));
  readonly #list = byId("next-list");
  readonly #button = byId<HTMLButtonElement>("write");
  #text: ModelText | undefined;
  /** The text whose likeliest tokens are listed, and the one whose shares are lit. */
  #listed: ModelText | undefined;
  #lit: ModelText | undefined;
  /** Undefined: the last token. */
  #chosen: number | undefined;
  #likely: readonly Likely[] = [];
  /** What was asked last. It stays true of its text. */
  #asked: { readonly text: ModelText; readonly at: number; readonly next: Promise<Next | undefined> } | undefined;
  readonly #questions = new Latest();
  /** The answer is shown as the page wants it now, in its language. */
  readonly #lists = new Latest();
  readonly #shares = new Latest();
  /** Whether the focus is in the list, which is made again for the token that was taken. */
  #isHeld = false;
  #isWriting = false;
  /** Another text ends a writing, and what was written then does not come back. */
  readonly #writings = new Latest();

  constructor(host: NextHost) {
    this.#host = host;
    this.#list.addEventListener("click", ({ target }) => {
      const at = (target as Element).closest<HTMLElement>("button")?.dataset.at;
      if (at !== undefined) void this.#put(this.#likely[Number(at)]!.id);
    });
    this.#button.addEventListener("click", () => {
      if (this.#isWriting) this.#isWriting = false;
      else this.#write();
    });
  }

  /** Another text comes in the place of what the model writes. */
  stop(): void {
    this.#writings.end();
    this.#isWriting = false;
    clear(byId("write-note"));
    fill(this.#button, "write");
  }

  show(text: ModelText): void {
    const isNew = text !== this.#text;
    // What another model writes ends with it, and what was chosen was chosen in its text.
    if (text.file !== this.#text?.file) {
      this.stop();
      this.#chosen = undefined;
    }
    this.#text = text;
    if (text.drawn !== undefined || (this.#chosen ?? 0) >= text.read.ids.length) this.#chosen = undefined;
    const labels = labelsOf(text.tokens.rowTokens);
    this.#strip.show(labels, this.#at);
    byId("write-tools").hidden = !(text.file.facts.causal && text.file.facts.head);
    fill(this.#button, this.#isWriting ? "write-stop" : "write");
    this.#showNext(text);
    this.#host.asked(text, this.#at);
    if (isNew || (text.read.isLong && this.#lit !== text)) void this.#showShares(text);
  }

  get #at(): number {
    const { ids, special } = this.#text!.read;
    if (this.#chosen !== undefined) return this.#chosen;
    if (this.#text!.file.facts.causal) return ids.length - 1;
    const { mask } = this.#text!.file.opened;
    const hidden = ids.indexOf(mask ?? -1);
    return hidden >= 0 ? hidden : Math.max(0, special.lastIndexOf(false));
  }

  #choose(at: number): void {
    this.#chosen = at;
    this.show(this.#text!);
  }

  async #showShares(text: ModelText): Promise<void> {
    const signal = this.#shares.begin();
    const shares = await text.ask("shares", {}, signal).catch(() => new Float32Array());
    if (signal.aborted) return;
    this.#strip.light(shares, text.file.opened.judges ? "token-judged" : "token-share");
    this.#sayJudged(text, shares);
    if (shares.length < 2 || !Number.isNaN(shares.at(-1))) this.#lit = text;
  }

  /** A discriminator says of each token how much it looks replaced: of which most. */
  #sayJudged({ file, tokens, read }: ModelText, shares: Float32Array): void {
    const judged = byId("judged");
    const own = Array.from(shares, (share, at) => (read.special[at] ? 0 : share));
    judged.hidden = !file.opened.judges || own.length === 0;
    if (judged.hidden) return;
    const most = own.indexOf(Math.max(...own));
    const token = labelsOf(tokens.rowTokens)[most]!;
    fill(judged, "judged-most", () => ({ token, share: percent(own[most]!) }));
  }

  #showNext(text: ModelText): void {
    const { head } = text.file.facts;
    byId("next").hidden = !head;
    if (!head) return this.#lists.end();
    if (text.read.isLong && this.#listed !== text) {
      this.#list.replaceChildren();
      clear(byId("next-title"));
      fill(byId("next-note"), "next-waits");
    }
    const at = this.#at;
    void this.#lists.quietly(
      async (signal) => {
        const next = await this.#nextOf(text, at);
        if (!signal.aborted) this.#listLikely(text, at, next);
      },
      ({ message }) => {
        this.#asked = undefined;
        this.#fillTitle(text, at);
        fill(byId("next-note"), "text-problem", { problem: message });
      },
    );
  }

  #fillTitle({ file, tokens }: ModelText, at: number): void {
    const token = labelsOf(tokens.rowTokens)[at]!;
    fill(byId("next-title"), file.facts.causal ? "what-if.next-title" : "what-if.hidden-title", { token });
  }

  #listLikely(text: ModelText, at: number, next: Next | undefined): void {
    const { causal } = text.file.facts;
    const { rowTokens } = text.tokens;
    this.#fillTitle(text, at);
    if (next?.isStopped) {
      this.#asked = undefined;
      return fill(byId("next-note"), "next-stopped");
    }
    this.#listed = text;
    this.#likely = next?.likely ?? [];
    const names = labelsOf(
      rowTokens,
      this.#likely.map(({ name }) => name),
    );
    this.#list.replaceChildren(...this.#likely.map((one, row) => entry(one, names[row]!, row, text.drawn === one.id)));
    if (this.#isHeld && document.activeElement === document.body) this.#list.querySelector("button")?.focus();
    this.#isHeld = false;
    const note = byId("next-note");
    const actual = next?.actual;
    if (next === undefined) return fill(note, causal ? "next-unknown" : "hidden-unknown");
    if (actual === undefined) return clear(note);
    const [name] = labelsOf(rowTokens, [actual.name]);
    fill(note, causal ? "next-actual" : "hidden-actual", () => ({ token: name!, share: percent(actual.share) }));
  }

  #nextOf(text: ModelText, at: number): Promise<Next | undefined> {
    if (this.#asked?.text !== text || this.#asked.at !== at)
      this.#asked = { text, at, next: text.ask("next", { at }, this.#questions.begin()) };
    return this.#asked.next;
  }

  /** A token of the list, after the chosen one or in its place. What followed goes where the model writes. */
  async #put(id: number): Promise<void> {
    this.stop();
    this.#isHeld = this.#list.contains(document.activeElement);
    const { ids } = this.#text!.read;
    const at = this.#at;
    const { causal } = this.#text!.file.facts;
    const taken = causal ? [...ids.slice(0, at + 1), id] : ids.map((one, place) => (place === at ? id : one));
    this.#chosen = causal ? undefined : at;
    await this.#host.put(taken);
  }

  #write(): void {
    const text = this.#text!;
    const options = this.#options(text);
    if (options.maxTokens === 0) return;
    this.#isWriting = true;
    this.#chosen = undefined;
    void this.#writings.quietly(
      (signal) => this.#writeOn(text, options, signal),
      ({ message }) => {
        this.#isWriting = false;
        this.#host.failed(message);
        this.show(this.#text!);
      },
    );
  }

  async #writeOn(text: ModelText, options: Omit<WritingRequest, "id">, signal: AbortSignal): Promise<void> {
    let ids = text.read.ids;
    for await (const step of text.file.write(text, options)) {
      if (signal.aborted) return;
      ids = [...step.text.read.ids, step.drawn];
      if (!this.#isWriting) break;
      await this.#host.show(step.text);
    }
    if (signal.aborted) return;
    const wasStopped = !this.#isWriting;
    this.#isWriting = false;
    if (!wasStopped || this.#text!.drawn !== undefined) await this.#host.put(ids);
  }

  /** No more tokens than can be read together; the page says where that is fewer than were asked for. */
  #options({ read }: ModelText): Omit<WritingRequest, "id"> {
    const number = (id: string, least: number, most: number): number => {
      const field = byId<HTMLInputElement>(id);
      const given = field.valueAsNumber;
      return Math.min(most, Math.max(least, Number.isNaN(given) ? Number(field.defaultValue) : given));
    };
    const most = Math.round(number("most", 1, 500));
    const room = Math.max(0, read.most - read.ids.length);
    if (most <= room) clear(byId("write-note"));
    else fill(byId("write-note"), "write-room", { count: room, most: read.most });
    const topK = Math.round(number("top-k", 0, 1e6));
    return {
      maxTokens: Math.min(most, room),
      temperature: number("temperature", 0, 5),
      topK: topK === 0 ? undefined : topK,
      topP: number("top-p", 0.01, 1),
      seed: Math.round(number("seed", 0, 2 ** 31)),
    };
  }
}

function entry({ share }: Likely, name: string, at: number, isDrawn: boolean): HTMLElement {
  const button = make(
    "button",
    { type: "button", class: "word", "data-at": at, "aria-current": isDrawn ? "true" : undefined },
    make("span", { class: "token" }, name),
    make("i", { "aria-hidden": "true" }),
    make("span", { class: "chance" }, percent(share)),
  );
  button.style.setProperty("--share", `${(100 * share).toFixed(2)}%`);
  button.title = phrase("put-token", { token: name });
  return make("li", {}, button);
}
