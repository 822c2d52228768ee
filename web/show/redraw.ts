// Draws shapes again. Each begins where it is on the screen and moves to its new place.
import { mayMove, move, moveTime } from "./motion.js";

/** The attributes whose numbers move. All others change at once. */
const MOVING = "cx cy d height points r stroke stroke-opacity stroke-width transform width x x1 x2 y y1 y2";
const NAMES = MOVING.split(" ");

const NUMBERS = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/g;

type Way = (share: number) => void;

/**
 * Replaces the shapes of a drawing. A shape is the same as before if it has the same tag, data attributes and text.
 * Shapes that are alike are paired in their order. A new shape fades in.
 */
export function redraw(drawing: Element, shapes: readonly Element[], milliseconds = moveTime(drawing)): void {
  const ways = milliseconds > 0 && mayMove() ? waysOf(drawing.children, shapes) : [];
  drawing.replaceChildren(...shapes);
  move(drawing, drawing, ways.length === 0 ? 0 : milliseconds, (share) => {
    for (const way of ways) way(share);
  });
}

function waysOf(before: Iterable<Element>, now: Iterable<Element>): Way[] {
  const old = keyed(before);
  if (old.size === 0) return [];
  return Array.from(keyed(now)).flatMap(([key, shape]) => {
    const was = old.get(key);
    if (was === undefined) return [fading(shape, 0)];
    const own = NAMES.map((name) => wayOf(shape, name, was.getAttribute(name), shape.getAttribute(name)));
    const fades = opacityOf(was) === opacityOf(shape) ? [] : [fading(shape, opacityOf(was))];
    return [...own.filter((way) => way !== undefined), ...fades, ...waysOf(was.children, shape.children)];
  });
}

function keyed(shapes: Iterable<Element>): Map<string, Element> {
  const found = new Map<string, Element>();
  const counts = new Map<string, number>();
  for (const shape of shapes) {
    const text = shape.tagName === "text" ? shape.textContent : "";
    const same = [shape.tagName, text, ...Object.values((shape as SVGElement).dataset)].join();
    const count = (counts.get(same) ?? 0) + 1;
    counts.set(same, count);
    found.set(`${count},${same}`, shape);
  }
  return found;
}

function opacityOf(shape: Element): number {
  return Number(shape.getAttribute("opacity") ?? 1);
}

function fading(shape: Element, from: number): Way {
  const [written, to] = [shape.getAttribute("opacity"), opacityOf(shape)];
  return (share) => {
    if (share === 1 && written === null) shape.removeAttribute("opacity");
    else shape.setAttribute("opacity", String(from + share * (to - from)));
  };
}

/** The way of an attribute, if its two texts differ only in their numbers. */
function wayOf(shape: Element, name: string, from: string | null, to: string | null): Way | undefined {
  if (from === null || to === null || from === to) return undefined;
  const between = to.split(NUMBERS);
  if (between.join("0") !== from.split(NUMBERS).join("0")) return undefined;
  const [start, end] = [from, to].map((text) => (text.match(NUMBERS) ?? []).map(Number)) as [number[], number[]];
  return (share) => {
    const now = end.map((number, at) => String(start[at]! + share * (number - start[at]!)) + between[at + 1]!);
    shape.setAttribute(name, share === 1 ? to : between[0] + now.join(""));
  };
}
