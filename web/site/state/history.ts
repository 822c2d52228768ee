// Undo and redo. A run of changes under one name (typing into one cell) is undone as one.

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

  /** Before a change. Changes that follow one another under the same `run` count as one. */
  record(before: State, run?: string): void {
    this.#future = [];
    if (run !== undefined && run === this.#run) return;
    this.#run = run;
    this.#past.push(before);
    if (this.#past.length > DEPTH) this.#past.shift();
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
