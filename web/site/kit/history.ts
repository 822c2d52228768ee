// Undo and redo. Changes that follow one another under one group (typing into one cell) are undone as one.
// A change that changes nothing is not recorded.
import { same } from "./same.js";

const DEPTH = 200;

export class History<State> {
  #past: State[] = [];
  #future: State[] = [];
  #group: string | undefined;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** A change. Those that follow one another under the same `group` count as one. */
  record(before: State, after: State, group?: string): void {
    if (same(before, after)) return;
    this.#future = [];
    const goesOn = group !== undefined && group === this.#group;
    this.#group = group;
    if (!goesOn) this.#begin(before);
    else if (same(this.#past.at(-1), after)) this.#forget();
  }

  #begin(before: State): void {
    this.#past.push(before);
    if (this.#past.length > DEPTH) this.#past.shift();
  }

  /** The group has come back to where it began. */
  #forget(): void {
    this.#past.pop();
    this.#group = undefined;
  }

  /** A change that undo ignores. It is applied to every kept state. */
  rewrite(change: (state: State) => State): void {
    this.#past = this.#past.map(change);
    this.#future = this.#future.map(change);
  }

  /** The next change begins a group of its own. */
  endGroup(): void {
    this.#group = undefined;
  }

  undo(now: State): State | undefined {
    return this.#step(this.#past, this.#future, now);
  }

  redo(now: State): State | undefined {
    return this.#step(this.#future, this.#past, now);
  }

  #step(from: State[], to: State[], now: State): State | undefined {
    const state = from.pop();
    if (state === undefined) return undefined;
    to.push(now);
    this.#group = undefined;
    return state;
  }
}
