// Arcs between words that stand in lines: from the word that asks to each other word, and a small loop to itself.

type Point = readonly [x: number, y: number];

/** An arc with upright feet. It rises by `rise` above its first foot, or below it if `rise` is negative. */
export function arch([x, y]: Point, [toX, toY]: Point, rise: number): string {
  // A curve reaches three quarters of the way to its handles.
  const handle = y - (4 / 3) * rise;
  return `M${x} ${y}C${x} ${handle} ${toX} ${handle} ${toX} ${toY}`;
}

/** A curve that leaves one point and reaches the other across. */
export function across([x, y]: Point, [toX, toY]: Point): string {
  const half = (x + toX) / 2;
  return `M${x} ${y}C${half} ${y} ${half} ${toY} ${toX} ${toY}`;
}

/** A curve that leaves one point and reaches the other upright. */
function upright([x, y]: Point, [toX, toY]: Point): string {
  const half = (y + toY) / 2;
  return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${toY}`;
}

/** The box of a word, in CSS pixels. `bottom` is below whatever is under the word. */
export interface WordBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Arc {
  readonly d: string;
  readonly "stroke-width": string;
}

/** Arcs of less than this share are left out: they would be thinner than a hair. */
export const LEAST_SHARE = 0.015;

/** How opaque the arc of a share is, beside the largest one. */
export function opacityOf(share: number, largest: number): number {
  return 0.25 + (0.65 * share) / largest;
}

/** A loop is open in the middle: its line takes at most this share of the room above the word. */
const LOOP = 0.22;
/** The most that a loop rises, in heights of its word. */
const TALLEST = 0.4;

/** @param width of the figure @returns a function that gives the arc to a word, in a given thickness */
export function arcsFrom(boxes: readonly WordBox[], from: number, width: number): (to: number, thick: number) => Arc {
  const word = boxes[from]!;
  const isBeside = (other: WordBox): boolean => Math.abs(other.top - word.top) < (word.bottom - word.top) / 2;
  const above = boxes.filter((other) => other.top < word.top && !isBeside(other)).map(({ bottom }) => bottom);
  const room = word.top - Math.max(0, ...above);
  // Where the page is not laid out, all words are in one place.
  const reach = Math.max(...boxes.filter(isBeside).map((other) => Math.abs(middle(other) - middle(word)))) || 1;
  return (to, thick) => {
    if (to === from) return loopOver(word, Math.min(thick, LOOP * room), room, width);
    const other = boxes[to]!;
    const d = isBeside(other) ? arcOver(word, other, room - thick / 2, reach) : wayTo(word, other);
    return { d, "stroke-width": thick.toFixed(2) };
  };
}

function middle({ left, right }: WordBox): number {
  return (left + right) / 2;
}

/** The loop's line ends above the word, and stays inside the room and the figure. */
function loopOver(word: WordBox, thick: number, room: number, width: number): Arc {
  const rise = Math.min(room - thick, TALLEST * (word.bottom - word.top));
  const [half, foot] = [Math.max(0.6 * rise, 1.2 * thick), 0.75 * thick];
  const x = Math.min(width - half - thick / 2, Math.max(half + thick / 2, middle(word)));
  const bottom = word.top - thick / 2;
  // Between its feet, the curve is as wide as `half` on either side.
  const [handle, aside] = [bottom - (4 / 3) * rise, (half - foot / 2) / 0.29];
  return {
    d: `M${x - foot} ${bottom}C${x - aside} ${handle} ${x + aside} ${handle} ${x + foot} ${bottom}`,
    "stroke-width": thick.toFixed(2),
  };
}

/** To a word on the same line: an arc that rises with its length. The longest one uses all the room above the line. */
function arcOver(from: WordBox, to: WordBox, room: number, reach: number): string {
  const [start, end] = [middle(from), middle(to)];
  return arch([start, from.top], [end, to.top], room * (0.35 + (0.65 * Math.abs(end - start)) / reach));
}

/** To a word on another line: a curve through the gaps, behind the words of the lines between. */
function wayTo(from: WordBox, to: WordBox): string {
  const [start, end] = to.top < from.top ? [from.top, to.bottom] : [from.bottom, to.top];
  return upright([middle(from), start], [middle(to), end]);
}
