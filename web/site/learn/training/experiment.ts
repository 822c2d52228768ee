// What runs in the worker of a lesson: something that goes on step by step, and can be looked at in between.

export interface Experiment<About, Step, View> {
  /** What is fixed from the start. */
  readonly about: About;
  step(): Step;
  /** How it stands; may cost more than a step. */
  view(): View;
  dispose(): void;
}
