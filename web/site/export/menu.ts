// The export menu: a button, a choice of matrix, and the formats.
import { themeNow, make } from "../../show/index.js";
import { copyText, offerFile } from "../shared/index.js";
import { csvOf } from "./csv.js";
import { fileName } from "./file-name.js";
import { jsonOf } from "./json.js";
import type { About, LabelledMatrix } from "./labelled.js";
import { npyOf } from "./npy.js";
import { cellPicture, pngOf } from "./picture.js";
import { figureOf, isDrawn, LARGEST_DRAWN } from "./svg.js";

export interface ExportSource {
  /** What can be saved now. The first is chosen at first. */
  readonly matrices: () => readonly LabelledMatrix[];
  readonly about: () => About;
  /** The address that brings this state back. Without it there is no link to copy. */
  readonly link?: () => string;
}

interface Saved {
  readonly content: BlobPart;
  readonly type: string;
  readonly extension: string;
  /** What a reader should know about the file. */
  readonly note?: string;
}

type Format = (matrix: LabelledMatrix, about: About) => Saved | Promise<Saved>;

const FORMATS: readonly (readonly [name: string, hint: string, format: Format])[] = [
  ["PNG, 2×", "picture for slides", (matrix) => png(matrix, 2)],
  ["PNG, 4×", "picture for print", (matrix) => png(matrix, 4)],
  ["SVG", "drawing with real text", svg],
  ["CSV", "labels and full precision", (matrix) => ({ content: csvOf(matrix), type: "text/csv", extension: "csv" })],
  [
    "JSON",
    "with options and versions",
    (matrix, about) => ({ content: jsonOf(matrix, about), type: "application/json", extension: "json" }),
  ],
  [
    "NumPy",
    ".npy, float32",
    ({ data, rows, columns }) => ({
      content: npyOf({ data, shape: [rows, columns] }) as BlobPart,
      type: "application/octet-stream",
      extension: "npy",
    }),
  ],
];

let menus = 0;

export class ExportMenu {
  readonly #source: ExportSource;
  readonly #id = `export-${++menus}`;
  readonly #button = make("button", { type: "button", "aria-expanded": "false", "aria-controls": this.#id }, "Export");
  readonly #choice = make("select");
  readonly #status = make("p", { class: "status", role: "status" });
  readonly #panel = make("div", {
    class: "export-panel",
    id: this.#id,
    role: "group",
    "aria-label": "Export",
    hidden: true,
  });

  constructor(host: HTMLElement, source: ExportSource) {
    this.#source = source;
    host.classList.add("export");
    host.append(this.#button, this.#panel);
    const formats = FORMATS.map(([name, hint, format]) => this.#item(name, hint, () => this.#save(format)));
    const link =
      source.link === undefined ? [] : [this.#item("Copy link", "brings this state back", () => this.#copyLink())];
    this.#panel.append(
      make("label", {}, "Matrix ", this.#choice),
      make("div", { class: "formats" }, ...formats, ...link),
      this.#status,
    );
    this.#button.addEventListener("click", () => (this.#panel.hidden ? this.#open() : this.close()));
    host.addEventListener("keydown", (event) => event.key === "Escape" && !this.#panel.hidden && this.#escape(event));
    document.addEventListener("pointerdown", (event) => !host.contains(event.target as Node) && this.close());
    host.addEventListener(
      "focusout",
      ({ relatedTarget }) => relatedTarget instanceof Node && !host.contains(relatedTarget) && this.close(),
    );
  }

  close(): void {
    this.#panel.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  /** The names are read each time: with another text or head they are others. */
  #open(): void {
    const chosen = this.#choice.selectedIndex;
    this.#choice.replaceChildren(
      ...this.#source.matrices().map(({ title }, at) => make("option", { value: at }, title)),
    );
    this.#choice.selectedIndex = Math.min(Math.max(chosen, 0), this.#choice.length - 1);
    this.#status.textContent = "";
    this.#panel.hidden = false;
    this.#button.setAttribute("aria-expanded", "true");
    this.#panel.classList.toggle(
      "from-end",
      this.#panel.getBoundingClientRect().right > document.documentElement.clientWidth,
    );
  }

  #escape(event: KeyboardEvent): void {
    event.stopPropagation();
    this.close();
    this.#button.focus();
  }

  #item(name: string, hint: string, act: () => Promise<string>): HTMLButtonElement {
    const button = make("button", { type: "button" }, name, make("span", {}, ` ${hint}`));
    button.addEventListener("click", async () => {
      try {
        this.#status.textContent = await act();
      } catch (error) {
        this.#status.textContent = `Nothing was saved. ${(error as Error).message}`;
      }
    });
    return button;
  }

  async #save(format: Format): Promise<string> {
    const matrix = this.#source.matrices()[this.#choice.selectedIndex];
    if (matrix === undefined) return "There is nothing to save yet.";
    const { content, type, extension, note = "" } = await format(matrix, this.#source.about());
    const name = fileName(matrix, extension);
    offerFile(new Blob([content], { type }), name);
    return `Saved as ${name}.${note}`;
  }

  async #copyLink(): Promise<string> {
    return (await copyText(this.#source.link!()))
      ? "The link is on the clipboard."
      : "This browser did not let the link be copied. It stands in the address bar.";
  }
}

function figure(matrix: LabelledMatrix): ReturnType<typeof figureOf> {
  return figureOf(matrix, { theme: themeNow(null) === "dark" ? "dark" : "light", picture: cellPicture });
}

function svg(matrix: LabelledMatrix): Saved {
  const note = isDrawn(matrix)
    ? ""
    : ` Beyond ${LARGEST_DRAWN} × ${LARGEST_DRAWN} its cells are an embedded picture; labels and bar are text.`;
  return { content: figure(matrix).svg, type: "image/svg+xml", extension: "svg", note };
}

async function png(matrix: LabelledMatrix, wanted: number): Promise<Saved> {
  const { blob, scale } = await pngOf(figure(matrix), wanted);
  const note = scale < wanted ? ` At ${scale.toFixed(1)}×, the largest picture that a browser draws.` : "";
  return { content: blob, type: "image/png", extension: `${wanted}x.png`, note };
}
