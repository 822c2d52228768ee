// The only place where the state changes. It keeps the history and the link, and tells whoever draws.
import { Address, History, same, wholeLink } from "../../kit/index.js";
import type { Speaker } from "../../kit/texts/index.js";
import { begin, decode, encode, firstPreset, FIRSTS, settled, settingOf, type State } from "../../rooms/state/index.js";
import { readable } from "./learned.js";

/** `restored`: the state comes from the history, a link or a preset, so half-typed text is dropped. */
type Listener = (state: State, restored: boolean) => void;

export class Store {
  #state: State;
  #problems: readonly string[];
  readonly #history = new History<State>();
  readonly #listeners: Listener[] = [];
  readonly #address = new Address();
  readonly #speaker: Pick<Speaker, "asked">;
  readonly #speak: () => void;

  /** `speak` speaks the language that the link asks for. It is called before the link is read. */
  constructor(speaker: Pick<Speaker, "asked">, speak: () => void) {
    this.#speaker = speaker;
    this.#speak = speak;
    speak();
    ({ state: this.#state, problems: this.#problems } = readable(decode(location.hash)));
    addEventListener("hashchange", () => this.#onLink());
  }

  get state(): State {
    return this.#state;
  }

  /** The language has changed. The first example is a sentence of that language, as long as nobody has changed it. */
  followLanguage(): void {
    const before = this.#state;
    const [first, { followed }] = [firstPreset(), begin(firstPreset())];
    const isFirst = FIRSTS.includes(before.preset) && same(settingOf(before), settingOf(begin(before.preset)));
    if (isFirst && before.preset !== first)
      this.#state = { ...before, ...settingOf(begin(first)), preset: first, followed, step: 0 };
    this.#address.keepNow(this.#hash);
  }

  /** What the link held and the page could not take. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get link(): string {
    return wholeLink(this.#hash);
  }

  get #hash(): string {
    return this.hashOf(this.#state);
  }

  /** The link of any state. */
  hashOf(state: State): string {
    return encode(state, this.#speaker.asked);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** A change that can be undone. Those that follow one another under the same `group` are undone as one. */
  change(next: State, group?: string): void {
    if (next === this.#state) return;
    this.#history.record(this.#state, next, group);
    this.#take(next);
  }

  /** A change of how the numbers are looked at. Undo ignores it. */
  look(change: Partial<State>): void {
    this.#history.rewrite((state) => ({ ...state, ...change }));
    this.#take({ ...this.#state, ...change });
  }

  endGroup(): void {
    this.#history.endGroup();
  }

  undo(): void {
    const state = this.#history.undo(this.#state);
    if (state !== undefined) this.#take(settled(state), { restored: true });
  }

  redo(): void {
    const state = this.#history.redo(this.#state);
    if (state !== undefined) this.#take(settled(state), { restored: true });
  }

  /** Back to the preset, with nothing pinned. */
  reset(): void {
    this.begin(this.#state.preset);
  }

  /** Begins with a preset; `kept` is what else stays as it is. A lab stays a lab. */
  begin(preset: string, kept: Partial<State> = {}): void {
    const { hidden, task } = this.#state;
    const next = { ...begin(preset), hidden, task, ...kept };
    this.#history.record(this.#state, next);
    this.#take(next, { restored: true });
  }

  #take(state: State, { restored = false, problems = [] as readonly string[] } = {}): void {
    this.#state = state;
    this.#problems = problems;
    this.#address.keep(this.#hash);
    for (const listener of this.#listeners) listener(this.#state, restored);
  }

  /** A link to another state was followed on the page itself. */
  #onLink(): void {
    this.#speak();
    const { state, problems } = readable(decode(location.hash));
    this.#history.record(this.#state, state);
    this.#take(state, { restored: true, problems });
  }
}
