// Where the names of points go: each as near to its point as the other names and all points allow.
import type { Point } from "./plane.js";

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

export interface NamePlace extends Box {
  /** Which of the places around its point it has. */
  readonly place: number;
  /** Whether it is so far from its point that a line must join them. */
  readonly isFar: boolean;
}

/** Lengths in units of the plane. */
export interface NameSizes {
  readonly widths: readonly number[];
  readonly height: number;
  /** Half of the side of a point's mark. */
  readonly mark: number;
  /** How far the plane reaches from the origin. */
  readonly reach: number;
}

/** Right, left, above, below, and the corners. */
const WAYS: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
/** How far a name is from the mark, in heights of a name. */
const GAPS = [0.2, 1, 1.8, 2.6, 3.4, 4.2];
/**
 * What a place costs: an overlap, in heights²; each gap; each other point that is beside the name and nearer than its
 * own; a way back into the crowd; another place than before.
 */
const [OVERLAP, GAP, NEARER, INWARDS, MOVED] = [200, 1, 8, 0.7, 0.8];

/** @param before the places that the names had a moment ago, which they keep where they can */
export function placeNames(points: readonly Point[], sizes: NameSizes, before?: readonly NamePlace[]): NamePlace[] {
  const marks = points.map(([x, y]) => boxAt([x, y], [0, 0], [2 * sizes.mark, 2 * sizes.mark], 0));
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);
  const placed: NamePlace[] = [];
  points.forEach((point, at) => {
    const outwards: Point = [point[0] - middle[0]!, point[1] - middle[1]!];
    const costOf = (place: NamePlace): number => {
      const covered = [...placed, ...marks].reduce((sum, box) => sum + overlap(place, box), 0) + beyond(place, sizes);
      const inwards = 1 - cosine(WAYS[place.place % WAYS.length]!, outwards);
      const moved = place.place === (before?.[at]?.place ?? place.place) ? 0 : MOVED;
      const gap = Math.floor(place.place / WAYS.length);
      const near = Math.min(distance(place, point), sizes.height);
      const nearer = points.filter((other) => other !== point && distance(place, other) < near).length;
      return (OVERLAP * covered) / sizes.height ** 2 + GAP * gap + NEARER * nearer + INWARDS * inwards + moved;
    };
    const places = placesAround(point, at, sizes);
    const costs = places.map(costOf);
    placed.push(places[costs.indexOf(Math.min(...costs))]!);
  });
  return placed;
}

function placesAround(point: Point, at: number, { widths, height, mark }: NameSizes): NamePlace[] {
  return GAPS.flatMap((gap, ring) =>
    WAYS.map((way, index) => ({
      ...boxAt(point, way, [widths[at]!, height], mark + gap * height),
      place: ring * WAYS.length + index,
      isFar: ring > 0,
    })),
  );
}

/** A box on one side of a point. */
function boxAt([x, y]: Point, [across, up]: Point, [width, height]: Point, gap: number): Box {
  // A corner is as far away as a side.
  const away = across !== 0 && up !== 0 ? gap * Math.SQRT1_2 : gap;
  const middleX = x + across * (away + width / 2);
  const middleY = y + up * (away + height / 2);
  return {
    left: middleX - width / 2,
    right: middleX + width / 2,
    low: middleY - height / 2,
    high: middleY + height / 2,
  };
}

function overlap(one: Box, other: Box): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const up = Math.min(one.high, other.high) - Math.max(one.low, other.low);
  return Math.max(0, across) * Math.max(0, up);
}

function distance({ left, right, low, high }: Box, [x, y]: Point): number {
  return Math.hypot(Math.max(0, left - x, x - right), Math.max(0, low - y, y - high));
}

/** How much of a box is beyond the plane. */
function beyond(box: Box, { reach }: NameSizes): number {
  const plane = { left: -reach, right: reach, low: -reach, high: reach };
  return (box.right - box.left) * (box.high - box.low) - overlap(box, plane);
}

function cosine(one: Point, other: Point): number {
  return (one[0] * other[0] + one[1] * other[1]) / (Math.hypot(...one) * Math.hypot(...other) || 1);
}
