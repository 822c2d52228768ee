// Shapes, contenders and numbers as the page writes them.
import { localised } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import type { Shape } from "../../../measure/index.mjs";
import type { Entry } from "./plan.js";

/** A shape in words, for the head of its figures. */
export function titleOf({ name, causal, keep, heads, queries, keys, dim, kind }: Shape): string {
  if (kind === "layer") return phrase("whole-layer", { tokens: keys, width: heads * dim, heads });
  if (queries < keys) return phrase("one-token", { keys });
  const size = name.split(" ")[0]!;
  if (causal) return phrase("shape-causal", { size });
  return keep ? phrase("shape-kept", { size }) : size;
}

export function labelOf(entry: Entry): string {
  return phrase(`entry-${entry}`);
}

/** The unit that suits such a time: how many milliseconds it has, and its name. */
const unitOf = (ms: number): readonly [number, string] =>
  ms < 1 ? [1 / 1000, "µs"] : ms < 1000 ? [1, "ms"] : [1000, "s"];

/** Three digits, zeros at the end too: the numbers of a column are equally exact. */
const digits = (value: number): string => localised(value < 999.5 ? value.toPrecision(3) : value.toFixed(0));

/** 3.4 µs, 12.5 ms, 1.69 s */
export function duration(ms: number): string {
  const [unit, name] = unitOf(ms);
  return `${digits(ms / unit)}\u202f${name}`;
}

/** 12.1–12.9 ms */
export function durations(from: number, to: number): string {
  const [unit, name] = unitOf(to);
  return `${digits(from / unit)}–${digits(to / unit)}\u202f${name}`;
}

/** A number with this many digits after the point, whatever its size. */
export function fixed(value: number, decimals: number): string {
  return localised(value.toFixed(decimals));
}
