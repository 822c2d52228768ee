// What is shown of some heads, and how. It is a part of the page's link.
import { choice, named, optional, typed, type Values } from "../../kit/index.js";
import { STATISTICS } from "../../../statistics/index.js";
import type { HeadPlace } from "./source.js";

export const LONGEST_NAME = 200;

/** "3.5" is L3 H5. */
export const PLACE = {
  read(held: string): HeadPlace | undefined {
    const found = pairIn(held, ".");
    return found && { layer: found[0], head: found[1] };
  },
  write: ({ layer, head }: HeadPlace): string => `${layer}.${head}`,
};

const RANGE = {
  read(held: string): readonly [first: number, last: number] | undefined {
    const found = pairIn(held, "-");
    return found && found[0] <= found[1] ? found : undefined;
  },
  write: (range: readonly [first: number, last: number]): string => range.join("-"),
};

function pairIn(held: string, between: "." | "-"): [number, number] | undefined {
  const found = /^(\d{1,4})([.-])(\d{1,4})$/.exec(held);
  return found?.[2] === between ? [Number(found[1]), Number(found[3])] : undefined;
}

export const LOOK = {
  sort: choice("layer", ...STATISTICS),
  /** The first and the last layer that are shown. */
  layers: optional(RANGE),
  pool: choice("max", "mean"),
  /** Whether each head of the grid has colours up to its own largest. */
  domain: choice("own", "one"),
  head: optional(PLACE),
  view: choice("heatmap", "arcs", "table"),
  colours: choice("head", "one", "row", "log"),
  /** The head that the open one is compared with. */
  other: named("with", optional(PLACE)),
  /** The file that the other head is in; "" for the same. */
  otherFile: named("of", typed("", LONGEST_NAME)),
} as const;

export type Look = Values<typeof LOOK>;
export type SortKey = Look["sort"];
export type ViewName = Look["view"];
export type Colours = Look["colours"];

/** Drops the other head where there is no head, and its file where there is no other head. A link may hold anything. */
export function settled<State extends Look>(state: State): State {
  const other = state.head && state.other;
  return { ...state, other, otherFile: other === undefined ? "" : state.otherFile };
}
