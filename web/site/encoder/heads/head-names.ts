// What the heads were seen to do. The section of claims computes how far that holds.
import { placeName, type HeadPlace } from "../../heads/index.js";

const NAMES: Readonly<Record<string, readonly [name: string, note: string]>> = {
  "L0 H1": ["itself", "Most pieces look at themselves here."],
  "L0 H2": ["itself and next", "Most pieces look at themselves and at the next piece."],
  "L0 H3": ["itself and previous", "Most pieces look at themselves and at the piece before."],
  "L1 H1": [
    "finds a noun",
    "Pieces look at a noun. For a pronoun that is often the right one, and often it is not: see below.",
  ],
  "L1 H2": ["finds a predicate", "Pieces look at what is said of something: tired, steep, hungry."],
};

/** A few words; empty where we know no simple rule. */
export function ruleOf(place: HeadPlace): string {
  return NAMES[placeName(place)]?.[0] ?? "";
}

export function noteOf(place: HeadPlace): string {
  return NAMES[placeName(place)]?.[1] ?? "We know no simple rule for this head.";
}
