// A call in progress: the chunks that wait, those that are computed, and the promise of the caller.
import type { Chunk } from "../lib/call/index.js";

/** Chunks that may be computed at the same time, for each worker its own. */
export type Phase = readonly (readonly Chunk[])[];

export type Progress = (done: number, of: number) => void;

export class Job {
  readonly finished: Promise<void>;
  /** Whether the promise is settled. */
  isOver = false;
  private resolve!: () => void;
  private reject!: (reason: unknown) => void;
  private waiting: Chunk[][] = [];
  private phase = 0;
  /** The chunks of this phase that are not computed. */
  private left = 0;
  private done = 0;
  private readonly of: number;

  constructor(
    readonly where: string,
    /** Begins the names of the tensors that workers hold for this call. */
    readonly prefix: string,
    private readonly phases: readonly Phase[],
    private readonly progress: Progress | undefined,
  ) {
    this.finished = new Promise((resolve, reject) => ([this.resolve, this.reject] = [resolve, reject]));
    this.of = phases.reduce((count, phase) => count + phase.flat().length, 0);
    this.beginPhase();
  }

  private beginPhase(): void {
    this.waiting = this.phases[this.phase]!.map((chunks) => chunks.slice());
    this.left = this.waiting.flat().length;
  }

  /** The next chunk for a worker: of its own, or the last one of the worker that has most left. */
  take(worker: number): Chunk | undefined {
    const own = this.waiting[worker];
    if (own?.length) return own.shift();
    return this.waiting.reduce((most, other) => (other.length > most.length ? other : most), []).pop();
  }

  giveBack(worker: number, chunk: Chunk): void {
    (this.waiting[worker] ?? this.waiting[0]!).unshift(chunk);
  }

  /** A chunk is computed, and its results are in place. */
  finish(): void {
    this.left--;
    this.done++;
    try {
      this.progress?.(this.done, this.of);
    } catch (error) {
      return this.fail(error);
    }
    if (this.left > 0) return;
    if (++this.phase < this.phases.length) return this.beginPhase();
    this.isOver = true;
    this.resolve();
  }

  fail(reason: unknown): void {
    this.isOver = true;
    this.waiting = [];
    this.reject(reason);
  }
}
