// A matrix as a figure: cells, digits, labels and a numbered colour bar, all of it text and shapes up to a size.
import { digits, fitted, roundUp } from "../../element/digits.js";
import { colourIndex, inkOn, rampOf, type Ramp, type Theme } from "../../element/ramps.js";
import { labelOf, type LabelledMatrix } from "./labelled.js";

/** With more rows or columns than this the cells are an embedded picture: a file of shapes would be tens of megabytes. */
export const LARGEST_DRAWN = 128;

const MARGIN = 16;
const TITLE = 28;
const LABEL_SIZE = 12;
/** Of a sans-serif letter at LABEL_SIZE, on average. */
const LETTER = 6.6;
const LONGEST_LABEL = 24;
const BAR = 10;

export interface Figure {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** Whether the cells are shapes and text, or an embedded picture. */
  readonly drawn: boolean;
}

export interface FigureOptions {
  readonly theme?: Theme;
  /** The cells as a data URL with a pixel per cell, for matrices that are too large to be drawn. */
  readonly picture?: (matrix: LabelledMatrix, ramp: Ramp, domain: Look["domain"]) => string;
}

/** How numbers become colours; vectors that are drawn are digits only. */
export interface Look {
  readonly ramp: Ramp | undefined;
  readonly domain: readonly [low: number, high: number];
}

export function figureOf(matrix: LabelledMatrix, { theme = "light", picture }: FigureOptions = {}): Figure {
  const drawn = isDrawn(matrix);
  const plan = planOf(matrix, drawn);
  const look = lookOf(matrix, theme);
  const cells = drawn ? cellsOf(matrix, plan, look) : pictureOf(plan, picture?.(matrix, look.ramp!, look.domain));
  const note = drawn ? "" : text(plan.left, plan.height - MARGIN / 2, "small", `The ${matrix.rows} × ${matrix.columns} cells are an embedded picture, one pixel each.`);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${plan.width}" height="${plan.height}" viewBox="0 0 ${plan.width} ${plan.height}" role="img">`,
    `<title>${escaped(matrix.title)}</title>`,
    `<desc>${escaped(describe(matrix, drawn))}</desc>`,
    `<style>${styleOf(theme, plan)}</style>`,
    hatch(theme),
    `<rect class="ground" width="100%" height="100%"/>`,
    text(plan.left, MARGIN + LABEL_SIZE, "title", matrix.title),
    labels(matrix, plan),
    cells,
    look.ramp === undefined ? "" : bar(matrix, plan, look, look.ramp),
    note,
    "</svg>",
  ];
  return { svg: svg.filter((part) => part !== "").join("\n"), width: plan.width, height: plan.height, drawn };
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
  const width = Math.ceil(Math.max(right + MARGIN, left + title.length * 7.6 + MARGIN, left + 160 + MARGIN));
  const height = Math.ceil(bottom + (kind === "vectors" && drawn ? MARGIN : 20 + BAR + 24 + MARGIN) + (drawn ? 0 : LABEL_SIZE + 4));
  return { cell, left, top, right, bottom, width, height, upright };
}

function widest(labels: readonly string[], count: number): number {
  const longest = Array.from({ length: count }, (_, index) => shortened(labelOf(labels, index)).length).reduce((most, length) => Math.max(most, length), 1);
  return Math.ceil(longest * LETTER);
}

function shortened(label: string): string {
  const letters = Array.from(label);
  return letters.length > LONGEST_LABEL ? `${letters.slice(0, LONGEST_LABEL - 1).join("")}…` : label;
}

export function lookOf(matrix: LabelledMatrix, theme: Theme): Look {
  const { kind, data, domain, mask } = matrix;
  if (kind === "vectors" && isDrawn(matrix)) return { ramp: undefined, domain: [0, 1] };
  if (kind === "weights") return { ramp: rampOf("sequential", theme), domain: domain ?? [0, 1] };
  let largest = 0;
  for (let at = 0; at < data.length; at++) if (Number.isFinite(data[at]) && (mask === undefined || mask[at])) largest = Math.max(largest, Math.abs(data[at]!));
  const end = roundUp(largest);
  return { ramp: rampOf("diverging", theme), domain: domain ?? [-end, end] };
}

/** A cell is hatched where it may not be attended to, or holds no number. */
export function isHatched({ data, mask }: LabelledMatrix, at: number): boolean {
  return Number.isNaN(data[at]!) || (mask !== undefined && !mask[at]);
}

function cellsOf(matrix: LabelledMatrix, { left, top, cell }: Plan, { ramp, domain }: Look): string {
  const { data, rows, columns } = matrix;
  const room = Math.floor((cell - 6) / 5.6);
  const parts: string[] = [];
  for (let at = 0; at < rows * columns; at++) {
    const [x, y] = [left + (at % columns) * cell, top + Math.floor(at / columns) * cell];
    const value = data[at]!;
    const hatched = isHatched(matrix, at);
    const colour = ramp === undefined || hatched ? undefined : colourOf(ramp, colourIndex(value, domain));
    parts.push(`<rect x="${x}" y="${y}" width="${cell}" height="${cell}" ${colour === undefined ? `class="${hatched ? "hatched" : "plain"}"` : `fill="${colour.css}"`}/>`);
    if (!hatched || Number.isNaN(value)) parts.push(`<text x="${x + cell / 2}" y="${y + cell / 2}" class="digit"${colour === undefined ? "" : ` fill="${colour.ink}"`}>${fitted(value, 4, room)}</text>`);
  }
  return `<g>\n${parts.join("\n")}\n</g>`;
}

function colourOf(ramp: Ramp, index: number): { css: string; ink: string } {
  const [red, green, blue] = [ramp[3 * index]!, ramp[3 * index + 1]!, ramp[3 * index + 2]!];
  return { css: `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`, ink: inkOn(red, green, blue) === "black" ? "#000" : "#fff" };
}

function pictureOf({ left, top, right, bottom }: Plan, url: string | undefined): string {
  if (url === undefined) throw new Error("A matrix this large cannot be drawn cell by cell: it needs a picture of its cells.");
  return `<image x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" preserveAspectRatio="none" style="image-rendering:pixelated" href="${url}"/>`;
}

/** Every label where it has room, else every second, fifth, tenth … */
function labels({ rows, columns, rowLabels, columnLabels }: LabelledMatrix, { left, top, cell, upright }: Plan): string {
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => step * cell >= LABEL_SIZE + 2) ?? 1000;
  const chosen = (count: number): number[] => Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
  const beside = chosen(rows).map((row) => text(left - 8, top + (row + 0.5) * cell, "row", shortened(labelOf(rowLabels, row))));
  const above = chosen(columns).map((column) => {
    const [x, y] = [left + (column + 0.5) * cell, top - 8];
    return text(x, y, upright ? "upright" : "column", shortened(labelOf(columnLabels, column)), upright ? ` transform="rotate(-90 ${x} ${y})"` : "");
  });
  return `<g>\n${[...beside, ...above].join("\n")}\n</g>`;
}

/** The ramp from end to end, with its numbers. */
function bar({ kind }: LabelledMatrix, { left, right, bottom }: Plan, { domain: [low, high] }: Look, ramp: Ramp): string {
  const width = Math.max(160, Math.min(right - left, 480));
  const y = bottom + 20;
  const stops = Array.from({ length: 33 }, (_, at) => `<stop offset="${at / 32}" stop-color="${colourOf(ramp, Math.round((at / 32) * 255)).css}"/>`);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = left + share * width;
    const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
    return `<path class="tick" d="M${x} ${y + BAR}v4"/>${text(x, y + BAR + 16, "small", tickText(low + share * (high - low)), ` text-anchor="${anchor}"`)}`;
  });
  return `<g aria-label="${kind === "weights" ? "weight" : "score"}">\n<linearGradient id="${rampId(kind, ramp)}">${stops.join("")}</linearGradient>\n<rect x="${left}" y="${y}" width="${width}" height="${BAR}" fill="url(#${rampId(kind, ramp)})" class="bar"/>\n${ticks.join("\n")}\n</g>`;
}

/** Figures that share a page share what their ids name: the same ramp, the same hatching. */
function rampId(kind: string, ramp: Ramp): string {
  return `heed-${kind}-${colourOf(ramp, 0).css.slice(1)}`;
}

function tickText(tick: number): string {
  return digits(tick, 4).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
}

const COLOURS = {
  light: { ground: "#ffffff", ink: "#1c2326", faint: "#566063", rule: "#d8d2c1" },
  dark: { ground: "#1b2022", ink: "#ebe8de", faint: "#a9b0ad", rule: "#394145" },
};

function styleOf(theme: Theme, { cell }: Plan): string {
  const { ground, ink, faint, rule } = COLOURS[theme];
  return [
    `text{font:${LABEL_SIZE}px "Helvetica Neue",Arial,"Liberation Sans",sans-serif;font-variant-numeric:tabular-nums;fill:${ink}}`,
    `.ground{fill:${ground}}.plain{fill:none;stroke:${rule}}.hatched{fill:url(#heed-hatch-${theme});stroke:${rule}}.bar{stroke:${rule}}.tick{stroke:${faint};fill:none}`,
    `.title{font-size:14px;font-weight:600}.small{font-size:11px;fill:${faint}}`,
    `.digit{font-size:${cell > 40 ? 11 : 10}px;text-anchor:middle;dominant-baseline:central}.digit[fill="#000"]{fill:#000}.digit[fill="#fff"]{fill:#fff}`,
    `.row{text-anchor:end;dominant-baseline:central}.column{text-anchor:middle}.upright{dominant-baseline:central}`,
  ].join("");
}

function hatch(theme: Theme): string {
  return `<defs><pattern id="heed-hatch-${theme}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0v6" stroke="${COLOURS[theme].rule}" stroke-width="1.5"/></pattern></defs>`;
}

function describe({ rows, columns, mask }: LabelledMatrix, drawn: boolean): string {
  const hatched = mask === undefined ? "" : " Hatched cells may not be attended to.";
  return `${rows} rows, ${columns} columns, computed by heed.${hatched}${drawn ? "" : " The cells are an embedded picture, one pixel each, since so many shapes would make too large a file."}`;
}

function text(x: number, y: number, name: string, content: string, more = ""): string {
  return `<text x="${x}" y="${y}" class="${name}"${more}>${escaped(content)}</text>`;
}

/** Signs that XML does not allow are left out. */
function escaped(content: string): string {
  return content.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
