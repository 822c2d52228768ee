// The controls below a map. They zoom and pan, lead to a cell by its numbers, and choose what a pixel of cells shows.
import { make, type Extent, type Place, say } from "../../show/index.js";
import type { Pool } from "../picture.js";

/** What readers ask for and the map does not do itself. */
export interface MapRequests {
  readonly goTo: (place: Place) => void;
  readonly complain: (sentence: string) => void;
  readonly pool: (pool: Pool) => void;
}

export interface MapActions extends MapRequests {
  readonly zoom: (inwards: boolean) => void;
  readonly fit: () => void;
  readonly pan: (right: number, down: number) => void;
  readonly extent: () => Extent;
}

export class MapControls {
  readonly root = make("div", { class: "controls", part: "controls", role: "group", "aria-label": say("zoomAndPan") });
  readonly #actions: MapActions;
  readonly #out = button("−", say("zoomOut"), () => this.#actions.zoom(false));
  readonly #in = button("+", say("zoomIn"), () => this.#actions.zoom(true));
  readonly #fit = button(say("fit"), say("fitAll"), () => this.#actions.fit());
  readonly #pans = [
    button("←", say("panLeft"), () => this.#actions.pan(-1, 0)),
    button("↑", say("panUp"), () => this.#actions.pan(0, -1)),
    button("↓", say("panDown"), () => this.#actions.pan(0, 1)),
    button("→", say("panRight"), () => this.#actions.pan(1, 0)),
  ];
  readonly #goTo = make("input", {
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: say("rowColumn"),
    "aria-label": say("goToCell"),
    "aria-describedby": "problem",
  });
  readonly #pool = make(
    "select",
    {},
    make("option", { value: "max" }, say("poolMax")),
    make("option", { value: "mean" }, say("poolMean")),
  );
  readonly #pooling = make("label", {}, `${say("pool")} `, this.#pool);

  constructor(actions: MapActions) {
    this.#actions = actions;
    const goTo = make("label", {}, `${say("goTo")} `, this.#goTo);
    this.#pool.addEventListener("change", () => this.#actions.pool(this.#pool.value as Pool));
    this.root.append(this.#out, this.#in, this.#fit, ...this.#pans, goTo, this.#pooling);
    this.#goTo.addEventListener("keydown", (event) => this.#onKey(event));
    this.#goTo.addEventListener("change", () => this.#goTo.value.trim() === "" && this.#complain(""));
  }

  focusGoTo(): void {
    this.#goTo.focus();
    this.#goTo.select();
  }

  /**
   * A button that can do nothing now keeps its place and its focus. `pool` is undefined where no pixel stands for
   * several cells.
   */
  show({ whole, closest, pool }: { whole: boolean; closest: boolean; pool: Pool | undefined }): void {
    for (const each of [this.#out, this.#fit, ...this.#pans]) each.setAttribute("aria-disabled", String(whole));
    this.#in.setAttribute("aria-disabled", String(closest));
    this.#pooling.hidden = pool === undefined;
    if (pool !== undefined) this.#pool.value = pool;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { rows, columns } = this.#actions.extent();
    const [, row, column] = /^\s*(\d+)(?:\s*[,;:\s×]\s*(\d+))?\s*$/.exec(this.#goTo.value) ?? [];
    const place = { row: Number(row) - 1, column: Number(column ?? 1) - 1 };
    const there = place.row >= 0 && place.row < rows && place.column >= 0 && place.column < columns;
    const wanted = this.#goTo.value.trim();
    const asked = { text: wanted.slice(0, 24), rows, columns, row: Math.min(rows, 12), column: Math.min(columns, 40) };
    this.#complain(there ? "" : say(wanted === "" ? "typeCell" : "noCell", asked));
    if (there) this.#actions.goTo(place);
  }

  #complain(sentence: string): void {
    if (sentence === "") this.#goTo.removeAttribute("aria-invalid");
    else this.#goTo.setAttribute("aria-invalid", "true");
    this.#actions.complain(sentence);
  }
}

function button(text: string, name: string, act: () => void): HTMLButtonElement {
  const made = make("button", { type: "button", "aria-label": name, title: name }, text);
  made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && act());
  return made;
}
