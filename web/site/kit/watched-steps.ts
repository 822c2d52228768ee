// Runs the steps of a training and looks at some of them.

export interface WatchedStep<Moment> {
  readonly loss: number;
  /** How long the step took, without what is measured. */
  readonly ms: number;
  readonly moment?: Moment;
}

/** The next step. @param every of how many steps one is looked at */
export function watchedSteps<Moment>(
  training: { step(): number },
  every: number,
  look: (step: number) => Moment,
): () => WatchedStep<Moment> {
  let step = 0;
  return () => {
    const since = performance.now();
    const loss = training.step();
    const ms = performance.now() - since;
    step++;
    return { loss, ms, ...(step % every === 0 && { moment: look(step) }) };
  };
}
