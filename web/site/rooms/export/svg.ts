// A matrix as an SVG figure: cells, digits, labels and a numbered colour bar, as text and shapes up to a size.
import {
  commonDecimals,
  fitted,
  inkOn,
  rampOf,
  type Ramp,
  isClipping,
  ownDomain,
  Scale,
  STEPS,
  type Tick,
} from "../../../show/index.js";
import { describe, type DescriptionWords } from "../../../statistics/index.js";
import { phrasesOf } from "../../kit/texts/index.js";
import { labelOf, type LabelledMatrix } from "./labelled.js";

/** Cells of a larger matrix become one embedded picture. As shapes they would fill tens of megabytes. */
export const LARGEST_DRAWN = 128;

const MARGIN = 16;
const TITLE = 28;
const LABEL_SIZE = 12;
/** The mean width of a sans-serif letter at LABEL_SIZE. */
const LETTER = 6.6;
/** The width of a digit in a cell, with the space that a minus needs. */
const DIGIT = 6.2;
const LONGEST_LABEL = 24;
const BAR = 10;
const BAR_WIDTH = 200;

export interface Figure {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Whether the cells are shapes and text, or an embedded picture. */
  readonly drawn: boolean;
}

export type FigureTheme = "light" | "dark";

export interface FigureOptions {
  readonly theme?: FigureTheme;
  /** The cells as a data URL with a pixel per cell, for matrices that are too large for shapes. */
  readonly picture?: (matrix: LabelledMatrix, colours: Colours) => string;
}

/** How numbers become colours. */
export interface Colours {
  readonly ramp: Ramp;
  /** The colour of each cell in the ramp, from 1; 0 for a hatched cell. */
  readonly steps: Uint8Array;
  readonly ticks: readonly Tick[];
}

export function figureOf(matrix: LabelledMatrix, { theme = "light", picture }: FigureOptions = {}): Figure {
  const drawn = isDrawn(matrix);
  const plan = planOf(matrix, drawn);
  const colours = coloursOf(matrix, theme);
  const cells = drawn
    ? cellsOf(matrix, plan, colours)
    : pictureOf(plan, colours === undefined ? undefined : picture?.(matrix, colours));
  const note = drawn
    ? ""
    : text(
        plan.left,
        plan.height - MARGIN / 2,
        "small",
        `The ${matrix.rows} × ${matrix.columns} cells are an embedded picture, one pixel each.`,
      );
  const { width, height } = plan;
  const parts = [
    tag("title", {}, escaped(matrix.title)),
    tag("desc", {}, escaped(descriptionOf(matrix, drawn))),
    tag("style", {}, styleOf(theme, plan)),
    hatch(theme),
    tag("rect", { class: "ground", width: "100%", height: "100%" }),
    text(plan.left, MARGIN + LABEL_SIZE, "title", matrix.title),
    labels(matrix, plan),
    cells,
    colours === undefined ? "" : bar(matrix, plan, colours),
    note,
  ];
  const svg = tag(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, role: "img" },
    ...lines(parts),
  );
  return { svg, width, height, drawn };
}

export function isDrawn({ rows, columns }: LabelledMatrix): boolean {
  return Math.max(rows, columns) <= LARGEST_DRAWN;
}

/** Where everything stands. */
interface Plan {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
  /** Column labels stand upright where they are wider than a cell. */
  readonly upright: boolean;
}

function planOf({ rows, columns, rowLabels, columnLabels, kind, title }: LabelledMatrix, drawn: boolean): Plan {
  const most = Math.max(rows, columns);
  const cell = !drawn ? Math.max(1, Math.min(8, Math.floor(1536 / most))) : most <= 16 ? 46 : most <= 32 ? 38 : 30;
  const beside = widest(rowLabels, rows) + 8;
  const above = widest(columnLabels, columns);
  const upright = above > cell - 4;
  const left = MARGIN + beside;
  const top = MARGIN + TITLE + (upright ? above : LABEL_SIZE) + 8;
  const [right, bottom] = [left + columns * cell, top + rows * cell];
  const width = Math.ceil(Math.max(right + MARGIN, left + title.length * 7.6 + MARGIN, left + BAR_WIDTH + MARGIN));
  const height = Math.ceil(
    bottom + (kind === "vectors" && drawn ? MARGIN : 20 + BAR + 24 + MARGIN) + (drawn ? 0 : LABEL_SIZE + 4),
  );
  return { cell, left, top, right, bottom, width, height, upright };
}

function widest(texts: readonly string[], count: number): number {
  const longest = Array.from({ length: count }, (_, index) => shortened(labelOf(texts, index)).length).reduce(
    (most, length) => Math.max(most, length),
    1,
  );
  return Math.ceil(longest * LETTER);
}

function shortened(label: string): string {
  const letters = Array.from(label);
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join("")}…` : label;
}

/** The colours as <attention-matrix> has them. Vectors that are drawn are digits only. */
function coloursOf(matrix: LabelledMatrix, theme: FigureTheme): Colours | undefined {
  const { kind, data, rows, columns, mask = null, log = false, perRow = false } = matrix;
  if (kind === "vectors" && isDrawn(matrix)) return undefined;
  const numbers = { data, rows, columns, start: 0, mask };
  const signed = kind !== "weights";
  const domain = matrix.domain ?? ownDomain(numbers, signed, log);
  const isClipped = matrix.domain !== undefined && isClipping(numbers, domain, signed);
  const scale = new Scale({ signed, log, perRow, along: "rows", domain, isClipped });
  const ticks = perRow
    ? [
        { at: 0, text: signed ? "\u2212 the row’s largest" : "0" },
        { at: 1, text: "the row’s largest" },
      ]
    : scale.ticks(scale.domainOf(numbers, 0));
  return { ramp: rampOf(signed ? "diverging" : "sequential", theme), steps: scale.steps(numbers), ticks };
}

function cellsOf(
  { data, rows, columns, mask }: LabelledMatrix,
  { left, top, cell }: Plan,
  colours: Colours | undefined,
): string {
  const room = Math.floor((cell - 8) / DIGIT);
  const decimals = commonDecimals(data, room);
  const parts: string[] = [];
  for (let at = 0; at < rows * columns; at++) {
    const [x, y] = [left + (at % columns) * cell, top + Math.floor(at / columns) * cell];
    const masked = mask !== undefined && !mask[at];
    const hatched = masked || Number.isNaN(data[at]!);
    const colour = colours === undefined || hatched ? undefined : colourOf(colours.ramp, colours.steps[at]! - 1);
    const ground = colour === undefined ? { class: hatched ? "hatched" : "plain" } : { fill: colour.css };
    parts.push(tag("rect", { x, y, width: cell, height: cell, ...ground }));
    if (masked) continue;
    const digits = fitted(data[at]!, decimals, room);
    parts.push(text(x + cell / 2, y + cell / 2, "digit", digits, colour === undefined ? {} : { fill: colour.ink }));
  }
  return tag("g", {}, ...lines(parts));
}

/** A colour of the ramp, counted from 0. */
function colourOf(ramp: Ramp, index: number): { css: string; ink: string } {
  const [red, green, blue] = [ramp[3 * index]!, ramp[3 * index + 1]!, ramp[3 * index + 2]!];
  return {
    css: `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`,
    ink: inkOn(red, green, blue) === "black" ? "#000" : "#fff",
  };
}

function pictureOf({ left, top, right, bottom }: Plan, url: string | undefined): string {
  if (url === undefined)
    throw new Error("A matrix this large cannot be drawn cell by cell: it needs a picture of its cells.");
  return tag("image", {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    preserveAspectRatio: "none",
    style: "image-rendering:pixelated",
    href: url,
  });
}

/** Every label where it has room, else every second, fifth, tenth … */
function labels(
  { rows, columns, rowLabels, columnLabels }: LabelledMatrix,
  { left, top, cell, upright }: Plan,
): string {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * cell >= LABEL_SIZE + 2) ?? 1000;
  const chosen = (count: number): number[] =>
    Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
  const beside = chosen(rows).map((row) =>
    text(left - 8, top + (row + 0.5) * cell, "row", shortened(labelOf(rowLabels, row))),
  );
  const above = chosen(columns).map((column) => {
    const [x, y] = [left + (column + 0.5) * cell, top - 8];
    const label = shortened(labelOf(columnLabels, column));
    return upright ? text(x, y, "upright", label, { transform: `rotate(-90 ${x} ${y})` }) : text(x, y, "column", label);
  });
  return tag("g", {}, ...lines([...beside, ...above]));
}

/** The ramp from end to end, with its numbers. */
function bar(
  { kind, log = false, perRow = false }: LabelledMatrix,
  { left, right, bottom }: Plan,
  { ramp, ticks }: Colours,
): string {
  const width = Math.max(BAR_WIDTH, Math.min(right - left, 640));
  const y = bottom + 20;
  const id = rampId(kind, ramp);
  const stops = Array.from({ length: 33 }, (_, at) =>
    tag("stop", { offset: at / 32, "stop-color": colourOf(ramp, Math.round((at / 32) * (STEPS - 1))).css }),
  );
  const marks = ticks.map((tick) => {
    const x = left + tick.at * width;
    const anchor = tick.at <= 0 ? "start" : tick.at >= 1 ? "end" : "middle";
    const number = text(x, y + BAR + 16, "small", tick.text, { "text-anchor": anchor });
    return tag("path", { class: "tick", d: `M${x} ${y + BAR}v4` }) + number;
  });
  const name = [kind === "weights" ? "weight" : "value", perRow && "each row by itself", log && "logarithmic"];
  return tag(
    "g",
    { "aria-label": name.filter(Boolean).join(", ") },
    ...lines([
      tag("linearGradient", { id }, ...stops),
      tag("rect", { x: left, y, width, height: BAR, fill: `url(#${id})`, class: "bar" }),
      ...marks,
    ]),
  );
}

/** Figures on one page may share an id: it always names the same ramp, and the same hatching. */
function rampId(kind: string, ramp: Ramp): string {
  return `heed-${kind}-${colourOf(ramp, 0).css.slice(1)}`;
}

const COLOURS = {
  light: { ground: "#ffffff", ink: "#1c2326", faint: "#566063", rule: "#d8d2c1" },
  dark: { ground: "#1b2022", ink: "#ebe8de", faint: "#a9b0ad", rule: "#394145" },
};

function styleOf(theme: FigureTheme, { cell }: Plan): string {
  const { ground, ink, faint, rule } = COLOURS[theme];
  return [
    `text{font:${LABEL_SIZE}px "Helvetica Neue",Arial,"Liberation Sans",sans-serif;`,
    `font-variant-numeric:tabular-nums;fill:${ink}}`,
    `.ground{fill:${ground}}`,
    `.plain{fill:none;stroke:${rule}}`,
    `.hatched{fill:url(#heed-hatch-${theme});stroke:${rule}}`,
    `.bar{stroke:${rule}}`,
    `.tick{stroke:${faint};fill:none}`,
    `.title{font-size:14px;font-weight:600}`,
    `.small{font-size:11px;fill:${faint}}`,
    `.digit{font-size:${cell > 40 ? 11 : 10}px;text-anchor:middle;dominant-baseline:central}`,
    `.digit[fill="#000"]{fill:#000}.digit[fill="#fff"]{fill:#fff}`,
    `.row{text-anchor:end;dominant-baseline:central}`,
    `.column{text-anchor:middle}.upright{dominant-baseline:central}`,
  ].join("");
}

function hatch(theme: FigureTheme): string {
  const line = tag("path", { d: "M0 0v6", stroke: COLOURS[theme].faint, "stroke-width": 1 });
  const units = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return tag("defs", {}, tag("pattern", { id: `heed-hatch-${theme}`, width: 6, height: 6, ...units }, line));
}

/** Where its numbers come from, and the matrix in sentences. */
function descriptionOf(matrix: LabelledMatrix, drawn: boolean): string {
  const { data, rows, columns, mask = null } = matrix;
  const sentences = describe(
    { ...matrix, numbers: { data, rows, columns, start: 0, mask } },
    phrasesOf<DescriptionWords>("saved"),
  );
  return [originOf(matrix, drawn), ...sentences.slice(1)].join(" ");
}

function originOf({ rows, columns, mask, source = "computed by heed" }: LabelledMatrix, drawn: boolean): string {
  const hatched = mask === undefined ? "" : " Hatched cells may not be attended to.";
  const embedded =
    " The cells are an embedded picture, one pixel each, since so many shapes would make too large a file.";
  return `${rows} rows, ${columns} columns, ${source}.${hatched}${drawn ? "" : embedded}`;
}

type Attributes = Readonly<Record<string, string | number>>;

function text(x: number, y: number, name: string, content: string, more: Attributes = {}): string {
  return tag("text", { x, y, class: name, ...more }, escaped(content));
}

/** An element as text. Its content must be escaped already. */
function tag(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const opening = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${value}"`)].join(" ");
  return content.length === 0 ? `<${opening}/>` : `<${opening}>${content.join("")}</${name}>`;
}

/** Puts each part on a line of its own; empty ones are left out. */
function lines(parts: readonly string[]): string[] {
  return ["\n", ...parts.filter((part) => part !== "").map((part) => `${part}\n`)];
}

/** Escapes text for XML. Characters that XML does not allow are replaced. */
function escaped(content: string): string {
  return content
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
