// The timeline: a curve and four plates over the same steps, one cursor through all of them, and the moment under it as a table.
import { digits, powerText } from "../../../../show/index.js";
import type { Page } from "../../frame/page.js";
import { byId } from "../../frame/page.js";
import type { Fields } from "../../frame/state.js";
import { Curves } from "../../training/curves.js";
import { rowOf, shareCell } from "../../training/cells.js";
import { fromColumns, Plate } from "../../training/plate.js";
import { LEARNED, type Moment, type Watched } from "./timeline.js";

const PARTS = ["scores", "weights", "gradients", "pulls"] as const;
type Part = (typeof PARTS)[number];

/** Eight facts and the question. */
const TOKENS = 9;
/** In the order of LEARNED: the letters below the W. */
const MATRICES = ["Q", "K", "V", "O"];

export class Timeline<F extends Fields> {
  readonly #page: Page<F>;
  readonly #host = byId("timeline");
  readonly #curves: Curves;
  readonly #names: Record<Part, HTMLElement>;
  readonly #plates: Record<Part, Plate>;
  readonly #slider = document.createElement("input");
  #last = 0;

  /** @param move called when the reader moves the cursor */
  constructor(
    page: Page<F>,
    readonly steps: number,
    move: (step: number) => void,
  ) {
    this.#page = page;
    this.#curves = new Curves(document.querySelector<SVGSVGElement>("#curve")!, ["batch", "own"], steps);
    const strips = PARTS.map((part) => this.#strip(part));
    this.#names = Object.fromEntries(strips.map(({ part, names }) => [part, names])) as Record<Part, HTMLElement>;
    this.#plates = Object.fromEntries(strips.map(({ part, colours }) => [part, colours])) as Record<Part, Plate>;
    this.#slider.type = "range";
    this.#slider.id = "cursor";
    this.#slider.min = "0";
    this.#slider.dataset["tLabel"] = "cursor";
    this.#slider.setAttribute("aria-label", page.text("cursor"));
    this.#slider.addEventListener("input", () => move(Number(this.#slider.value)));
    const line = document.createElement("div");
    line.className = "cursor-line";
    this.#host.append(this.#slider, line);
    this.#drag(move);
  }

  #strip(part: Part): { part: Part; names: HTMLElement; colours: Plate } {
    const head = document.createElement("p");
    head.className = "strip-head";
    const title = document.createElement("span");
    const scale = document.createElement("span");
    head.append(title, scale);
    this.#page.fill(title, `strip-${part}`);
    const names = document.createElement("div");
    names.className = "strip-names";
    const plate = document.createElement("div");
    plate.className = "plate";
    const rows = rowsOf(part);
    plate.style.setProperty("--rows", String(rows));
    this.#host.append(head, names, plate);
    const shape = {
      rows,
      columns: this.steps + 1,
      ramp: part === "weights" || part === "pulls" ? "sequential" : "diverging",
    } as const;
    return { part, names, colours: new Plate(plate, scale, part === "weights" ? { ...shape, end: 1 } : shape) };
  }

  show(watched: Watched | undefined, moments: readonly Moment[], at: number): void {
    this.#last = Math.max(0, moments.length - 1);
    this.#curves.show(
      0,
      moments.slice(1).map(({ accuracy }) => accuracy!),
    );
    this.#curves.show(
      1,
      moments.map(({ share }) => share),
      0,
    );
    for (const part of PARTS) {
      this.#plates[part].show(
        fromColumns(
          moments.map((moment) => moment[part]),
          rowsOf(part),
          this.steps + 1,
        ),
      );
      this.#names[part].replaceChildren(
        ...(part === "pulls"
          ? MATRICES.map(matrixName)
          : (watched?.words ?? []).map((word, token) => nameOf(word, token === watched?.fact))),
      );
    }
    this.#slider.max = String(this.steps);
    this.#slider.value = String(at);
    this.#slider.disabled = moments.length === 0;
    this.#host.style.setProperty("--at", String((at + 0.5) / (this.steps + 1)));
    this.#host.toggleAttribute("data-empty", moments.length === 0);
    this.#showMoment(watched, moments[at], at);
  }

  #showMoment(watched: Watched | undefined, moment: Moment | undefined, at: number): void {
    const page = this.#page;
    page.fill(byId("moment"), "moment", { step: at });
    const body = byId("ledger").querySelector("tbody")!;
    if (watched === undefined || moment === undefined) {
      body.replaceChildren();
      page.fill(byId("reading"), "nothing-yet");
      this.#slider.setAttribute("aria-valuetext", page.text("nothing-yet"));
      return;
    }
    body.replaceChildren(...watched.words.map((word, token) => lineOf(word, token === watched.fact, moment, token)));
    const most = moment.weights.indexOf(Math.max(...moment.weights));
    const said = {
      step: at,
      share: digits(100 * moment.weights[most]!, 0),
      word: watched.words[most]!,
      answer: watched.answer,
      sure: digits(100 * moment.share, 0),
    };
    page.fill(byId("reading"), "reading", said);
    this.#slider.setAttribute("aria-valuetext", page.text("reading", said));
  }

  /** The cursor follows a pointer that is pressed on a strip. */
  #drag(move: (step: number) => void): void {
    const plate = this.#host.querySelector<HTMLElement>(".plate")!;
    const follow = (event: PointerEvent): void => {
      const { left, width } = plate.getBoundingClientRect();
      const step = Math.floor(((event.clientX - left) / width) * (this.steps + 1));
      move(Math.max(0, Math.min(this.#last, step)));
    };
    this.#host.addEventListener("pointerdown", (event) => {
      if (!(event.target as Element).closest(".plate") || this.#slider.disabled) return;
      this.#host.setPointerCapture(event.pointerId);
      follow(event);
    });
    this.#host.addEventListener(
      "pointermove",
      (event) => this.#host.hasPointerCapture(event.pointerId) && follow(event),
    );
  }
}

function rowsOf(part: Part): number {
  return part === "pulls" ? LEARNED.length : TOKENS;
}

function matrixName(letter: string): HTMLElement {
  const name = document.createElement("span");
  const [w, below] = [document.createElement("i"), document.createElement("sub")];
  w.textContent = "W";
  below.textContent = letter;
  name.append(w, below);
  return name;
}

function nameOf(word: string, meant: boolean): HTMLElement {
  const name = document.createElement("span");
  name.textContent = word;
  name.title = word;
  name.classList.toggle("meant", meant);
  return name;
}

function lineOf(
  word: string,
  meant: boolean,
  { scores, weights, gradients }: Moment,
  token: number,
): HTMLTableRowElement {
  const row = rowOf(word, digits(scores[token]!, 3));
  row.classList.toggle("meant", meant);
  row.append(shareCell(weights[token]!, digits(weights[token]!, 3)));
  row.insertCell().textContent = small(gradients[token]!);
  return row;
}

/** Gradients shrink by powers of ten while training goes well. */
function small(value: number): string {
  return Math.abs(value) >= 1e-3 || value === 0 ? digits(value, 3) : powerText(value, 0);
}
