// Undo and redo. A run of changes under one name (typing into one cell) is undone as one; what changes nothing is no change.
import { same } from "./same.js";

const DEPTH = 200;

export class History<State> {
  #past: State[] = [];
  #future: State[] = [];
  #run: string | undefined;

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** A change. Those that follow one another under the same `run` count as one. */
  record(before: State, after: State, run?: string): void {
    if (same(before, after)) return;
    this.#future = [];
    const goesOn = run !== undefined && run === this.#run;
    this.#run = run;
    if (!goesOn) this.#begin(before);
    else if (same(this.#past.at(-1), after)) this.#forget();
  }

  #begin(before: State): void {
    this.#past.push(before);
    if (this.#past.length > DEPTH) this.#past.shift();
  }

  /** The run has come back to where it began. */
  #forget(): void {
    this.#past.pop();
    this.#run = undefined;
  }

  /** The next change begins a run of its own. */
  endRun(): void {
    this.#run = undefined;
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
    this.#run = undefined;
    return state;
  }
}
