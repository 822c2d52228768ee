// Parts of a difference of two logits: their order, their names, and what the largest disagreement is.
import { phrase } from "../../kit/texts/index.js";
import type { Compared, Part, PartPlace } from "./requests.js";

/** How many parts are switched off at once. */
export const AT_ONCE = 10;

/** A head or a feed-forward can be switched off; a row of a table and a bias cannot. */
export const canBeOff = ({ kind }: PartPlace): boolean => kind === "head" || kind === "feedForward";

/** The largest first. */
export function sorted(parts: readonly Part[]): Part[] {
  return Array.from(parts).sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

export function keyOf({ kind, layer, head }: PartPlace): string {
  return [kind, layer, head].join();
}

export interface Disagreement {
  readonly part: Part;
  /** By how much the difference falls while the part is off. */
  readonly falls: number;
}

/** The part whose share and whose effect are furthest apart, among those that were switched off. */
export function furthest(
  parts: readonly Part[],
  off: ReadonlyMap<string, Compared>,
  difference: number,
): Disagreement | undefined {
  let found: Disagreement | undefined;
  for (const part of parts) {
    const without = off.get(keyOf(part));
    if (without === undefined) continue;
    const falls = difference - without.difference;
    if (found === undefined || Math.abs(falls - part.value) > Math.abs(found.falls - found.part.value))
      found = { part, falls };
  }
  return found;
}

/** As the machine calls it. */
export const headName = (layer: number, head: number): string =>
  phrase("machine.head-of", { layer: layerName(layer), head });

export const layerName = (layer: number): string => phrase("machine.layer", { layer });

/** Where rows are read: before the first layer, or after one. */
export const depthName = (depth: number): string => (depth === 0 ? phrase("why.lens-first") : layerName(depth - 1));

/** @param token the token whose row the parts wrote */
export function nameOf({ kind, layer, head }: PartPlace, token: string): string {
  const place = layer === undefined ? "" : "-layer";
  return phrase(`why.part-${kind}${kind === "bias" ? place : ""}`, { token, layer: layer ?? 0, head: head ?? 0 });
}
