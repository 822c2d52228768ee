// Rotary positions as clocks: a column for each place, a row for each pair of numbers.
import { svg } from "../../../show/index.js";
import { PLACES, turnOf } from "./positions.js";
import { DIM } from "./words.js";

const [SIZE, RADIUS] = [20, 8];

export function drawClocks(drawing: SVGSVGElement): void {
  const pairs = DIM / 2;
  drawing.setAttribute("viewBox", `0 0 ${PLACES * SIZE} ${pairs * SIZE}`);
  const clocks = Array.from({ length: pairs * PLACES }, (_, at) => clock(Math.floor(at / PLACES), at % PLACES));
  drawing.replaceChildren(...clocks.flat());
}

function clock(pair: number, place: number): SVGElement[] {
  const [cx, cy] = [(place + 0.5) * SIZE, (pair + 0.5) * SIZE];
  const angle = place * turnOf(pair);
  const hand = { x2: cx + RADIUS * Math.cos(angle), y2: cy - RADIUS * Math.sin(angle) };
  return [svg("circle", { cx, cy, r: RADIUS }), svg("line", { x1: cx, y1: cy, ...hand })];
}
