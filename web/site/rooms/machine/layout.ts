// The place of every part of a run. `u` goes along the lines and `v` across them. Lying, lines go from left to right;
// upright, on a phone, from top to bottom: then u is y and v is x. Nothing here knows a run's numbers.
//
//   word ─ row ─┬─ look: lanes of heads ─ net ─ row ─┬─ … ─ shares
//               └────────── a band ──────────────────┘
import type { MachineSizes, Span } from "./run.js";

/** The lines that are drawn as one: a single word, or all words before or after the window. */
export interface Slot {
  readonly words: Span;
  readonly v: number;
}

/** A layer: the places of its parts along the lines. */
export interface Band {
  readonly layer: number;
  /** Its ground. */
  readonly ground: Span;
  /** Curves leave their lines at the first, and the last head's lane is before the second. */
  readonly look: Span;
  /** Where the curves of each head arrive. */
  readonly lanes: readonly number[];
  readonly net: number;
  readonly strip: Span;
}

export interface Room {
  /** Of the drawing, in pixels. */
  readonly width: number;
  /** Left out: where there is no room for the bands lying. */
  readonly upright?: boolean;
  /** Small and without words. */
  readonly map?: boolean;
  /** The words that are drawn by themselves. Left out: all. */
  readonly words?: Span;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly upright: boolean;
  readonly map: boolean;
  /** Between two lines. */
  readonly gap: number;
  readonly slots: readonly Slot[];
  /** From where to where lines go. */
  readonly ends: Span;
  readonly embed: Span;
  readonly bands: readonly Band[];
  /** Of the lines, across. */
  readonly sides: Span;
  /** The labels of heads stand in two rows where they would touch. */
  readonly staggered: boolean;
  /** Shares that fit. */
  readonly shares: number;
}

/** All lengths, in pixels. */
interface Lengths {
  readonly label: number;
  readonly strip: number;
  readonly net: number;
  readonly tail: number;
  /** Before and after what is in a band, and between two bands. */
  readonly pad: number;
  /** Above the look of a band, for its title. */
  readonly title: number;
}

/** The least distance of two heads, and of two labels of heads. */
const [LANE, LABEL] = [12, 26];
const LYING_GAP = 31;
const MOST_WORDS = 24;
const SHARE_ROW = 27;
const MAP_HEIGHT = 116;

export function layoutOf(sizes: MachineSizes, room: Room): Layout {
  const { upright = isTooNarrow(sizes, room), map = false, width } = room;
  const lengths = lengthsOf(sizes, width, upright, map);
  const { layers } = sizes;
  const across = acrossOf(sizes, { ...room, upright, map });
  const start = lengths.label + (map ? 2 : 6);
  const embed = [start, start + lengths.strip] as const;
  const bands: Band[] = [];
  for (const layer of layers.keys()) {
    const at = bands.at(-1)?.ground[1] ?? embed[1];
    const look = upright ? uprightLook(sizes, layer) : lyingLook(room, lengths, layers.length);
    bands.push(bandOf(sizes, layer, at + (map ? 1 : 8), look, lengths));
  }
  const end = (bands.at(-1)?.ground[1] ?? embed[1]) + (map ? 2 : 6);
  const heads = Math.max(1, ...sizes.layers.map((one) => one.heads));
  const [lane, next] = bands.find(({ lanes }) => lanes.length === heads)?.lanes ?? [];
  const shares = upright ? Math.max(2, Math.min(4, Math.floor(width / 84))) : 7;
  const low = across.sides[0] + (map ? 0 : shares * SHARE_ROW);
  return {
    ...across,
    width,
    upright,
    map,
    embed,
    bands,
    height: upright ? end + lengths.tail : Math.max(across.sides[1], low) + (map ? 2 : 10),
    ends: [lengths.label, end],
    staggered: !upright && lane !== undefined && next !== undefined && next - lane < LABEL,
    shares,
  };
}

/** A point of the drawing. */
export function pointOf({ upright }: Pick<Layout, "upright">, u: number, v: number): readonly [x: number, y: number] {
  return upright ? [v, u] : [u, v];
}

/** The place of a word's line, and of the line that it is drawn with. */
export function slotOf({ slots }: Layout, word: number): Slot {
  return slots.find(({ words: [from, to] }) => word >= from && word < to)!;
}

/** Where the shares of a line stand: a place across for each. They keep together and inside the drawing. */
export function shareRows({ upright, slots, width, sides }: Layout, v: number, count: number): number[] {
  const step = upright ? Math.min(92, width / count) : SHARE_ROW;
  const half = (count * step) / 2;
  const [low, high] = upright ? [half, width - half] : [sides[0] + half, Math.max(sides[0] + half, sides[1] - half)];
  const middle = Math.min(high, Math.max(low, slots.length === 0 ? low : v));
  return Array.from({ length: count }, (_, at) => middle + (at + 0.5) * step - half);
}

/** The words that are drawn by themselves if not all of them fit: those round the one that is followed. */
export function windowOf(count: number, followed: number, most: number): Span {
  if (count <= most) return [0, count];
  const from = Math.min(count - most, Math.max(0, followed - Math.floor(most / 2)));
  return [from, from + most];
}

/** How many words fit across. */
export function mostWords({ width, upright }: { readonly width: number; readonly upright: boolean }): number {
  return upright ? Math.min(MOST_WORDS, Math.max(8, Math.floor(width / 19))) : MOST_WORDS;
}

/** Whether the bands have too little room from left to right. */
export function isTooNarrow(sizes: MachineSizes, room: Room): boolean {
  if (room.map === true) return false;
  const look = lyingLook(room, lengthsOf(sizes, room.width, false, false), sizes.layers.length);
  return sizes.layers.some(({ heads }) => look < leastLook(heads));
}

const leastLook = (heads: number): number => (heads > 1 ? 20 + LANE * heads : 64);

function lengthsOf({ words, layers }: MachineSizes, width: number, upright: boolean, map: boolean): Lengths {
  if (map) return { label: 2, strip: 12, net: 10, tail: 26, pad: 3, title: 0 };
  const longest = Math.max(1, ...words.map((word) => Array.from(word).length));
  if (upright) return { label: clamp(7.2 * longest + 14, 40, 120), strip: 56, net: 34, tail: 150, pad: 8, title: 46 };
  const heads = layers.reduce((sum, layer) => sum + layer.heads, 0);
  const isDense = heads > 12 || layers.length > 3;
  return {
    label: clamp(9.5 * longest + 14, 56, 150),
    strip: isDense ? 34 : clamp(width * 0.06, 40, 72),
    net: isDense ? 24 : 40,
    tail: width < 900 ? 188 : 236,
    pad: isDense ? 6 : 10,
    title: 0,
  };
}

/** The bands share what the other parts leave. */
function lyingLook(room: Room, lengths: Lengths, count: number): number {
  const { label, strip, net, tail, pad } = lengths;
  const [begin, between, end] = room.map === true ? [2, 1, 2] : [6, 8, 6];
  const left = room.width - label - begin - strip - end - tail;
  return left / Math.max(1, count) - between - 2 * pad - net - strip;
}

/** Upright there is room: a finger fits on each head. */
function uprightLook({ layers }: MachineSizes, layer: number): number {
  const { heads } = layers[layer]!;
  return heads > 1 ? 40 + LABEL * heads : 96;
}

function bandOf(sizes: MachineSizes, layer: number, at: number, length: number, lengths: Lengths): Band {
  const { pad, strip, title } = lengths;
  const { heads, net: hasNet } = sizes.layers[layer]!;
  const net = hasNet ? lengths.net : lengths.net / 2;
  const look = [at + pad + title, at + pad + title + length + lengths.net - net] as const;
  const [first, last] = [look[0] + Math.max(14, 0.26 * length), look[1] - 8];
  const lanes = Array.from({ length: heads }, (_, head) =>
    heads > 1 ? first + ((last - first) * head) / (heads - 1) : look[0] + 0.84 * (look[1] - look[0]),
  );
  const row = look[1] + net;
  return {
    layer,
    look,
    lanes,
    ground: [at, row + strip + pad],
    net: look[1] + net / 2,
    strip: [row, row + strip],
  };
}

function acrossOf(sizes: MachineSizes, room: Room & { readonly upright: boolean; readonly map: boolean }) {
  const { upright, map, width } = room;
  const groups = slotsOf(sizes, room);
  const breaks = groups.filter(({ breaks: isBreak }) => isBreak).length;
  const heads = Math.max(1, ...sizes.layers.map((layer) => layer.heads));
  const counted = groups.length + 0.8 * breaks;
  const [before, behind] = map ? [4, 4] : upright ? [heads > 1 ? 36 : 8, 26] : [headerOf(heads), 0];
  const place = map ? MAP_HEIGHT - before - behind : width - before - behind;
  const gap = map || upright ? Math.min(44, place / counted) : LYING_GAP;
  let v = before - gap / 2;
  const slots = groups.map(({ words, breaks: isBreak }) => ({ words, v: (v += isBreak ? 1.8 * gap : gap) }));
  return { gap, slots, sides: [before, before + gap * counted] as const };
}

/** Above the lines: titles, labels of heads in two rows at most, and what nets and rows are called. */
const headerOf = (heads: number): number => (heads > 1 ? 100 : 50);

/** A slot for each word of the window, and one for all before and one for all after. A new sentence has a gap. */
function slotsOf({ words, layers }: MachineSizes, { words: shown = [0, words.length] }: Room) {
  const begins = new Set(layers.flatMap(({ lines, seen }) => [lines[0], seen[0]]).filter((at) => at > 0));
  const singles = Array.from({ length: shown[1] - shown[0] }, (_, at) => [shown[0] + at, shown[0] + at + 1] as const);
  const all: Span[] = [
    ...(shown[0] > 0 ? [[0, shown[0]] as const] : []),
    ...singles,
    ...(shown[1] < words.length ? [[shown[1], words.length] as const] : []),
  ];
  return all.map((span) => ({ words: span, breaks: begins.has(span[0]) }));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
