// What is shown of some heads, and how. It is a part of the page's link.
import { STATISTICS, type StatisticKey } from "./measure/index.js";
import type { HeadPlace } from "./source.js";

export type SortKey = "layer" | StatisticKey;
export type ViewName = "heatmap" | "arcs" | "table";
export type Colours = "head" | "one" | "row" | "log";

export interface Look {
  readonly sort: SortKey;
  /** The first and the last layer that are shown. */
  readonly layers: readonly [number, number] | undefined;
  readonly pool: "max" | "mean";
  /** Whether each head of the grid has colours up to its own largest. */
  readonly domain: "own" | "one";
  readonly head: HeadPlace | undefined;
  readonly view: ViewName;
  readonly colours: Colours;
  /** The head that the open one is compared with. */
  readonly other: HeadPlace | undefined;
  /** The file that the other head is in; "" for the same. */
  readonly otherFile: string;
}

export const PLAIN: Look = {
  sort: "layer",
  layers: undefined,
  pool: "max",
  domain: "own",
  head: undefined,
  view: "heatmap",
  colours: "head",
  other: undefined,
  otherFile: "",
};

export const LONGEST_NAME = 200;

/** The words of a link that say how it looks: those that differ from the plain look. */
export function lookWords(look: Look): Record<string, string> {
  const place = (at: HeadPlace): string => `${at.layer}.${at.head}`;
  const texts: Readonly<Record<string, string | false>> = {
    sort: look.sort !== PLAIN.sort && look.sort,
    layers: look.layers !== undefined && look.layers.join("-"),
    pool: look.pool !== PLAIN.pool && look.pool,
    domain: look.domain !== PLAIN.domain && look.domain,
    head: look.head !== undefined && place(look.head),
    view: look.view !== PLAIN.view && look.view,
    colours: look.colours !== PLAIN.colours && look.colours,
    with: look.other !== undefined && place(look.other),
    of: look.other !== undefined && look.otherFile,
  };
  return Object.fromEntries(
    Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== false && entry[1] !== ""),
  );
}

/** What does not fit is left out: a link from elsewhere may hold anything. */
export function lookIn(words: URLSearchParams): Look {
  const one = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value =>
    values.find((value) => value === words.get(name)) ?? otherwise;
  const numbers = (name: string, pattern: RegExp): [number, number] | undefined => {
    const found = pattern.exec(words.get(name) ?? "");
    return found === null ? undefined : [Number(found[1]), Number(found[2])];
  };
  const place = (name: string): HeadPlace | undefined => {
    const found = numbers(name, /^(\d{1,4})\.(\d{1,4})$/);
    return found && { layer: found[0], head: found[1] };
  };
  const layers = numbers("layers", /^(\d{1,4})-(\d{1,4})$/);
  const head = place("head");
  const other = head && place("with");
  return {
    sort: one("sort", ["layer", ...STATISTICS] as const, PLAIN.sort),
    layers: layers && layers[0] <= layers[1] ? layers : undefined,
    pool: one("pool", ["max", "mean"], PLAIN.pool),
    domain: one("domain", ["own", "one"], PLAIN.domain),
    head,
    view: one("view", ["heatmap", "arcs", "table"], PLAIN.view),
    colours: one("colours", ["head", "one", "row", "log"], PLAIN.colours),
    other,
    otherFile: other === undefined ? "" : (words.get("of") ?? "").slice(0, LONGEST_NAME),
  };
}
