// What the playground can begin with.
import { initials } from "../../kit/index.js";
import { languageNow } from "../../kit/texts/index.js";
import { FOLLOWED } from "./journey.js";
import { LOOK } from "./look.js";
import { ANIMAL, BANK, CAT, INTEGERS, IT, JOURNEY, LOOKUP, SIE, TIRED } from "./preset-settings.js";
import type { Setting } from "./setting.js";
import type { State } from "./state.js";

export interface Preset {
  /** Where its numbers come from. */
  readonly kind: "learned" | "by-hand" | "printed";
  /** Its title and a note are among the texts of the playground. */
  readonly name: string;
  readonly setting: Setting;
  /** The token that is followed, from 0. */
  readonly followed: number;
}

export const PRESETS: readonly Preset[] = [
  { kind: "learned", name: "it", setting: IT, followed: 7 },
  { kind: "learned", name: "sie", setting: SIE, followed: 7 },
  { kind: "by-hand", name: "tired", setting: TIRED, followed: 7 },
  { kind: "by-hand", name: "animal", setting: ANIMAL, followed: 7 },
  { kind: "by-hand", name: "cat", setting: CAT, followed: 4 },
  { kind: "by-hand", name: "bank", setting: BANK, followed: 11 },
  // chapter 3 of Sebastian Raschka's Build a Large Language Model (From Scratch)
  { kind: "printed", name: "journey", setting: JOURNEY, followed: FOLLOWED },
  { kind: "printed", name: "plain", setting: { ...JOURNEY, projected: false, scale: "none" }, followed: FOLLOWED },
  // Raimi Karim, Illustrated: Self-Attention
  { kind: "printed", name: "integers", setting: INTEGERS, followed: 0 },
  // TensorFlow's tutorial on the Transformer
  { kind: "printed", name: "lookup", setting: LOOKUP, followed: 1 },
];

/** What the page shows to a reader who comes without a link: a sentence of the language that it speaks. */
export const FIRSTS: readonly string[] = ["it", "sie"];
export const firstPreset = (): string => (languageNow() === "de" ? "sie" : "it");

/** A link that names no preset begins from this one. Older links rely on it. */
export const UNNAMED = "journey";

export function presetNamed(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.name === name);
}

/** The state that a preset begins with. */
export function begin(name: string = firstPreset()): State {
  const preset = presetNamed(name) ?? presetNamed(firstPreset())!;
  return {
    ...preset.setting,
    preset: preset.name,
    ...initials(LOOK),
    followed: preset.followed,
    pinned: null,
  };
}
