// What is open and what is shown. The page's parts read it, change it, and hear of changes.
import { samePlace, type HeadPlace, type OpenText } from "./open-file.js";
import { linkOf, START, type State } from "./state.js";

export interface Change {
  /** Undefined where another text was opened. */
  readonly before: State | undefined;
}

export class Session {
  #state: State;
  #opened: OpenText | undefined;
  /** Another file that heads are compared with. */
  beside: OpenText | undefined;
  readonly #listeners: ((change: Change) => void)[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  get opened(): OpenText | undefined {
    return this.#opened;
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  /** Changes what is shown. Another head, or another comparison, is a step that the browser can go back. */
  change(change: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const moved = !samePlace(before.head, this.#state.head) || !samePlace(before.other, this.#state.other);
    history[moved ? "pushState" : "replaceState"](null, "", linkOf(this.#state));
    this.#tell(before);
  }

  /** What a link or the browser's history says, which is in the address already. */
  follow(state: State): void {
    const before = this.#state;
    this.#state = state;
    if (this.#opened !== undefined) this.#tell(before);
  }

  /** Shows one text of a file, with what of the state fits it. */
  open(opened: OpenText, state: State): void {
    if (opened.file !== this.#opened?.file) this.close();
    this.#opened = opened;
    const fits = (place: HeadPlace | undefined): HeadPlace | undefined =>
      place !== undefined && opened.has(place) ? place : undefined;
    this.#state = { ...state, head: fits(state.head), other: state.otherFile === "" ? fits(state.other) : state.other };
    // The example as it opens needs no link.
    const isPlain = linkOf(this.#state) === linkOf(START);
    history.replaceState(null, "", isPlain ? location.pathname + location.search : linkOf(this.#state));
    this.#tell(undefined);
  }

  close(): void {
    this.#opened?.file.close();
    this.beside?.file.close();
    this.#opened = this.beside = undefined;
  }

  #tell(before: State | undefined): void {
    for (const listener of this.#listeners) listener({ before });
  }
}
