// What the playground can begin with.
import { FOLLOWED } from "./journey.js";
import { ANIMAL, BANK, CAT, INTEGERS, JOURNEY, LOOKUP } from "./preset-settings.js";
import type { Setting, State } from "./state.js";

export interface Preset {
  readonly name: string;
  readonly title: string;
  /** Where its numbers come from, in a sentence or two. */
  readonly note: string;
  readonly setting: Setting;
  /** The token that is followed, from 0. */
  readonly followed: number;
}

const HAND_NOTE =
  "Its numbers were set by hand, to show how weights can lead “it” to its noun. Nothing here understands the " +
  "sentence; training finds such numbers by itself.";

export const PRESETS: readonly Preset[] = [
  {
    name: "journey",
    title: "Your journey starts with one step",
    note:
      "The worked example of chapter 3 of Sebastian Raschka’s Build a Large Language Model (From Scratch); the " +
      "results agree with the ones printed there.",
    setting: JOURNEY,
    followed: FOLLOWED,
  },
  {
    name: "plain",
    title: "The same without weights",
    note:
      "The basic form: each token’s row is its own query, key and value, and scores are not scaled. The " +
      "numbers are those of the same chapter.",
    setting: { ...JOURNEY, projected: false, scale: "none" },
    followed: FOLLOWED,
  },
  {
    name: "integers",
    title: "Whole numbers",
    note:
      "Three inputs and weights of whole numbers, from Raimi Karim’s “Illustrated: Self-Attention”: the scores " +
      "can be checked in the head.",
    setting: INTEGERS,
    followed: 0,
  },
  {
    name: "lookup",
    title: "A lookup",
    note:
      "From TensorFlow’s tutorial on the Transformer. Each row of X holds a key (columns 1–3), a value (4, 5) " +
      "and a question (6–8), and the weights only pick these out. The fourth asks nothing, and gets the mean " +
      "of all.",
    setting: LOOKUP,
    followed: 1,
  },
  { name: "cat", title: "The cat sat because it was tired", note: HAND_NOTE, setting: CAT, followed: 4 },
  { name: "bank", title: "The bank is steep, so it's dangerous …", note: HAND_NOTE, setting: BANK, followed: 11 },
  { name: "animal", title: "The animal didn't cross the street …", note: HAND_NOTE, setting: ANIMAL, followed: 7 },
];

export const FIRST = "journey";

export function presetNamed(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name);
}

/** The state that a preset begins with. */
export function begin(name: string = FIRST): State {
  const preset = presetNamed(name) ?? PRESETS[0]!;
  return {
    ...preset.setting,
    preset: preset.name,
    convention: "rows",
    view: "heatmap",
    stretched: "auto",
    head: 0,
    followed: preset.followed,
    step: 1,
    compared: "weights",
    gradients: false,
    loss: "sum",
    lossNumber: 0,
    hidden: [],
    pinned: null,
  };
}
