// The playground with parts left out: labs for a class, each with a task.
import { HIDEABLE, linkTo, type Changes, type Hideable } from "../../../state/index.js";

export interface Lab {
  /** The key of its title; the task is `${name}-task`. */
  readonly name: string;
  readonly preset: string;
  readonly changes: Changes;
  /** The parts that stay. */
  readonly shown: readonly Hideable[];
}

export const LABS: readonly Lab[] = [
  { name: "lab-follow", preset: "journey", changes: { followed: 1, step: 1 }, shown: ["follow"] },
  {
    name: "lab-integers",
    preset: "integers",
    changes: {},
    shown: ["project", "score", "normalise", "mix", "inspector"],
  },
  { name: "lab-plain", preset: "plain", changes: {}, shown: ["project", "editing", "score", "normalise"] },
  { name: "lab-it", preset: "animal", changes: { followed: 7 }, shown: ["project", "editing", "normalise"] },
  { name: "lab-causal", preset: "cat", changes: { causal: true }, shown: ["options", "score", "normalise"] },
  {
    name: "lab-scale",
    preset: "journey",
    changes: {
      width: 16,
      dim: 16,
      x: { from: "random", seed: 3 },
      query: { from: "random", seed: 3 },
      key: { from: "random", seed: 3 },
      value: { from: "random", seed: 3 },
      scale: "none",
    },
    shown: ["options", "score", "normalise"],
  },
];

export function labLink({ preset, changes, shown }: Lab): string {
  return linkTo(preset, { ...changes, hidden: HIDEABLE.filter((part) => !shown.includes(part)) });
}
