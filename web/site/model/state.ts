// What the page shows, without any content of a file; it is also the page's link.
import { STATISTICS, type StatisticKey } from "./heads/index.js";
import type { HeadPlace } from "./open-file.js";

export type SortKey = "layer" | StatisticKey;
export type ViewName = "heatmap" | "arcs" | "table";
export type Colours = "head" | "one" | "row" | "log";

export interface State {
  /** The name of the file; "" for the example. */
  readonly file: string;
  readonly part: number;
  readonly text: number;
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

export const START: State = {
  file: "",
  part: 0,
  text: 0,
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

/** The version of the link. */
const VERSION = "1";
const LONGEST_NAME = 200;

export function linkOf(state: State): string {
  const parts = new URLSearchParams({ v: VERSION });
  const place = (at: HeadPlace): string => `${at.layer}.${at.head}`;
  const texts: Readonly<Record<string, string | false>> = {
    file: state.file,
    part: state.part > 0 && String(state.part),
    text: state.text > 0 && String(state.text),
    sort: state.sort !== START.sort && state.sort,
    layers: state.layers !== undefined && state.layers.join("-"),
    pool: state.pool !== START.pool && state.pool,
    domain: state.domain !== START.domain && state.domain,
    head: state.head !== undefined && place(state.head),
    view: state.view !== START.view && state.view,
    colours: state.colours !== START.colours && state.colours,
    with: state.other !== undefined && place(state.other),
    of: state.other !== undefined && state.otherFile,
  };
  for (const [name, text] of Object.entries(texts)) if (text !== false && text !== "") parts.set(name, text);
  return `#${parts}`;
}

/** What does not fit is left out: a link from elsewhere may hold anything. */
export function stateOf(hash: string): State {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (parts.get("v") !== VERSION) return START;
  const one = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value =>
    values.find((value) => value === parts.get(name)) ?? otherwise;
  const numbers = (name: string, pattern: RegExp): [number, number] | undefined => {
    const found = pattern.exec(parts.get(name) ?? "");
    return found === null ? undefined : [Number(found[1]), Number(found[2])];
  };
  const place = (name: string): HeadPlace | undefined => {
    const found = numbers(name, /^(\d{1,4})\.(\d{1,4})$/);
    return found && { layer: found[0], head: found[1] };
  };
  const layers = numbers("layers", /^(\d{1,4})-(\d{1,4})$/);
  const count = (name: string): number => Number(/^\d{1,6}$/.exec(parts.get(name) ?? "")?.[0] ?? 0);
  const head = place("head");
  return {
    file: (parts.get("file") ?? "").slice(0, LONGEST_NAME),
    part: count("part"),
    text: count("text"),
    sort: one("sort", ["layer", ...STATISTICS.map(({ key }) => key)] as const, START.sort),
    layers: layers && layers[0] <= layers[1] ? layers : undefined,
    pool: one("pool", ["max", "mean"], START.pool),
    domain: one("domain", ["own", "one"], START.domain),
    head,
    view: one("view", ["heatmap", "arcs", "table"], START.view),
    colours: one("colours", ["head", "one", "row", "log"], START.colours),
    other: head && place("with"),
    otherFile: (parts.get("of") ?? "").slice(0, LONGEST_NAME),
  };
}
