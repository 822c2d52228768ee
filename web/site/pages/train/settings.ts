// The sizes of the model, in the fields of the page and in its link.
import { byId, integer, number } from "../../kit/index.js";
import { SMALL, type Settings } from "./messages.js";

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

/** The number of a field. An empty one counts as `usual`, and one beyond its ends as the nearest that can be. */
export function numberOf({ value, min, max }: HTMLInputElement, usual: number): number {
  const written = value === "" || !Number.isFinite(Number(value)) ? usual : Number(value);
  return Math.min(Number(max), Math.max(Number(min), written));
}

/** The settings of the fields, which show them then. */
export function settingsOf(): Settings {
  const found = Object.fromEntries(
    NAMES.map((name) => {
      const within = numberOf(input(name), SMALL[name]);
      return [name, name === "learningRate" ? within : Math.round(within)];
    }),
  ) as unknown as { -readonly [Name in keyof Settings]: number };
  // Heads share the width.
  while (found.dim % found.heads !== 0) found.heads--;
  showSettings(found);
  return found;
}
