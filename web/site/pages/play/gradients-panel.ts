// The gradients: which loss, and its gradients from the output back to the weights. Built when first shown.
import { byId } from "../../kit/index.js";
import { afterPaint, type Place } from "../../../show/index.js";
import { clampedInteger, outputWidth, showsGradients, tokensOf, type State } from "../../rooms/state/index.js";
import { gradientTexts, lossChoices, lossText } from "./gradient-captions.js";
import { setHtml } from "./dom.js";
import { GRADIENTS, type Marks, type Shown } from "./shown-matrices.js";
import type { Computed } from "./compute.js";
import type { Store } from "./store.js";
import { MatrixRow, type MatrixRowEvents } from "./matrix-row.js";

export class GradientsPanel {
  readonly #store: Store;
  readonly #events: MatrixRowEvents;
  readonly #band = byId("gradients");
  readonly #number = byId<HTMLInputElement>("loss-number");
  readonly #onBuilt: () => void;
  #matrices: MatrixRow | undefined;
  #isPainted = false;
  #shown: [State, Computed] | undefined;

  /** `onBuilt` is called when the panel's elements are on the page, in the language that the page was built in. */
  constructor(store: Store, events: MatrixRowEvents, onBuilt: () => void) {
    this.#onBuilt = onBuilt;
    this.#store = store;
    this.#events = events;
    for (const input of this.#losses)
      input.addEventListener("change", () => store.change({ ...store.state, loss: input.value as State["loss"] }));
    this.#number.addEventListener("change", () => this.#onNumber());
  }

  get #losses(): HTMLInputElement[] {
    return Array.from(this.#band.querySelectorAll<HTMLInputElement>("input[name=loss]"));
  }

  showNames(state: State): void {
    this.#band.hidden = !showsGradients(state);
    byId("to-gradients").hidden = this.#band.hidden;
    if (this.#band.hidden) return;
    this.#matrices ??= this.#build();
    this.#showLoss(state);
    this.#showSteps(state);
    this.#matrices.showNames(state);
  }

  /** The empty panel is painted before its matrices are drawn: both together would hold the page for long. */
  show(state: State, computed: Computed): void {
    this.#shown = [state, computed];
    if (!showsGradients(state)) return;
    if (this.#isPainted) return this.#matrices?.show(state, computed);
    this.#band.setAttribute("aria-busy", "true");
    afterPaint(() => {
      this.#isPainted = true;
      this.#band.removeAttribute("aria-busy");
      this.show(...this.#shown!);
    });
  }

  mark(marks: Marks): void {
    this.#matrices?.mark(marks);
  }

  focus(name: Shown, place: Place): void {
    this.#matrices?.focus(name, place);
  }

  #build(): MatrixRow {
    const steps = byId<HTMLTemplateElement>("gradient-steps").content.cloneNode(true);
    this.#band.append(steps);
    this.#onBuilt();
    return new MatrixRow(this.#band, GRADIENTS, this.#events);
  }

  #showLoss(state: State): void {
    const about = byId("about-loss");
    setHtml(about, lossText(state));
    const asked = about.querySelector(".asked");
    if (asked !== null) asked.textContent = tokensOf(state)[state.followed]!;
    const choices = lossChoices(state);
    for (const input of this.#losses) {
      input.checked = input.value === state.loss;
      setHtml(input.nextElementSibling as HTMLElement, choices[input.value as State["loss"]]);
    }
    this.#number.max = String(outputWidth(state));
    this.#number.value = String(state.lossNumber + 1);
    this.#number.disabled = state.loss === "sum";
  }

  #showSteps(state: State): void {
    for (const [step, text] of Object.entries(gradientTexts(state))) setHtml(byId(`back-${step}`), text);
    byId("back-joining").hidden = state.output === null;
    for (const weight of this.#band.querySelectorAll<HTMLElement>(
      "[data-matrix=dQuery], [data-matrix=dKey], [data-matrix=dValue]",
    ))
      weight.hidden = !state.projected;
  }

  #onNumber(): void {
    const { state } = this.#store;
    const wanted = this.#number.valueAsNumber;
    if (Number.isFinite(wanted))
      this.#store.change({ ...state, lossNumber: clampedInteger(wanted, 1, outputWidth(state)) - 1 });
    this.#number.value = String(this.#store.state.lossNumber + 1);
  }
}
