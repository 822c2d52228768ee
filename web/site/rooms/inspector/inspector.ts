// The panel that takes a cell apart: beside the page where there is room, a sheet over it on a phone.
import { make } from "../../../show/index.js";
import { copyView } from "./copy-view.js";
import { headsOf, sizeOf, type Computation } from "./computation.js";
import type { Cell } from "./definition.js";
import { formulaOf } from "./formula.js";
import { tensorOf } from "./lines.js";
import { locationText, titleOf } from "./names.js";
import { stepView } from "./step-view.js";
import { operandsOf, type Lights } from "./operands.js";
import { trace } from "./trace.js";
import { roundingView, valueView } from "./value-view.js";
import { tell } from "./inspector-text.js";

/** Opens what a number came from: another cell, also of another computation, or a view. */
export type Go = (next: Cell | View, computation?: Computation) => void;

/** A number that is no cell of a matrix. figure-view.ts makes it. */
export interface View {
  readonly view: (go: Go) => Shown;
  readonly closed: () => void;
}

/** What the panel shows of a number. */
interface Shown {
  readonly location: string;
  readonly title: string;
  readonly body: readonly (HTMLElement | undefined)[];
}

export interface InspectorEvents {
  /** What is to be lit beside the cell; {} when nothing is. */
  readonly light: (lights: Lights) => void;
  /** The panel has closed: focus belongs to the cell that it was opened from. */
  readonly closed: (opener: Cell) => void;
  /** The reader has gone on to another cell, from inside the panel. */
  readonly moved?: (cell: Cell) => void;
}

/** There is room beside the page here. Else the panel is a modal dialog, which paper would not show. */
const WIDE = "print, (min-width: 75rem)";

export class Inspector {
  readonly #events: InspectorEvents;
  readonly #wide = matchMedia(WIDE);
  readonly #location = make("p", { class: "location" });
  readonly #title = make("h2", { id: "inspector-title", tabindex: -1 });
  readonly #back = make("button", { type: "button", class: "back", hidden: true });
  readonly #close = make("button", { type: "button", class: "close" }, "×");
  readonly #body = make("div", { class: "body" });
  readonly #dialog = make("dialog", { class: "inspector", "aria-labelledby": "inspector-title" });
  #computation: Computation | undefined;
  #pressedOutside = false;
  /** What was opened, and what the reader went on to from it. */
  #trail: (Cell | View)[] = [];
  /** What had focus when the first of them was opened. */
  #opener: Element | null = null;

  /** The panel goes to the end of `host`, so that what comes before it keeps its order. */
  constructor(host: HTMLElement, events: InspectorEvents) {
    this.#events = events;
    this.#dialog.append(
      make("div", { class: "head" }, make("div", {}, this.#location, this.#title), this.#back, this.#close),
      this.#body,
    );
    host.append(this.#dialog);
    this.#back.addEventListener("click", () => this.#goBack());
    this.#close.addEventListener("click", () => this.close());
    this.#dialog.addEventListener("keydown", (event) => event.key === "Escape" && this.#onEscape(event));
    this.#dialog.addEventListener("cancel", (event) => this.#onEscape(event));
    // A press has to begin and end outside: a selection of text may end there.
    this.#dialog.addEventListener("pointerdown", (event) => (this.#pressedOutside = this.#isOutside(event)));
    this.#dialog.addEventListener("click", (event) => this.#pressedOutside && this.#isOutside(event) && this.close());
    this.#wide.addEventListener("change", () => this.#dialog.open && this.#stand());
  }

  /** The cell that is shown. */
  get cell(): Cell | undefined {
    const last = this.#trail.at(-1);
    return this.#dialog.open && last !== undefined && isCell(last) ? last : undefined;
  }

  /** Shows a cell, and takes focus. */
  open(computation: Computation | undefined, cell: Cell | View): void {
    this.#computation = computation;
    this.#trail = [cell];
    this.#opener = focusedElement();
    if (!this.#dialog.open) this.#stand(this.#opener);
    this.#show();
    this.#title.focus();
  }

  /**
   * Shows another cell in the open panel and leaves focus where it is: the reader moves through a matrix of the page.
   */
  follow(cell: Cell): void {
    if (!this.#dialog.open) return;
    this.#trail = [cell];
    this.#show();
  }

  /** The numbers have changed. If the cell no longer exists, the panel closes. */
  update(computation: Computation): void {
    this.#computation = computation;
    if (!this.#dialog.open) return;
    this.#trail = this.#trail.filter((one) => exists(computation, one));
    if (this.#trail.length === 0) this.#leave();
    else this.#show();
  }

  /** The numbers that a view is made of have changed. If a view was opened, the panel goes back to it. */
  updateView(): void {
    const opened = this.#trail[0];
    if (!this.#dialog.open || opened === undefined || isCell(opened)) return;
    this.#trail = [opened];
    this.#show();
  }

  close(): void {
    const first = this.#trail[0];
    const focused = focusedElement();
    const stay = keepInPlace(this.#dialog.contains(focused) ? this.#opener : focused);
    this.#leave();
    stay();
    if (first === undefined) return;
    if (isCell(first)) this.#events.closed(first);
    else first.closed();
  }

  #leave(): void {
    if (this.#dialog.open) this.#dialog.close();
    this.#trail = [];
    delete document.documentElement.dataset["inspecting"];
    this.#events.light({});
  }

  /** A panel is beside the page, which can still be used; a sheet covers the page. */
  #stand(opener: Element | null = null): void {
    if (this.#dialog.open) this.#dialog.close();
    const { dataset } = document.documentElement;
    if (!this.#wide.matches) {
      dataset["inspecting"] = "sheet";
      return this.#dialog.showModal();
    }
    this.#dialog.show();
    if (dataset["inspecting"] === "panel") return;
    delete dataset["inspecting"];
    // The panel is painted before the page is laid out anew beside it, which takes longer.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (!this.#dialog.open || !this.#wide.matches) return;
        const stay = keepInPlace(opener);
        dataset["inspecting"] = "panel";
        stay();
      }),
    );
  }

  #show(): void {
    const last = this.#trail.at(-1)!;
    const go: Go = (next, computation = this.#computation) => {
      this.#computation = computation;
      this.#goTo(next);
    };
    const { location, title, body } = isCell(last) ? cellView(this.#computation!, last, go) : last.view(go);
    this.#location.textContent = location;
    this.#title.textContent = title;
    this.#back.textContent = tell("back");
    this.#close.setAttribute("aria-label", tell("close"));
    this.#back.hidden = this.#trail.length < 2;
    this.#body.replaceChildren(...body.filter((part) => part !== undefined));
    const formula = this.#body.querySelector<HTMLElement>(".formula");
    if (formula !== null) {
      shrinkToFit(formula);
      this.#letScroll(formula, tell("formula"));
    }
    for (const table of this.#body.querySelectorAll<HTMLElement>(".scroller")) this.#letScroll(table, tell("table"));
    this.#events.light(isCell(last) ? operandsOf(this.#computation!, last) : {});
  }

  /** What is wider than the panel can also be scrolled by keyboard. */
  #letScroll(box: HTMLElement, name: string): void {
    if (box.scrollWidth <= box.clientWidth) return;
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", name);
  }

  #goTo(next: Cell | View): void {
    this.#trail.push(next);
    this.#arrive();
  }

  #goBack(): void {
    this.#trail.pop();
    this.#arrive();
  }

  #arrive(): void {
    this.#show();
    this.#dialog.scrollTop = 0;
    this.#title.focus();
    if (this.cell !== undefined) this.#events.moved?.(this.cell);
  }

  #onEscape(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
    this.close();
  }

  /** Whether a click is on the sheet's backdrop. A click by keyboard has no coordinates: its target tells. */
  #isOutside({ clientX, clientY, target }: MouseEvent): boolean {
    if (target !== this.#dialog) return false;
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  }
}

function isCell(one: Cell | View): one is Cell {
  return "matrix" in one;
}

function cellView(computation: Computation, cell: Cell, go: Go): Shown {
  const traced = trace(computation, cell);
  const formula = make("div", { class: "formula" });
  formula.innerHTML = formulaOf(computation, cell);
  // What was asked for comes first: the multiplications, and what they lead to.
  return {
    location: locationText(computation, cell),
    title: titleOf(computation, cell),
    body: [
      valueView(computation, traced),
      ...traced.steps.map((step) => stepView({ computation, cell, go }, step)),
      formula,
      roundingView(traced),
      copyView(computation, cell),
    ],
  };
}

/** The smallest size of letters, as a share of their usual size. */
const SMALLEST = 0.7;

/** What is wider than its box gets smaller letters. */
function shrinkToFit(box: HTMLElement): void {
  const share = box.clientWidth / box.scrollWidth;
  if (share < 1) box.style.fontSize = `${Math.max(SMALLEST, share)}em`;
}

/** The element that has focus, also inside shadow trees: the cell that the panel was opened from. */
function focusedElement(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

/** The page may lay itself out anew to make room. The returned function scrolls the element back to where it was. */
function keepInPlace(element: Element | null): () => void {
  const top = element?.getBoundingClientRect().top ?? 0;
  return () => {
    if (!element?.isConnected) return;
    window.scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
    // It may have been scrolling into view.
    element.scrollIntoView({ block: "nearest", behavior: "instant" });
  };
}

function exists(computation: Computation, one: Cell | View): boolean {
  if (!isCell(one)) return false;
  const { matrix, head, row, column } = one;
  const tensor = tensorOf(computation, matrix);
  if (tensor === undefined) return false;
  const { rows, columns } = sizeOf(tensor);
  return head < headsOf(tensor) && row < rows && column < columns;
}
