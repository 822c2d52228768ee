// The sizes of the model, in the fields of the page and in its link.
import { byId, integer, number } from "../../kit/index.js";
import { SMALL, type Settings } from "./plan.js";

const NAMES = ["dim", "layers", "heads", "tokens", "batch", "steps", "learningRate", "seed"] as const;

/** The fields of the link. */
export const FIELDS = {
  dim: integer(SMALL.dim, 8, 256),
  layers: integer(SMALL.layers, 1, 6),
  heads: integer(SMALL.heads, 1, 8),
  tokens: integer(SMALL.tokens, 8, 256),
  batch: integer(SMALL.batch, 1, 64),
  steps: integer(SMALL.steps, 50, 20_000),
  learningRate: number(SMALL.learningRate, 0.0001, 0.1),
  seed: integer(SMALL.seed, 0, 9999),
};

const input = (name: string): HTMLInputElement => byId("fields").querySelector<HTMLInputElement>(`[name=${name}]`)!;

export function showSettings(settings: Settings): void {
  for (const name of NAMES) input(name).value = String(settings[name]);
}

/** The settings of the fields. What is empty or beyond its ends becomes the nearest number that can be. */
export function settingsOf(): Settings {
  const found = Object.fromEntries(
    NAMES.map((name) => {
      const { value, min, max } = input(name);
      const written = value === "" || !Number.isFinite(Number(value)) ? SMALL[name] : Number(value);
      const within = Math.min(Number(max), Math.max(Number(min), written));
      return [name, name === "learningRate" ? within : Math.round(within)];
    }),
  ) as unknown as { -readonly [Name in keyof Settings]: number };
  // Heads share the width.
  while (found.dim % found.heads !== 0) found.heads--;
  showSettings(found);
  return found;
}
