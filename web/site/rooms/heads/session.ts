// What is open and what is shown. The page's parts read it, change it, and are told of changes.
import { Address, wholeLink } from "../../kit/index.js";
import type { Look } from "./look.js";
import { samePlace, type HeadPlace, type HeadSource } from "./source.js";

export interface Change<State extends Look = Look> {
  /** Undefined where other heads were opened. */
  readonly before: State | undefined;
}

export class Session<State extends Look = Look, Source extends HeadSource = HeadSource> {
  readonly #linkOf: (state: State) => string;
  readonly #address = new Address();
  #state: State;
  #opened: Source | undefined;
  /** Another file that heads are compared with. */
  beside: Source | undefined;
  readonly #listeners: ((change: Change<State>) => void)[] = [];

  constructor(state: State, linkOf: (state: State) => string) {
    this.#state = state;
    this.#linkOf = linkOf;
  }

  get state(): State {
    return this.#state;
  }

  get opened(): Source | undefined {
    return this.#opened;
  }

  /** A link to what is shown. The address may still be behind. */
  get link(): string {
    return wholeLink(this.#linkOf(this.#state));
  }

  onChange(listener: (change: Change<State>) => void): void {
    this.#listeners.push(listener);
  }

  /** Changes what is shown. Another head, or another comparison, is a step that the browser can go back. */
  change(change: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const moved = !samePlace(before.head, this.#state.head) || !samePlace(before.other, this.#state.other);
    this.#address[moved ? "step" : "keep"](this.#linkOf(this.#state));
    this.#tell(before);
  }

  /** What a link or the browser's history says, which is in the address already. */
  follow(state: State): void {
    const before = this.#state;
    this.#state = state;
    if (this.#opened !== undefined) this.#tell(before);
  }

  /** Writes the link again: its language has changed, and the state has not. */
  renewLink(): void {
    this.#address.keep(this.#linkOf(this.#state));
  }

  /** Shows the same state once more, because the way it is shown has changed. */
  refresh(): void {
    if (this.#opened !== undefined) this.#tell(this.#state);
  }

  /** Shows the heads of one text, with the parts of the state that fit them. */
  open(opened: Source, state: State): void {
    if (opened.file !== this.#opened?.file) this.close();
    this.#opened = opened;
    this.#state = fitted(opened, state);
    this.renewLink();
    this.#tell(undefined);
  }

  /** Shows the same heads over another text. What is marked and open stays. */
  renew(opened: Source, state: State): void {
    const before = this.#state;
    this.#opened = opened;
    this.#state = fitted(opened, state);
    this.renewLink();
    this.#tell(before);
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

/** What the panels use of a session, whatever else a page shows. */
export type HeadSession = Pick<Session, "state" | "opened" | "beside" | "link" | "change" | "refresh">;

function fitted<State extends Look>(opened: HeadSource, state: State): State {
  const fits = (place: HeadPlace | undefined): HeadPlace | undefined =>
    place !== undefined && opened.has(place) ? place : undefined;
  return { ...state, head: fits(state.head), other: state.otherFile === "" ? fits(state.other) : state.other };
}
