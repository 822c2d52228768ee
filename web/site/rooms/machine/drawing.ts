// The drawing of a run: what stands still behind it, and the line that is followed, which is drawn last.
import { percent } from "../../../show/index.js";
import { pointOf, shareRows, slotOf, type Band, type Layout, type Slot } from "./layout.js";
import { cellPath, cellsIn, scaleOf, stripOf, type Strip } from "./row-cells.js";
import {
  headAdds,
  isIn,
  netAdds,
  rowAt,
  weightsIn,
  type HeadPlace,
  type MachineRun,
  type Share,
  type Span,
} from "./run.js";
import { group, shape, type Shape } from "./shapes.js";
import { headName, layerName, saysText, tell, wordName } from "./words.js";

/** What a step of a walk, or a map, makes of a part: lit, or not yet reached. */
export type State = "now" | "later" | undefined;
export type Kind = "rows" | "look" | "net" | "shares";

export interface View {
  /** The line that is followed. */
  readonly word: number;
  readonly off?: readonly HeadPlace[];
  /** Left out: all parts are clear. `at` is the layer, of rows the depth. */
  readonly state?: ((kind: Kind, at: number) => State) | undefined;
  /** Its parts are buttons. Left out: it is a picture. */
  readonly live?: boolean;
}

/** What all parts of a drawing are told. */
interface Sheet {
  readonly run: MachineRun;
  readonly layout: Layout;
  readonly view: View;
}

/** Weights below these are left out: of the followed line, and of the others. */
export const [CLEAR, FAINT] = [0.02, 0.18];
/** And on a map, with one head or with several. */
const MAPPED = [0.1, 0.3] as const;
/** Shares of curves that are written where they begin, and how wide such a number is. */
const [WRITTEN, NUMBER] = [0.1, 32];

/** Some shapes of a drawing. A turn draws as many pieces as it has time for. */
export type Piece = () => readonly Shape[];

/** A drawing: what stands still, and above it what is followed. */
export function draw(run: MachineRun, layout: Layout, view: View): { still: Shape[]; followed: Shape[] } {
  const drawn = (pieces: readonly Piece[]): Shape[] => pieces.flatMap((piece) => piece());
  return { still: drawn(stillPieces(run, layout, view)), followed: drawn(followedPieces(run, layout, view)) };
}

/** Of another word, only the class and the `aria-pressed` of two labels differ. */
export function stillPieces(run: MachineRun, layout: Layout, view: View): Piece[] {
  const sheet = { run, layout, view };
  const { map } = layout;
  return [
    () => [...layout.bands.map((band) => ground(sheet, band)), lines(sheet)],
    ...(map ? [] : [() => [...words(sheet), ...firstRow(sheet)], ...ofBands(sheet, titles)]),
    ...(map ? [] : ofBands(sheet, faintCurves)),
    ...stripsIn(sheet).map((strip) => () => rowsBehind(sheet, strip)),
    ...ofBands(sheet, nets),
  ];
}

export function followedPieces(run: MachineRun, layout: Layout, view: View): Piece[] {
  const sheet = { run, layout, view };
  const line = slotOf(layout, view.word);
  return [
    ...ofBands(sheet, curves),
    () => [path("line me", segment(layout, layout.ends, line.v)), ...rowsOf(sheet, line)],
    ...ofBands(sheet, (_, band) => stops(sheet, band, line)),
    ...ofBands(sheet, (_, band) => ownNet(sheet, band, line)),
    () => spread(sheet, line),
  ];
}

const ofBands = (sheet: Sheet, shapesOf: (sheet: Sheet, band: Band) => readonly Shape[]): Piece[] =>
  sheet.layout.bands.map((band) => () => shapesOf(sheet, band));

/** How thick a curve is for its weight. */
export const thicknessOf = (weight: number): number => 1 + 9 * weight;
/** The radius of a stop: its area grows with what the head adds, as a share of the row. */
export const stopRadius = (adds: number): number => Math.max(3, 11 * Math.sqrt(Math.min(1, adds)));
/** Half a diamond for what the net adds, as a share of the row. */
export const netRadius = (adds: number, gap: number): number => Math.min(0.42 * gap, 1.5 + 9 * adds);

const short = (value: number): number => Math.round(10 * value) / 10;
const path = (kind: string, d: string, more: Record<string, string | number | undefined> = {}): Shape =>
  shape("path", { class: kind, d, ...more });

function pen({ layout }: { readonly layout: Layout }): (u: number, v: number) => string {
  return (u, v) => pointOf(layout, u, v).map(short).join(" ");
}

function segment(layout: Layout, [from, to]: Span, v: number): string {
  const at = pen({ layout });
  if (layout.map) return `M${at(from, v)}h${short(to - from)}`;
  return `M${at(from, v)}L${at(to, v)}`;
}

/** An S that leaves the line of the one and joins the line of the other. */
export function curveOf(layout: Layout, [u0, v0]: Span, [u1, v1]: Span): string {
  const at = pen({ layout });
  const middle = (u0 + u1) / 2 + (u1 - u0) * 0.08;
  return `M${at(u0, v0)}C${at(middle, v0)} ${at(middle, v1)} ${at(u1, v1)}`;
}

/** A line that looks at itself: a flat arc beside it. */
function loopOf(layout: Layout, [u0, u1]: Span, v: number): string {
  const at = pen({ layout });
  const [side, aside] = [v - 0.6 * layout.gap, 0.3 * (u1 - u0)];
  return `M${at(u0, v)}C${at(u0 + aside, side)} ${at(u1 - aside, side)} ${at(u1, v)}`;
}

function box(layout: Layout, [u0, u1]: Span, [v0, v1]: Span, more: Record<string, string | number>): Shape {
  const [[x, y], [right, bottom]] = [pointOf(layout, u0, v0), pointOf(layout, u1, v1)];
  return shape("rect", { x: short(x), y: short(y), width: short(right - x), height: short(bottom - y), ...more });
}

function text(
  layout: Layout,
  [u, v]: Span,
  content: string,
  { kind, anchor, turn }: { readonly kind: string; readonly anchor?: "middle" | "end"; readonly turn?: number },
): Shape {
  const [x, y] = pointOf(layout, u, v).map(short) as [number, number];
  const transform = turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`;
  return shape("text", { x, y, class: kind, "text-anchor": anchor, transform }, content);
}

/** A part that opens or is switched. In a picture it is a plain group. */
function part({ view }: Sheet, key: string, name: () => string, more: Record<string, string | undefined>) {
  return (...inner: readonly Shape[]): Shape => {
    if (view.live !== true) return shape("g", more, ...inner);
    const label = name();
    const role = { "data-part": key, role: "button", tabindex: -1, "aria-label": label };
    return shape("g", { ...role, ...more }, shape("title", {}, label), ...inner);
  };
}

const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
const lookClass = (layer: number): string => `look-${layer % 4}`;
const stateOf = ({ view }: Sheet, kind: Kind, at: number): State => view.state?.(kind, at);
const isOff = ({ view }: Sheet, place: HeadPlace): boolean =>
  view.off?.some(({ layer, head }) => layer === place.layer && head === place.head) ?? false;

/** The slots of a layer's lines. */
const slotsIn = ({ layout }: Sheet, span: Span): readonly Slot[] =>
  layout.slots.filter(({ words: [from] }) => isIn(span, from));
const isSingle = ({ words: [from, to] }: Slot): boolean => to - from === 1;

// 1. What stands still.

function ground(sheet: Sheet, { layer, ground: along }: Band): Shape {
  const { layout, run } = sheet;
  const slots = slotsIn(sheet, run.layers[layer]!.lines);
  const half = layout.gap / 2 + (layout.map ? 1 : 5);
  return box(layout, along, [slots[0]!.v - half, slots.at(-1)!.v + half], { class: "band", rx: layout.map ? 2 : 6 });
}

function words(sheet: Sheet): Shape[] {
  const { run, layout, view } = sheet;
  const { gap, ends, slots, upright } = layout;
  return slots.map((slot) => {
    const [from, to] = slot.words;
    const isFollowed = isIn(slot.words, view.word);
    const pressed = isSingle(slot) ? { "aria-pressed": String(isFollowed) } : {};
    const target = isSingle(slot) ? from : from === 0 ? to - 1 : from;
    const name = (): string =>
      isSingle(slot) ? tell("follow", { word: wordName(run, from) }) : tell("more-words", { count: to - from });
    return part(sheet, `word ${target}`, name, { class: classes("word", isFollowed && "me"), ...pressed })(
      box(layout, [0, ends[0]], [slot.v - gap / 2, slot.v + gap / 2], { class: "target" }),
      text(layout, [ends[0] - 8, slot.v], isSingle(slot) ? run.words[from]! : `… ${to - from}`, {
        kind: "label",
        ...(upright ? { turn: -60 } : { anchor: "end" }),
      }),
    );
  });
}

/** What the first strips are called. */
function firstRow({ layout }: Sheet): Shape[] {
  const { upright, embed, sides } = layout;
  if (upright) return [];
  return [text(layout, [(embed[0] + embed[1]) / 2, sides[0] - 13], tell("row"), { kind: "small", anchor: "middle" })];
}

/** The title of a layer, and a button for each of its heads: pressed, the head is off. */
function titles(sheet: Sheet, { layer, ground: along, look, lanes, net, strip }: Band): Shape[] {
  const { run, layout } = sheet;
  const { upright, sides, staggered } = layout;
  const { heads, net: hasNet } = run.layers[layer]!;
  const name = layerName(run, layer);
  const at: Span = upright
    ? [along[0] + 20, sides[0] + 4]
    : [(look[0] + look[1]) / 2, heads > 1 && !staggered ? 40 : 14];
  const small = (u: number, key: string): Shape =>
    text(layout, [u, sides[0] - 13], tell(key), { kind: "small", anchor: "middle" });
  const labels = upright ? [] : [...(hasNet ? [small(net, "net")] : []), small((strip[0] + strip[1]) / 2, "row")];
  if (heads === 1) return [toggle(sheet, { layer, head: 0 }, at, name), ...labels];
  const pills = lanes.map((lane, head) => {
    const v = upright ? sides[0] - 18 : staggered && head % 2 === 0 ? 43 : 70;
    return toggle(sheet, { layer, head }, [lane, v], String(head));
  });
  const kind = classes("title", lookClass(layer));
  return [text(layout, at, name, { kind, ...(upright ? {} : { anchor: "middle" }) }), ...pills, ...labels];
}

function toggle(sheet: Sheet, place: HeadPlace, [u, v]: Span, label: string): Shape {
  const { run, layout } = sheet;
  const off = isOff(sheet, place);
  const [x, y] = pointOf(layout, u, v);
  const width = Math.max(24, 7.4 * label.length + (label.length > 2 ? 22 : 10));
  const [left, height] = [layout.upright && label.length > 2 ? x : x - width / 2, label.length > 2 ? 28 : 24];
  const name = (): string => tell("switch", { head: headName(run, place) });
  const kind = classes("toggle", lookClass(place.layer), off && "off");
  return part(sheet, `head ${place.layer} ${place.head}`, name, { class: kind, "aria-pressed": String(off) })(
    shape("rect", { x: short(left), y: short(y - height / 2), width: short(width), height, rx: height / 2 }),
    shape("text", { x: short(left + width / 2), y: short(y), "text-anchor": "middle" }, label),
  );
}

function lines(sheet: Sheet): Shape {
  const { layout, view } = sheet;
  const { slots, ends, gap, bands } = layout;
  const end = bands.at(-1)?.ground[1] ?? ends[1];
  const all = slots.map(({ v }) => segment(layout, [ends[0], end], v)).join("");
  if (view.live !== true) return path("line", all);
  const hits = slots
    .filter(isSingle)
    .map(({ words: [from], v }) =>
      path("hit", segment(layout, [ends[0], end], v), { "data-part": `word ${from}`, "stroke-width": short(gap) }),
    );
  return shape("g", {}, path("line", all), ...hits);
}

/** What all lines look at: strong weights only, in a few shades. */
function faintCurves(sheet: Sheet, { layer, look, lanes }: Band): Shape[] {
  const { run, layout } = sheet;
  const { lines: looking, seen } = run.layers[layer]!;
  const weightOn = weightsIn(run, layer);
  const shades = new Map<number, string>();
  for (const to of slotsIn(sheet, looking)) {
    if (!isSingle(to)) continue;
    for (const [head, lane] of lanes.entries())
      for (const from of slotsIn(sheet, seen)) {
        const weight = isSingle(from) ? weightOn(head, to.words[0], from.words[0]) : 0;
        if (from === to || weight <= FAINT || isOff(sheet, { layer, head })) continue;
        const shade = Math.ceil(4 * weight);
        const d = curveOf(layout, [look[0], from.v], [lane, to.v]);
        shades.set(shade, (shades.get(shade) ?? "") + d);
      }
  }
  const kind = classes("others", stateOf(sheet, "look", layer) === "later" && "later");
  return group({ class: kind }, ...Array.from(shades, ([shade, d]) => path(`shade-${shade}`, d)));
}

/** Rows of all lines at one place along them: before the first layer, or after a layer. */
interface RowsAt {
  readonly depth: number;
  readonly along: Span;
  readonly layer: number | undefined;
}

function stripsIn({ layout }: Sheet): RowsAt[] {
  const behind = layout.bands.map(({ layer, strip }) => ({ depth: layer + 1, along: strip, layer }));
  return [{ depth: 0, along: layout.embed, layer: undefined }, ...behind];
}

/** The lines that have a row of their own at a depth. */
const rowLines = ({ run }: Sheet, layer: number | undefined): Span =>
  layer === undefined ? [0, run.words.length] : run.layers[layer]!.lines;

export const thickOf = ({ gap, map }: Layout): number => (map ? 0.56 * gap : Math.min(12, gap * 0.42));

function stripAt(sheet: Sheet, slot: Slot, depth: number, along: Span): Strip {
  const rows = sheet.run.rows(depth);
  return { row: rowAt(sheet.run, depth, slot.words[0]), scale: scaleOf(rows), along, v: slot.v };
}

function rowsBehind(sheet: Sheet, { depth, along, layer }: RowsAt): Shape[] {
  const { layout } = sheet;
  const thick = thickOf(layout);
  const slots = slotsIn(sheet, rowLines(sheet, layer)).filter(isSingle);
  const state = stateOf(sheet, "rows", depth);
  if (layout.map) {
    const all = slots.map(({ v }) => segment(layout, along, v)).join("");
    return [path(classes("row", state), all, { "stroke-width": short(thick) })];
  }
  const edges = slots.map(({ v }) => cellPath(layout, along, [v - thick / 2, v + thick / 2])).join("");
  const strips = slots.map((slot) => stripAt(sheet, slot, depth, along));
  return group({ class: classes("rows", state) }, path("ground", edges), ...stripOf(layout, strips, thick));
}

function diamond(layout: Layout, u: number, v: number, r: number): string {
  const [x, y] = pointOf(layout, u, v).map(short) as [number, number];
  const s = layout.map ? Math.round(1.3 * r) || 1 : short(1.3 * r);
  return `M${x} ${short(y - s)}l${s} ${s}-${s} ${s}-${s}-${s}z`;
}

function nets(sheet: Sheet, { layer, net }: Band): Shape[] {
  const { run, layout } = sheet;
  const { lines: own, net: hasNet } = run.layers[layer]!;
  if (!hasNet) return [];
  const all = slotsIn(sheet, own).filter(isSingle);
  const d = all.map(({ words: [line], v }) => diamond(layout, net, v, netSize(sheet, layer, line))).join("");
  return [path(classes("net", stateOf(sheet, "net", layer)), d)];
}

const netSize = ({ run, layout }: Sheet, layer: number, line: number): number =>
  netRadius(netAdds(run, layer, line), layout.gap);

// 2. What is followed.

/** What the line looks at, the strongest on top. */
function curves(sheet: Sheet, { layer, look, lanes }: Band): Shape[] {
  const { run, layout, view } = sheet;
  const { lines: looking, seen, heads } = run.layers[layer]!;
  if (!isIn(looking, view.word)) return [];
  const to = slotOf(layout, view.word).v;
  const weightOn = weightsIn(run, layer);
  const found = lanes.flatMap((lane, head) =>
    slotsIn(sheet, seen).map((from) => ({ lane, head, from, weight: summed(weightOn, head, view.word, from) })),
  );
  const drawn = found
    .filter(({ weight }) => weight >= (layout.map ? MAPPED[heads > 1 ? 1 : 0] : CLEAR))
    .sort((a, b) => a.weight - b.weight);
  const one = ({ lane, head, from, weight }: (typeof found)[number]): Shape => {
    const off = isOff(sheet, { layer, head });
    const d = from.v === to ? loopOf(layout, [look[0], lane], to) : curveOf(layout, [look[0], from.v], [lane, to]);
    const name = (): string => curveName(run, { layer, head }, view.word, from, weight);
    const isHidden = drawn.some((other) => other.weight > weight && Math.abs(other.from.v - from.v) < NUMBER);
    const isWritten = heads === 1 && weight >= WRITTEN && !layout.map && !(layout.upright && isHidden);
    // Where the curve leaves no number in its way.
    const aside = (from.v > to ? 1 : -1) * (from.v === to ? 13 : 8 + thicknessOf(weight) / 2);
    const [u, v] = layout.upright ? [look[0] - 9, from.v] : [look[0] + 5, from.v + aside];
    const written = text(layout, [u, v], percent(weight), {
      kind: "weight",
      ...(layout.upright && { anchor: "middle" }),
    });
    const carries = path("carries", d, {
      "stroke-width": short(thicknessOf(weight) * (layout.map ? 0.5 : 1)),
      "stroke-opacity": Math.round(100 * (0.16 + 0.75 * Math.sqrt(weight))) / 100,
      pathLength: view.live === true ? 1 : undefined,
    });
    if (layout.map) return carries;
    // A sum of weights is no number of the run.
    if (!isSingle(from)) return shape("g", { class: "curve" }, shape("title", {}, name()), carries);
    return part(sheet, `curve ${layer} ${head} ${from.words[0]}`, name, { class: classes("curve", off && "off") })(
      ...(view.live === true ? [path("hit", d, { "stroke-width": Math.max(24, thicknessOf(weight)) })] : []),
      carries,
      ...(isWritten ? [written] : []),
    );
  };
  return group({ class: classes("look", lookClass(layer), stateOf(sheet, "look", layer)) }, ...drawn.map(one));
}

function summed(
  weightOn: ReturnType<typeof weightsIn>,
  head: number,
  line: number,
  { words: [from, to] }: Slot,
): number {
  let sum = 0;
  for (let seen = from; seen < to; seen++) sum += weightOn(head, line, seen);
  return sum;
}

function curveName(
  run: MachineRun,
  place: HeadPlace,
  line: number,
  { words: [from, to] }: Slot,
  weight: number,
): string {
  const seen = to - from === 1 ? wordName(run, from) : tell("words", { count: to - from });
  const told = { word: wordName(run, line), seen, share: percent(weight), head: headName(run, place) };
  return tell("looks-at", told);
}

function rowsOf(sheet: Sheet, slot: Slot): Shape[] {
  const { layout, run, view } = sheet;
  const thick = thickOf(layout);
  if (layout.map) return [];
  return stripsIn(sheet).flatMap(({ depth, along, layer }) => {
    if (!isIn(rowLines(sheet, layer), view.word)) return [];
    const name = (): string => rowName(run, view.word, depth);
    const outline = box(layout, along, [slot.v - thick / 2, slot.v + thick / 2], { class: "ground" });
    const cells = stripOf(layout, [stripAt(sheet, slot, depth, along)], thick);
    const half = Math.max(12, thick / 2);
    const hit = box(layout, along, [slot.v - half, slot.v + half], { class: "target" });
    const kind = classes("rows me", stateOf(sheet, "rows", depth));
    const shapes = view.live === true ? [hit, outline, ...cells] : [outline, ...cells];
    return [part(sheet, `row ${depth}`, name, { class: kind })(...shapes)];
  });
}

export function rowName(run: MachineRun, line: number, depth: number): string {
  const told = { word: wordName(run, line), count: rowAt(run, depth, line).length };
  if (depth === 0) return tell("row-first", told);
  return tell("row-behind", { ...told, layer: layerName(run, depth - 1) });
}

/** A stop for each head, where its curves arrive. */
function stops(sheet: Sheet, { layer, lanes }: Band, { v }: Slot): Shape[] {
  const { run, layout, view } = sheet;
  if (!isIn(run.layers[layer]!.lines, view.word)) return [];
  return lanes.map((lane, head) => {
    const place = { layer, head };
    const adds = headAdds(run, place, view.word);
    const [cx, cy] = pointOf(layout, lane, v).map(short) as [number, number];
    const r = short(stopRadius(adds) * (layout.map ? 0.4 : 1));
    const name = (): string =>
      tell("stop", { head: headName(run, place), word: wordName(run, view.word), adds: percent(adds) });
    const off = isOff(sheet, place);
    const kind = classes("stop", lookClass(layer), stateOf(sheet, "look", layer), off && "off");
    if (layout.map) return shape("circle", { class: kind, cx, cy, r });
    const hit = view.live === true ? [shape("circle", { class: "target", cx, cy, r: Math.max(12, r) })] : [];
    return part(sheet, `stop ${layer} ${head}`, name, { class: kind })(...hit, shape("circle", { cx, cy, r }));
  });
}

function ownNet(sheet: Sheet, { layer, net }: Band, { v }: Slot): Shape[] {
  const { run, layout, view } = sheet;
  const { lines: own, net: hasNet } = run.layers[layer]!;
  if (!hasNet || !isIn(own, view.word)) return [];
  const adds = netAdds(run, layer, view.word);
  const name = (): string =>
    tell("net-adds", { layer: layerName(run, layer), word: wordName(run, view.word), adds: percent(adds) });
  const [cx, cy] = pointOf(layout, net, v).map(short) as [number, number];
  const hit = view.live === true ? [shape("circle", { class: "target", cx, cy, r: 13 })] : [];
  const d = diamond(layout, net, v, netSize(sheet, layer, view.word));
  const kind = classes("net me", stateOf(sheet, "net", layer));
  if (layout.map) return [path(kind, d)];
  return [part(sheet, `net ${layer}`, name, { class: kind })(...hit, path("", d))];
}

/** The last stretch: the line spreads into shares. */
function spread(sheet: Sheet, { v }: Slot): Shape[] {
  const { run, layout, view } = sheet;
  const { map, upright, ends, width } = layout;
  const best = run.shares(view.word).slice(0, map ? 3 : layout.shares);
  if (best.length === 0) return [];
  const rows = map ? best.map((_, at) => v + 9 * (at - 1)) : shareRows(layout, v, best.length);
  const u0 = ends[1];
  const u1 = u0 + (map ? 10 : upright ? 44 : width < 900 ? 36 : 56);
  const room = map ? 12 : upright ? 46 : width - u1 - 4 - 8 * longest(best);
  const bar = Math.max(upright ? 40 : 24, Math.min(92, room));
  const shapes = best.map((one, at) => shareShape(sheet, { one, at, v: rows[at]!, from: [u0, v], to: u1, bar }));
  const heading =
    map || upright ? [] : [text(layout, [u1 + 4, rows[0]! - 24], saysText(run, view.word), { kind: "small" })];
  const kind = classes("shares", lookClass(0), stateOf(sheet, "shares", 0));
  return group({ class: kind }, ...heading, ...shapes);
}

const longest = (shares: readonly Share[]): number => Math.max(...shares.map(({ word }) => word.length)) + 7;

interface ShareAt {
  readonly one: Share;
  readonly at: number;
  readonly v: number;
  readonly from: Span;
  readonly to: number;
  readonly bar: number;
}

function shareShape(sheet: Sheet, { one: { word, share }, at, v, from, to, bar }: ShareAt): Shape {
  const { layout } = sheet;
  const { map, upright } = layout;
  const length = Math.max(1.5, bar * share);
  const half = map ? 3 : 9;
  const written = upright
    ? [
        text(layout, [to + bar + 20, v], word, { kind: "name", anchor: "middle" }),
        text(layout, [to + bar + 39, v], percent(share), { kind: "name", anchor: "middle" }),
      ]
    : [text(layout, [to + 4 + length + 7, v], `${word} ${percent(share)}`, { kind: "name" })];
  const name = (): string => tell("share-of", { word, share: percent(share) });
  const side = upright ? 40 : 13;
  const hit = box(layout, [to, to + bar + (upright ? 50 : 90)], [v - side, v + side], { class: "target" });
  const carries = path("carries", curveOf(layout, from, [to, v]), {
    "stroke-width": short(thicknessOf(share) * (map ? 0.5 : 1)),
    "stroke-opacity": Math.round(100 * (0.25 + 0.7 * share)) / 100,
    pathLength: sheet.view.live === true ? 1 : undefined,
  });
  return part(sheet, `share ${at}`, name, { class: classes("share", at === 0 && "first") })(
    ...(sheet.view.live === true ? [hit] : []),
    carries,
    box(layout, [to + (map ? 1 : 4), to + (map ? 1 : 4) + length], [v - half, v + half], {
      class: "bar",
      rx: map ? 1 : 2,
    }),
    ...(map ? [] : written),
  );
}

/** The number of a row at a place along its strip. */
export function columnAt([u0, u1]: Span, u: number, row: Float32Array): number {
  const cells = cellsIn(row);
  return cells[Math.min(cells.length - 1, Math.max(0, Math.floor(((u - u0) / (u1 - u0)) * cells.length)))]!;
}
