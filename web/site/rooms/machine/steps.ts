// The walk along the followed line: rows, a look, a net, …, shares. Each step has a name and a sentence.
import { percent } from "../../../show/index.js";
import type { Kind, State } from "./drawing.js";
import { headAdds, isIn, maySee, netAdds, rowAt, weightOf, type HeadPlace, type MachineRun } from "./run.js";
import { headName, layerName, listed, sharesOf, tell, wordName } from "./words.js";

export type Step =
  { readonly kind: "rows" } | { readonly kind: "look" | "net"; readonly layer: number } | { readonly kind: "shares" };

/** A look's sentence names so many words at most. */
const NAMED = 3;
/** Of more heads, only the one that adds most is told of. */
const IN_SHORT = 4;
/** Weights below this are not named. */
const LEAST = 0.05;

/** The steps of a line. A layer that does not change it is left out. */
export function stepsOf(run: MachineRun, line: number): Step[] {
  const layers = Array.from(run.layers.entries()).filter(([, { lines }]) => isIn(lines, line));
  return [
    { kind: "rows" },
    ...layers.flatMap(([layer, { net }]): Step[] => [
      { kind: "look", layer },
      ...(net ? [{ kind: "net", layer } as const] : []),
    ]),
    ...(run.shares(line).length > 0 ? [{ kind: "shares" } as const] : []),
  ];
}

/** What is lit at a step, and what is still to come. The row after a layer comes with its last step. */
export function statesAt(steps: readonly Step[], now: number): (kind: Kind, at: number) => State {
  // Steps of one layer follow each other, the look before the net.
  const lastOf = (layer: number): number =>
    Math.max(...steps.map((one, at) => ("layer" in one && one.layer === layer ? at : -1)));
  const orderOf = (kind: Kind, at: number): number => {
    if (kind === "rows") return at === 0 ? 0 : lastOf(at - 1);
    return steps.findIndex((one) => one.kind === kind && (!("layer" in one) || one.layer === at));
  };
  return (kind, at) => {
    const order = orderOf(kind, at);
    return order === now ? "now" : order > now ? "later" : undefined;
  };
}

export function stepName(run: MachineRun, step: Step): string {
  if (step.kind === "rows") return tell("step-rows");
  if (step.kind === "shares") return tell(`step-${run.says}`);
  const name = layerName(run, step.layer);
  return step.kind === "look" ? name : tell("step-net");
}

/** What happens at a step, with the numbers of the run. */
export function stepText(run: MachineRun, step: Step, line: number, off: readonly HeadPlace[]): string {
  const word = wordName(run, line);
  if (step.kind === "rows") return tell("says-rows", { word, count: rowAt(run, 0, line).length });
  if (step.kind === "shares") return sharesText(run, line, "says");
  const layer = layerName(run, step.layer);
  if (step.kind === "net") return tell("says-net", { word, adds: percent(netAdds(run, step.layer, line)) });
  const { heads } = run.layers[step.layer]!;
  const places = Array.from({ length: heads }, (_, head) => ({ layer: step.layer, head }));
  const on = places.filter((one) => !isOff(off, one));
  if (on.length === 0) return tell("says-off", { layer, word });
  const most = mostOf(run, on, line);
  const shares = strongest(run, most, line);
  if (shares.length === 0) return tell("says-nothing", { layer, word });
  const told = { word, layer, shares: sharesOf(run, shares), way: tell(`way-${said(wayOf(run, most))}`) };
  if (heads === 1) return tell("says-look", told);
  return tell("says-heads", { ...told, heads, head: headName(run, most) });
}

/** All that a line looks at and comes to, in short: for a reader who has chosen no step. */
export function lineText(run: MachineRun, line: number, off: readonly HeadPlace[]): string {
  const layers = Array.from(run.layers.entries()).filter(([, { lines }]) => isIn(lines, line));
  const places = layers
    .flatMap(([layer, { heads }]) => Array.from({ length: heads }, (_, head) => ({ layer, head })))
    .filter((one) => !isOff(off, one));
  const shares = run.shares(line).length > 0 ? [sharesText(run, line, "short")] : [];
  const word = wordName(run, line);
  if (places.length === 0) return [tell("short-off", { word }), ...shares].join(" ");
  if (places.length > IN_SHORT) {
    const most = mostOf(run, places, line);
    const words = sharesOf(run, strongest(run, most, line));
    const told = {
      word,
      count: places.length,
      head: headName(run, most),
      way: tell(`way-${said(wayOf(run, most))}`),
      words,
    };
    return [tell("short-most", told), ...shares].join(" ");
  }
  const looks = places.map((place) => {
    const given = strongest(run, place, line);
    const told = { head: headName(run, place), words: sharesOf(run, given) };
    return tell(`short-${given.length === 0 ? "nothing" : said(wayOf(run, place))}`, told);
  });
  return [tell("short", { word, looks: looks.join("; ") }), ...shares].join(" ");
}

const isOff = (off: readonly HeadPlace[], { layer, head }: HeadPlace): boolean =>
  off.some((other) => other.layer === layer && other.head === head);

/** The head that adds most to a line. */
function mostOf(run: MachineRun, places: readonly HeadPlace[], line: number): HeadPlace {
  const adds = places.map((place) => headAdds(run, place, line));
  return places[adds.indexOf(Math.max(...adds))]!;
}

function sharesText(run: MachineRun, line: number, how: "says" | "short"): string {
  const shares = run.shares(line).slice(0, NAMED);
  const some = shares.filter(({ share }, at) => at === 0 || share >= LEAST);
  const list = listed(
    some.map(({ word, share }) => tell("with", { word: tell("quoted", { word }), share: percent(share) })),
  );
  return tell(`${how}-${run.says}-shares`, { word: wordName(run, line), shares: list });
}

/** The words that get most of a head, the most first. */
function strongest(run: MachineRun, place: HeadPlace, line: number): { line: number; share: number }[] {
  const all = run.words.map((_, seen) => ({ line: seen, share: weightOf(run, place, line, seen) }));
  const some = all.filter(({ share }) => share >= LEAST).sort((a, b) => b.share - a.share);
  return (some.length > 0 ? some : all.filter(({ share }) => share > 0).slice(0, 1)).slice(0, NAMED);
}

type Way = "all" | "back" | "ahead" | "some";

/** No word is said where a look goes both ways. */
const said = (way: Way): Way => (way === "some" ? "all" : way);

const ways = new WeakMap<object, Map<number, Way>>();

/** Whether a head may look at all, at what comes before, or at what follows. */
export function wayOf(run: MachineRun, place: HeadPlace): Way {
  const weights = run.look(place.layer).kept["weights"]!;
  const known = ways.get(weights) ?? new Map<number, Way>();
  ways.set(weights, known);
  const way = known.get(place.head) ?? wayIn(run, place);
  known.set(place.head, way);
  return way;
}

function wayIn(run: MachineRun, place: HeadPlace): Way {
  const { lines, seen } = run.layers[place.layer]!;
  let [before, after] = [false, false];
  for (let line = lines[0]; line < lines[1]; line++)
    for (let at = seen[0]; at < seen[1]; at++) {
      if (at === line || maySee(run, place, line, at)) continue;
      if (at < line) before = true;
      else after = true;
    }
  return before && after ? "some" : before ? "ahead" : after ? "back" : "all";
}
