// What the playground can begin with.
import { FOLLOWED } from "./journey.js";
import { ANIMAL, BANK, CAT, INTEGERS, JOURNEY, LOOKUP } from "./preset-settings.js";
import type { Setting, State } from "./state.js";

export interface Preset {
  /** Its title and a note are among the texts of the playground. */
  readonly name: string;
  readonly setting: Setting;
  /** The token that is followed, from 0. */
  readonly followed: number;
}

export const PRESETS: readonly Preset[] = [
  // chapter 3 of Sebastian Raschka's Build a Large Language Model (From Scratch)
  { name: "journey", setting: JOURNEY, followed: FOLLOWED },
  { name: "plain", setting: { ...JOURNEY, projected: false, scale: "none" }, followed: FOLLOWED },
  // Raimi Karim, Illustrated: Self-Attention
  { name: "integers", setting: INTEGERS, followed: 0 },
  // TensorFlow's tutorial on the Transformer
  { name: "lookup", setting: LOOKUP, followed: 1 },
  // set by hand
  { name: "cat", setting: CAT, followed: 4 },
  { name: "bank", setting: BANK, followed: 11 },
  { name: "animal", setting: ANIMAL, followed: 7 },
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
    step: 0,
    compared: "weights",
    gradients: false,
    loss: "sum",
    lossNumber: 0,
    hidden: [],
    task: "",
    pinned: null,
  };
}
