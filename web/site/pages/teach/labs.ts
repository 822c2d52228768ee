// Labs for a class: the playground with parts left out, and a task for each.
import { randomNumbers } from "../../rooms/lesson/index.js";
import { HIDEABLE, linkTo, type Changes, type Hideable } from "../../rooms/state/index.js";

export interface Lab {
  /** The key of the title. The key of the task is `${name}-task`. */
  readonly name: string;
  readonly preset: string;
  readonly changes: Changes;
  /** The parts that stay. */
  readonly shown: readonly Hideable[];
}

export const LABS: readonly Lab[] = [
  {
    name: "lab-follow",
    preset: "journey",
    changes: { followed: 1, step: 1 },
    shown: ["project", "score", "normalise", "mix", "follow"],
  },
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
    changes: { ...randomNumbers(3), scale: "none" },
    shown: ["options", "score", "normalise"],
  },
];

/** The lab opens with its task, in the language of the page. */
export function labLink({ preset, changes, shown }: Lab, task: string, language: string): string {
  return linkTo(preset, { ...changes, hidden: HIDEABLE.filter((part) => !shown.includes(part)), task }, language);
}
