// What the columns of numbers that were set by hand stand for.
import { presetNamed } from "./presets.js";
import type { State } from "./state.js";

/** X, and the queries, keys and values of one head. */
export type Named = "x" | "query" | "key" | "value";

/** Names of the columns of X, and of the queries, keys and values. Each has its text among those of the playground. */
interface Columns {
  readonly x: readonly string[];
  readonly projected: readonly string[];
}

const COLUMNS: Readonly<Record<string, Columns>> = {
  tired: { x: ["alive", "place", "refers", "state"], projected: ["alive", "place"] },
  animal: { x: ["thing", "alive", "refers", "state"], projected: ["thing", "alive"] },
  cat: { x: ["thing", "alive", "refers", "state"], projected: ["thing", "alive"] },
  bank: { x: ["thing", "slope", "refers", "state"], projected: ["thing", "slope"] },
};

/** The names hold while sentence and numbers are set by hand. Columns that were added since have none. */
export function columnNames(state: State, of: Named): readonly string[] {
  const names = COLUMNS[state.preset];
  if (names === undefined || state.x.from !== "numbers" || state.text !== presetNamed(state.preset)!.setting.text)
    return [];
  if (of === "x" || !state.projected) return names.x;
  return state.heads === 1 && state[of].from === "numbers" ? names.projected : [];
}
