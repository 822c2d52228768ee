// What the heads were seen to do. The section of claims computes how far that holds.
import { placeName, type HeadPlace } from "../../../rooms/heads/index.js";
import { phrase } from "../../../kit/texts/index.js";

/** The heads with a simple rule. */
const RULED = ["L0H1", "L0H2", "L0H3", "L1H1", "L1H2"];

/** A few words; empty where we know no simple rule. */
export function ruleOf(place: HeadPlace): string {
  const name = nameOf(place);
  return RULED.includes(name) ? phrase(`encoder.rule-${name}`) : "";
}

export function noteOf(place: HeadPlace): string {
  const name = nameOf(place);
  return phrase(RULED.includes(name) ? `encoder.note-${name}` : "encoder.note-none");
}

function nameOf(place: HeadPlace): string {
  return placeName(place).replace(" ", "");
}
