// Draws a matrix that was checked.
import {
  commonDecimals,
  fitted,
  inkOn,
  inserted,
  isClipping,
  isMasked,
  isolated,
  nameOf,
  ownDomain,
  rampOf,
  Scale,
  STEPS,
  valueAt,
  type Domain,
  type Numbers,
  type Place,
  type Ramp,
} from "../../show/index.js";
import { cellTitle, exact, figure } from "./figure.js";
import { FAINT, Paint, RULE, type Colours, type Shade } from "./paint.js";
import { BAR, isDrawn, LABEL, labelAt, labelled, MARGIN, planOf, SMALL, TITLE, type Plan } from "./plan.js";
import { pngOf } from "./png.js";
import { shown, shownLabel } from "./shown.js";
import type { DrawWords } from "./words.js";
import { escaped, lines, tag, text, type Attributes } from "./xml.js";

export interface Drawn {
  readonly numbers: Numbers;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  readonly title: string;
  /** For screen readers. */
  readonly name: string;
  readonly description: string;
  readonly kind: "weights" | "scores" | "vectors";
  readonly colours: Colours;
  readonly domain: Domain | undefined;
  readonly perRow: boolean;
  readonly log: boolean;
  /** Whether cells hold digits. */
  readonly values: boolean;
  readonly size: number | undefined;
  readonly words: Pick<DrawWords, "embedded" | "masked" | "ofRow">;
}

/** How numbers become colours. */
interface Inking {
  readonly scale: Scale;
  /** The colour of each cell in the ramps, from 1; 0 for a hatched cell. */
  readonly steps: Uint8Array;
  readonly ramps: readonly [light: Ramp, dark: Ramp];
}

export function drawMatrix(given: Drawn): string {
  const drawn: Drawn = {
    ...given,
    rowLabels: given.rowLabels.map(shownLabel),
    columnLabels: given.columnLabels.map(shownLabel),
    title: shown(given.title),
    name: shown(given.name),
    description: shown(given.description),
  };
  const { numbers, title, kind, words } = drawn;
  const { rows, columns } = numbers;
  const note = isDrawn(numbers) ? "" : inserted(words.embedded, { rows, columns });
  // Vectors with digits are digits only.
  const inking = kind === "vectors" && drawn.values ? undefined : inkingOf(drawn);
  const plan = planOf({ ...drawn, rows, columns, note, hasBar: inking !== undefined });
  const paint = new Paint(drawn.colours);
  const faint = paint.as("fill", FAINT);
  const parts = [
    title === "" ? "" : text(plan.left, MARGIN + LABEL, title, { "font-size": TITLE, "font-weight": 600 }),
    labels(drawn, plan),
    note === "" ? cells(drawn, plan, inking, paint) : picture(numbers, plan, inking!, paint),
    inking === undefined ? "" : bar(drawn, plan, inking, paint),
    note === "" ? "" : text(plan.left, plan.height - MARGIN / 2, note, { "font-size": SMALL, ...faint }),
  ];
  return figure(plan, paint, [drawn.name, drawn.description], parts);
}

/** The colours as <attention-matrix> has them. */
function inkingOf({ numbers, kind, domain: given, log, perRow }: Drawn): Inking {
  const signed = kind !== "weights";
  const domain = given ?? ownDomain(numbers, signed, log);
  const isClipped = given !== undefined && isClipping(numbers, domain, signed);
  const scale = new Scale({ signed, log, perRow, along: "rows", domain, isClipped });
  const name = signed ? "diverging" : "sequential";
  return { scale, steps: scale.steps(numbers), ramps: [rampOf(name, "light"), rampOf(name, "dark")] };
}

function cells(
  drawn: Drawn,
  { left, top, cell, digits: type }: Plan,
  inking: Inking | undefined,
  paint: Paint,
): string {
  const { numbers, values } = drawn;
  const { rows, columns, mask } = numbers;
  const hatching = paint.hatching();
  const plain = { fill: "none", ...paint.as("stroke", RULE) };
  const decimals = commonDecimals(shownValues(numbers), type.room);
  const title = titles(drawn);
  const [boxes, written]: [string[], string[]] = [[], []];
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const place = { row, column };
      const value = valueAt(numbers, place);
      const masked = mask !== null && isMasked(numbers, place);
      const [x, y] = [left + column * cell, top + row * cell];
      const shades =
        inking === undefined || inking.steps[at] === 0 ? undefined : shadesOf(inking, inking.steps[at]! - 1);
      const ground = shades ? paint.as("fill", shades.ground) : masked || Number.isNaN(value) ? hatching.cell : plain;
      const box = { x, y, width: cell, height: cell, ...ground };
      boxes.push(tag("rect", box, tag("title", {}, escaped(title(place, masked)))));
      if (!values || masked) continue;
      const ink = shades === undefined ? {} : paint.as("fill", shades.ink);
      written.push(text(x + cell / 2, y + cell / 2 + 0.36 * type.size, fitted(value, decimals, type.room), ink));
    }
  // Digits let a pointer through to the titles of their cells.
  const typed = { "font-size": type.size, "text-anchor": "middle", "pointer-events": "none" };
  const digitGroup = written.length === 0 ? "" : tag("g", typed, lines(written));
  return lines([tag("defs", {}, hatching.pattern), tag("g", {}, lines(boxes)), digitGroup]).trim();
}

function shownValues(numbers: Numbers): number[] {
  const { data, start, rows, columns } = numbers;
  return Array.from({ length: rows * columns }, (_, at) => data[start + at]!);
}

/** The title of a cell: its row, its column, its number with all digits. */
function titles({ numbers, rowLabels, columnLabels, words }: Drawn): (place: Place, masked: boolean) => string {
  const { data, rows, columns } = numbers;
  const names = (given: readonly string[], count: number): string[] =>
    Array.from({ length: count }, (_, at) => String(nameOf(given, at, isolated)));
  const [rowNames, columnNames] = [names(rowLabels, rows), names(columnLabels, columns)];
  return (place, masked) => {
    const value = masked ? words.masked : exact(valueAt(numbers, place), data);
    return cellTitle(rowNames[place.row]!, columnNames[place.column]!, value);
  };
}

/** A colour of the ramps, counted from 0, and the ink on it. */
function shadesOf({ ramps }: Pick<Inking, "ramps">, index: number): { readonly ground: Shade; readonly ink: Shade } {
  const both = ramps.map((ramp) => [ramp[3 * index]!, ramp[3 * index + 1]!, ramp[3 * index + 2]!] as const);
  const [light, dark] = both.map((part) => `#${part.map((one) => one.toString(16).padStart(2, "0")).join("")}`);
  const [onLight, onDark] = both.map((part) => (inkOn(...part) === "black" ? "#000000" : "#ffffff"));
  return { ground: [light!, dark!], ink: [onLight!, onDark!] };
}

/** Hatched cells are transparent in the picture, and the hatching lies behind it. */
function picture({ rows, columns }: Numbers, plan: Plan, { steps, ramps }: Inking, paint: Paint): string {
  const { left, top, right, bottom } = plan;
  const place = { x: left, y: top, width: right - left, height: bottom - top };
  const { pattern, cell } = paint.hatching();
  const images = paint.each((theme, more) =>
    tag("image", {
      ...place,
      preserveAspectRatio: "none",
      "image-rendering": "pixelated",
      ...more,
      href: pngOf(rows, columns, ramps[theme === "light" ? 0 : 1], steps),
    }),
  );
  return tag("defs", {}, pattern) + tag("rect", { ...place, ...cell }) + images;
}

function labels({ numbers, rowLabels, columnLabels }: Drawn, { left, top, cell, upright, every }: Plan): string {
  const drop = 0.36 * LABEL;
  const beside = labelled(numbers.rows, every).map((row) =>
    text(left - 8, top + (row + 0.5) * cell + drop, labelAt(rowLabels, row)),
  );
  const above = labelled(numbers.columns, every).map((column) => {
    const [x, y] = [left + (column + 0.5) * cell, top - 8];
    const label = labelAt(columnLabels, column);
    return upright
      ? text(x + drop, y, label, { transform: `rotate(-90 ${round(x + drop)} ${round(y)})` })
      : text(x, y, label, { "text-anchor": "middle" });
  });
  return lines([tag("g", { "text-anchor": "end" }, lines(beside)), tag("g", {}, lines(above))]).trim();
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The ramp from end to end, with its numbers. */
function bar(
  { numbers, perRow, words }: Drawn,
  { left, bottom, barWidth }: Plan,
  inking: Inking,
  paint: Paint,
): string {
  const { scale, ramps } = inking;
  const y = bottom + 20;
  // Pictures of one page may share an id: it always names the same colours.
  const id = ["heed", paint.colours, ...shadesOf(inking, 0).ground.map((shade) => shade.slice(1))].join("-");
  const stops = Array.from({ length: 33 }, (_, at) => {
    const { ground } = shadesOf({ ramps }, Math.round((at / 32) * (STEPS - 1)));
    return tag("stop", { offset: String(at / 32), ...paint.as("stop-color", ground) });
  });
  const ends = [
    { at: 0, text: scale.signed ? `\u2212 ${words.ofRow}` : "0" },
    { at: 1, text: words.ofRow },
  ];
  const marks = (perRow ? ends : scale.ticks(scale.domainOf(numbers, 0))).map(({ at, text: number }) => {
    const x = left + at * barWidth;
    const mark = tag("path", { d: `M${round(x)} ${round(y + BAR)}v4`, ...paint.as("stroke", FAINT) });
    const anchor: Attributes = { "text-anchor": at <= 0 ? "start" : at >= 1 ? "end" : "middle" };
    return mark + text(x, y + BAR + 16, number, anchor);
  });
  const edge = { fill: `url(#${id})`, ...paint.as("stroke", RULE) };
  const ramp = tag("rect", { x: left, y, width: barWidth, height: BAR, ...edge });
  const style = { "font-size": SMALL, ...paint.as("fill", FAINT) };
  return tag("g", style, lines([tag("defs", {}, tag("linearGradient", { id }, ...stops)), ramp, ...marks]));
}
