// The export menu: a button, a choice of matrix, and the formats.
import "./export.css";
import { isDrawn, LARGEST_DRAWN } from "../../../draw/picture/index.js";
import { digits, make, themeNow } from "../../../show/index.js";
import { copyText, offerFile } from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { csvOf } from "./csv.js";
import { figureOf } from "./figure.js";
import { fileName } from "./file-name.js";
import { jsonOf } from "./json.js";
import type { About, LabelledMatrix } from "./labelled.js";
import { npyOf } from "./npy.js";
import { pngOf } from "./picture.js";
import { savedPageOf } from "./saved-page.js";
import "./texts/en.json";

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

/** What only programs know has no translation. */
const NPY_HINT = ".npy, float32";

/** A format's name, and the text that says what it is for. */
const FORMATS: readonly (readonly [name: string, hint: string | undefined, format: Format])[] = [
  ["PNG, 2×", "slides", (matrix) => png(matrix, 2)],
  ["PNG, 4×", "print", (matrix) => png(matrix, 4)],
  ["SVG", "drawing", svg],
  ["HTML", "alive", (matrix) => ({ content: savedPageOf(matrix), type: "text/html", extension: "html" })],
  ["CSV", "full", (matrix) => ({ content: csvOf(matrix), type: "text/csv", extension: "csv" })],
  [
    "JSON",
    "with-options",
    (matrix, about) => ({ content: jsonOf(matrix, about), type: "application/json", extension: "json" }),
  ],
  [
    "NumPy",
    undefined,
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
  readonly #button = make("button", { type: "button", "aria-expanded": "false", "aria-controls": this.#id });
  readonly #choice = make("select");
  readonly #status = make("p", { class: "status", role: "status" });
  readonly #panel = make("div", {
    class: "export-panel",
    id: this.#id,
    role: "group",
    hidden: true,
  });

  constructor(host: HTMLElement, source: ExportSource) {
    this.#source = source;
    host.classList.add("export");
    host.append(this.#button, this.#panel);
    this.showNames();
    this.#button.addEventListener("click", () => (this.#panel.hidden ? this.#open() : this.close()));
    host.addEventListener("keydown", (event) => event.key === "Escape" && !this.#panel.hidden && this.#escape(event));
    document.addEventListener("pointerdown", (event) => !host.contains(event.target as Node) && this.close());
    host.addEventListener(
      "focusout",
      ({ relatedTarget }) => relatedTarget instanceof Node && !host.contains(relatedTarget) && this.close(),
    );
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    const formats = FORMATS.map(([name, hint, format]) =>
      this.#item(name, hint === undefined ? NPY_HINT : phrase(`export.${hint}`), () => this.#save(format)),
    );
    const copy = (): HTMLButtonElement =>
      this.#item(phrase("export.copy-link"), phrase("export.brings-back"), () => this.#copyLink());
    this.#button.textContent = phrase("export.export");
    this.#panel.setAttribute("aria-label", phrase("export.export"));
    this.#panel.replaceChildren(
      make("label", {}, `${phrase("export.matrix")} `, this.#choice),
      make("div", { class: "formats" }, ...formats, ...(this.#source.link === undefined ? [] : [copy()])),
      this.#status,
    );
  }

  close(): void {
    this.#panel.hidden = true;
    this.#button.setAttribute("aria-expanded", "false");
  }

  /** Names what can be saved now: with another text or head it is called otherwise. What is chosen stays so. */
  update(): void {
    if (this.#panel.hidden) return;
    const chosen = this.#choice.value;
    this.#choice.replaceChildren(
      ...this.#source.matrices().map((matrix) => {
        const value = idOf(matrix);
        return make("option", { value, selected: value === chosen }, matrix.title);
      }),
    );
  }

  #open(): void {
    this.#status.textContent = "";
    this.#panel.hidden = false;
    this.update();
    this.#button.setAttribute("aria-expanded", "true");
    this.#panel.classList.remove("from-end", "upwards");
    const { right, bottom, height } = this.#panel.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    this.#panel.classList.toggle("from-end", right > clientWidth);
    this.#panel.classList.toggle("upwards", bottom > clientHeight && this.#button.getBoundingClientRect().top > height);
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
        this.#status.textContent = phrase("export.not-saved", { reason: (error as Error).message });
      }
    });
    return button;
  }

  async #save(format: Format): Promise<string> {
    const now = this.#source.matrices();
    const matrix = now.find((one) => idOf(one) === this.#choice.value);
    this.update();
    if (matrix === undefined) return phrase(now.length === 0 ? "export.nothing-yet" : "export.gone");
    const { content, type, extension, note = "" } = await format(matrix, this.#source.about());
    const name = fileName(matrix, extension);
    offerFile(new Blob([content], { type }), name);
    return [phrase("export.saved", { name }), note].join(" ").trim();
  }

  async #copyLink(): Promise<string> {
    return phrase((await copyText(this.#source.link!())) ? "export.link-copied" : "export.link-not-copied");
  }
}

function idOf({ id, name }: LabelledMatrix): string {
  return id ?? name;
}

function figure(matrix: LabelledMatrix): string {
  return figureOf(matrix, themeNow(null) === "dark" ? "dark" : "light");
}

function svg(matrix: LabelledMatrix): Saved {
  const note = isDrawn(matrix) ? "" : phrase("export.embedded", { largest: LARGEST_DRAWN });
  return { content: figure(matrix), type: "image/svg+xml", extension: "svg", note };
}

async function png(matrix: LabelledMatrix, wanted: number): Promise<Saved> {
  const { blob, scale } = await pngOf(figure(matrix), wanted);
  const note = scale < wanted ? phrase("export.largest", { scale: digits(scale, 1) }) : "";
  return { content: blob, type: "image/png", extension: `${wanted}x.png`, note };
}
