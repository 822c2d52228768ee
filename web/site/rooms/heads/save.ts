// What the page saves: the picture of all heads, their statistics, and heads for the export menu.
import { make, themeNow } from "../../../show/index.js";
import { field, type LabelledMatrix } from "../export/index.js";
import { offerFile } from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { labelOf, STATISTICS } from "../../../statistics/index.js";
import type { GridView } from "./grid/grid-view.js";
import { captionOf } from "./grid/head-words.js";
import { CAPTION, GAP, LABEL, placeHeight, placeWidth } from "./grid/tile-sizes.js";
import type { HeadSource } from "./source.js";
import type { ShownMatrix } from "./head/matrix-look.js";
import type { HeadLabels } from "./head/head-labels.js";
import type { Look } from "./look.js";

const TITLE = 40;
const MARGIN = 16;
const INKS = { light: ["#f8f5ec", "#1c2326", "#566063"], dark: ["#1b2022", "#ebe8de", "#a9b0ad"] } as const;

/** The canvas of all heads with their names, as PNG. */
export function saveAtlas(grid: GridView, opened: HeadSource, { sort }: Look): void {
  const { order, sizes, ratio } = grid.plan;
  const [ground, ink, faint] = INKS[themeNow(null) === "dark" ? "dark" : "light"];
  const [wide, high] = [placeWidth(sizes), placeHeight(sizes)];
  const picture = make("canvas", {
    width: grid.canvas.width + (LABEL + 2 * MARGIN) * ratio,
    height: grid.canvas.height + (TITLE + 2 * MARGIN) * ratio,
  });
  const pen = picture.getContext("2d")!;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, picture.width, picture.height);
  pen.drawImage(grid.canvas, (MARGIN + LABEL) * ratio, (MARGIN + TITLE) * ratio);
  pen.scale(ratio, ratio);
  pen.translate(MARGIN, MARGIN);
  const family = getComputedStyle(document.querySelector(".sheet-of-heads")!).fontFamily;
  const write = (text: string, x: number, y: number, size: number, colour: string, align: CanvasTextAlign): void => {
    pen.font = `${size}px ${family}`;
    pen.fillStyle = colour;
    pen.textAlign = align;
    pen.fillText(text, x, y, align === "center" ? wide - 2 : undefined);
  };
  const { layers, heads } = opened.facts;
  write(phrase("heads.atlas-title", { name: opened.file.name, layers, heads }), 0, 14, 14, ink, "left");
  order.rows.forEach((places, row) => {
    const top = TITLE + row * high;
    if (order.byLayer) write(`L${places[0]!.layer}`, 0, top + GAP / 2 + 12, 11, faint, "left");
    places.forEach((place, column) => {
      const middle = LABEL + (column + 0.5) * wide;
      const caption = captionOf(opened, place, sort);
      write(caption, middle, top + high - GAP / 2 - CAPTION / 3, 10, faint, "center");
      if (order.byLayer && row === 0) write(`H${place.head}`, middle, TITLE - 6, 10, faint, "center");
    });
  });
  const url = picture.toDataURL("image/png");
  if (!url.startsWith("data:image/png;base64,")) throw new Error(phrase("heads.too-large"));
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (sign) => sign.charCodeAt(0));
  offerFile(new Blob([bytes], { type: "image/png" }), `${plainName(opened)}-heads.png`);
}

/** A row for each head that was read, with all digits. */
export function saveStatistics(opened: HeadSource): void {
  const titles = ["layer", "head", "label", "causal", ...STATISTICS, "largest", "problem"];
  const rows = Array.from(opened.scanned.values(), ({ layer, head, statistics }) => [
    layer,
    head,
    labelOf(statistics),
    statistics.causal,
    ...STATISTICS.map((key) => (Number.isNaN(statistics.values[key]) ? "" : statistics.values[key])),
    statistics.highest,
    field(statistics.problem === undefined ? "" : phrase(`heads.${statistics.problem}`)),
  ]);
  const text = [titles, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
  offerFile(new Blob([text], { type: "text/csv" }), `${plainName(opened)}-statistics.csv`);
}

/** All heads in one file, which this page and NumPy read. */
export async function saveHeads(opened: HeadSource): Promise<void> {
  offerFile(await opened.save(), `${plainName(opened)}-heads.npz`);
}

function plainName({ file }: HeadSource): string {
  const name = file.name.replace(/\.\w+$/, "").replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, "-");
  return `heed-${name.slice(0, 40)}`;
}

export interface NamedMatrix extends ShownMatrix {
  /** The same for every head. */
  readonly id: string;
  /** "L0 H1": part of the file's name. */
  readonly name: string;
  readonly title: string;
  readonly labels: HeadLabels;
  readonly kind: "weights" | "scores";
}

/** A head for the export menu. */
export function labelled(named: NamedMatrix, opened: HeadSource, { colours }: Look): LabelledMatrix {
  const { id, name, title, values, rows, columns, labels, kind } = named;
  return {
    id,
    name: `${opened.file.name} ${name}`,
    title: `${name}: ${title}`,
    kind,
    data: values,
    rows,
    columns,
    rowLabels: labels.rows,
    columnLabels: labels.columns,
    perRow: colours === "row",
    log: colours === "log",
    source: opened.origin,
  };
}
