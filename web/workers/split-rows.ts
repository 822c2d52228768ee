// Cuts work into parts. All heads of all batches stand in one line, and each has its rows; the line is cut by the work
// of the rows. These functions know nothing of tensors or workers.
import type { Range } from "../lib/rows/index.js";

/** Rows are cut in multiples of both panel heights of the core, so that every part has the panels of the whole call. */
export const ROW_STEP = 12;

/** The work to cut. */
export interface Line {
  readonly heads: number;
  readonly rows: number;
  /** For each batch the work of its first i rows in one head, for i from 0 to rows. */
  readonly work: readonly Float64Array[];
  /** Whether a head may be cut between its rows. */
  readonly cutsRows: boolean;
}

/** A place on the line: in the head of this number, counted over all batches, before this row. */
interface Place {
  readonly head: number;
  readonly row: number;
  /** The work before this place. */
  readonly work: number;
}

/** Heads of one batch, or whole batches; a range of rows only where there is one head. */
export interface Box {
  readonly batch: Range;
  readonly heads: Range;
  readonly rows: Range;
}

/** How far the end of a share may lie from its place, as a part of the share's work. */
const IMBALANCE = 0.03;

/**
 * The boxes of each share. Every share has about the same work. Within a share, each box has about `aim` work. Heads of
 * up to 1.5 · `aim` stay whole.
 */
export function cutLine(line: Line, shares: number, aim: number): Box[][] {
  const total = line.heads * line.work.reduce((sum, rows) => sum + rows[line.rows]!, 0);
  const share = total / shares;
  const ends = placesBetween(line, { head: 0, row: 0, work: 0 }, endOf(line, total), shares, share * IMBALANCE);
  const isWhole = total / (line.heads * line.work.length) <= 1.5 * aim;
  const inner = isWhole ? { ...line, cutsRows: false } : line;
  return pairs(ends).map(([from, to]) => {
    const parts = Math.max(1, Math.round((to.work - from.work) / aim));
    const places = placesBetween(inner, from, to, parts, (to.work - from.work) / parts / 2);
    return pairs(places).flatMap(([a, b]) => boxesBetween(line, a, b));
  });
}

function endOf({ heads, work }: Line, total: number): Place {
  return { head: heads * work.length, row: 0, work: total };
}

/** The places that cut a stretch into parts of equal work, with both ends. */
function placesBetween(line: Line, from: Place, to: Place, parts: number, tolerance: number): Place[] {
  const places = [from];
  for (let part = 1; part < parts; part++) {
    const place = placeNear(line, from.work + ((to.work - from.work) * part) / parts, tolerance);
    // A cut that moved to the end of a head may have moved onto another cut.
    if (place.work > places[places.length - 1]!.work && place.work < to.work) places.push(place);
  }
  return [...places, to];
}

function pairs(places: readonly Place[]): [Place, Place][] {
  return places.slice(1).map((to, at): [Place, Place] => [places[at]!, to]);
}

/** The place to cut that is nearest to `target` work: between heads, if that is near enough; else between rows. */
function placeNear(line: Line, target: number, tolerance: number): Place {
  const { heads, rows, work, cutsRows } = line;
  let batch = 0;
  let before = 0;
  while (batch < work.length - 1 && before + heads * work[batch]![rows]! <= target) {
    before += heads * work[batch++]![rows]!;
  }
  const ofHead = work[batch]![rows]!;
  const inBatch = Math.min(heads - 1, Math.floor((target - before) / ofHead));
  const head = batch * heads + inBatch;
  before += inBatch * ofHead;
  const [first, next] = [
    { head, row: 0, work: before },
    { head: head + 1, row: 0, work: before + ofHead },
  ];
  const nearest = target - first.work <= next.work - target ? first : next;
  if (Math.abs(target - nearest.work) <= tolerance || !cutsRows || rows < 2 * ROW_STEP) return nearest;
  const row = Math.round(rowOf(work[batch]!, target - before) / ROW_STEP) * ROW_STEP;
  if (row < ROW_STEP) return first;
  if (rows - row < ROW_STEP) return next;
  return { head, row, work: before + work[batch]![row]! };
}

/** The first row before which the work reaches `target`. */
function rowOf(work: Float64Array, target: number): number {
  let [low, high] = [0, work.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (work[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rest of a head, whole heads or batches, the beginning of a head. */
function boxesBetween({ heads, rows }: Line, from: Place, to: Place): Box[] {
  const boxes: Box[] = [];
  const add = (head: number, count: number, row: Range): void => {
    const [batch, first] = [Math.floor(head / heads), head % heads];
    const batches = Math.max(1, Math.floor(count / heads));
    boxes.push({ batch: [batch, batch + batches], heads: [first, first + Math.min(count, heads)], rows: row });
  };
  let head = from.head;
  if (from.row > 0) {
    const end = to.head === head ? to.row : rows;
    if (end > from.row) add(head, 1, [from.row, end]);
    if (to.head === head) return boxes;
    head++;
  }
  while (head < to.head) {
    const left = to.head - head;
    const untilBatch = heads - (head % heads);
    const count = untilBatch < heads || left < heads ? Math.min(untilBatch, left) : left - (left % heads);
    add(head, count, [0, rows]);
    head += count;
  }
  if (to.row > 0) add(head, 1, [0, to.row]);
  return boxes;
}

/** Cuts boxes at the ends of groups: a part holds whole groups of `size` heads, or heads of one group. */
export function cutAtGroups(box: Box, size: number): Box[] {
  const [from, to] = box.heads;
  const places = [from];
  const [firstWhole, lastWhole] = [Math.ceil(from / size) * size, Math.floor(to / size) * size];
  for (const place of [firstWhole, lastWhole]) if (place > places[places.length - 1]! && place < to) places.push(place);
  return [...places.slice(1), to].map((end, at) => ({ ...box, heads: [places[at]!, end] }));
}
