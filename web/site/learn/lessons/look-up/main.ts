// Lesson 1: an exact dictionary, the nearest key and the soft blend, linked by one temperature.
import type { Heed } from "heed";
import { digits, listed, onDrag, svg } from "../../../../show/index.js";
import { linkTo } from "../../../state/index.js";
import { integer, number } from "../../frame/state.js";
import { byId, LOGARITHMIC, Page } from "../../frame/page.js";
import { blend, dictionary, direction, WINDS, type Blend } from "./winds.js";

const COLD = 0.01;
const HOT = 100;
const RADIUS = 92;
/** How far from the needle's tip a finger still takes it. */
const GRIP = 22;

const page = new Page({ angle: integer(205, 0, 359), temperature: number(0.7, COLD, HOT) });
const rose = document.querySelector<SVGSVGElement>("#rose")!;

page.bind("angle", { show: (angle) => page.text("degrees", { angle }) });
page.bind("temperature", { mapping: LOGARITHMIC, show: (temperature) => digits(temperature, 2) });
byId("cold").addEventListener("click", () => page.set({ temperature: COLD }));
byId("hot").addEventListener("click", () => page.set({ temperature: HOT }));
// In attention the divisor is √d_k, and these keys have two numbers.
byId("attention").addEventListener("click", () => page.set({ temperature: Math.SQRT2 }));
byId("on-key").addEventListener("click", () => page.set({ angle: 180 }));
onDrag(rose, {
  begin: ({ x, y }, byFinger) => !byFinger || Math.hypot(x - tip().x, y - tip().y) < GRIP,
  move: ({ x, y }) => page.set({ angle: Math.round((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360 }),
});

page.playground(linkTo("lookup"));
void page.withCore((heed) => page.onChange(() => draw(heed)));

function draw(heed: Heed): void {
  const { angle, temperature } = page.state;
  const found = blend(heed, angle, temperature);
  drawRose(found);
  drawAnswers(angle, found);
  drawLedger(found);
  const best = found.nearest[0]!;
  page.say("said", {
    angle,
    temperature: digits(temperature, 2),
    share: digits(found.weights[best]! * 100, 0),
    wind: page.text(WINDS[best]!.name),
  });
}

function at(degrees: number, radius: number): { x: number; y: number } {
  const [x, y] = direction(degrees);
  return { x: x * radius, y: -y * radius };
}

function tip(): { x: number; y: number } {
  return at(page.state.angle, RADIUS + 4);
}

function drawRose({ weights }: Blend): void {
  const winds = WINDS.flatMap((wind, index) => {
    const end = at(wind.angle, RADIUS);
    const label = at(wind.angle, RADIUS + 16);
    const anchor = Math.abs(label.x) < 20 ? "middle" : label.x > 0 ? "start" : "end";
    const shift = anchor === "middle" ? label : at(wind.angle, RADIUS + 6);
    return [
      svg("line", { class: "wind", x1: 0, y1: 0, x2: end.x, y2: end.y, "stroke-width": 1 + 22 * weights[index]! }),
      svg(
        "text",
        { x: shift.x, y: shift.y + (anchor === "middle" ? 5 : end.y < -20 ? -2 : -8), "text-anchor": anchor },
        page.text(wind.name),
      ),
    ];
  });
  const { x, y } = tip();
  const needle = svg(
    "g",
    { class: "needle" },
    svg("line", { x1: 0, y1: 0, x2: x, y2: y }),
    svg("circle", { class: "grip", cx: x, cy: y, r: GRIP }),
    svg("circle", { cx: x, cy: y, r: 7 }),
  );
  rose.replaceChildren(svg("circle", { class: "rim", r: RADIUS }), ...winds, needle);
}

function drawAnswers(angle: number, { nearest, output }: Blend): void {
  const exact = dictionary(angle);
  byId("answer-dictionary").textContent = exact === undefined ? page.text("no-entry") : contentText(exact);
  byId("answer-nearest").textContent =
    nearest.length > 1
      ? page.text("tie", { names: nearest.map((wind) => page.text(WINDS[wind]!.name)).join(", ") })
      : contentText(WINDS[nearest[0]!]!.content);
  byId("answer-blend").textContent = contentText(output, 2);
}

function contentText(content: ArrayLike<number>, decimals = 0): string {
  return `${page.text("celsius", { value: digits(content[0]!, decimals) })}, ${page.text("percent", { value: digits(content[1]!, decimals) })}`;
}

function drawLedger({ keys, scores, weights }: Blend): void {
  const rows = WINDS.map((wind, index) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = page.text(wind.name);
    row.append(head);
    row.insertCell().textContent = `(${listed(keys[index]!.map((part) => digits(part, 2)))})`;
    row.insertCell().textContent = digits(scores[index]!, 3);
    row.append(shareCell(weights[index]!));
    for (const part of wind.content) row.insertCell().textContent = digits(part, 0);
    return row;
  });
  byId("ledger")
    .querySelector("tbody")!
    .replaceChildren(...rows);
}

/** A weight over a bar as long as it. */
function shareCell(weight: number): HTMLTableCellElement {
  const cell = document.createElement("td");
  const bar = document.createElement("span");
  bar.className = "share";
  bar.style.inlineSize = `${weight * 100}%`;
  const track = document.createElement("span");
  track.className = "track";
  track.append(bar);
  cell.append(digits(weight, 3), track);
  return cell;
}
