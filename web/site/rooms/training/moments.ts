// What was seen after some of the steps of a run, so that the reader can go back to it.

export class Moments<Moment> {
  #all: { readonly step: number; readonly moment: Moment }[] = [];

  add(step: number, moment: Moment): void {
    this.#all.push({ step, moment });
  }

  clear(): void {
    this.#all = [];
  }

  /** The last moment up to this step. */
  at(shown: number): Moment | undefined {
    return this.#all.filter(({ step }) => step <= shown).at(-1)?.moment;
  }
}
