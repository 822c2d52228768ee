// The way back: which loss, and its gradients from the output to the weights. It is laid out when it is first shown.
import { clampedInteger, outputWidth, showsGradients, tokensOf, type State } from "../state/index.js";
import { lossChoices, lossText, wayBackTexts } from "./gradient-captions.js";
import { byId, setHtml } from "./dom.js";
import { GRADIENTS, type Marks, type Place, type Shown } from "./places.js";
import type { Computed } from "./run.js";
import type { Store } from "./store.js";
import { Strip, type StripEvents } from "./strip.js";

export class WayBack {
  readonly #store: Store;
  readonly #events: StripEvents;
  readonly #band = byId("gradients");
  readonly #number = byId<HTMLInputElement>("loss-number");
  #strip: Strip | undefined;

  constructor(store: Store, events: StripEvents) {
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
    this.#strip ??= this.#lay();
    this.#showLoss(state);
    this.#showSteps(state);
    this.#strip.showNames(state);
  }

  show(state: State, computed: Computed): void {
    if (showsGradients(state)) this.#strip?.show(state, computed);
  }

  mark(marks: Marks): void {
    this.#strip?.mark(marks);
  }

  focus(name: Shown, place: Place): void {
    this.#strip?.focus(name, place);
  }

  #lay(): Strip {
    const steps = byId<HTMLTemplateElement>("way-back").content.cloneNode(true);
    this.#band.append(steps);
    return new Strip(this.#band, GRADIENTS, this.#events);
  }

  #showLoss(state: State): void {
    const about = byId("about-loss");
    setHtml(about, lossText(state));
    const asked = about.querySelector(".asked");
    if (asked !== null) asked.textContent = tokensOf(state.text)[state.followed]!;
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
    for (const [step, text] of Object.entries(wayBackTexts(state))) setHtml(byId(`back-${step}`), text);
    byId("back-joining").hidden = state.output === null;
    for (const weight of this.#band.querySelectorAll<HTMLElement>(
      "[data-matrix=dquery], [data-matrix=dkey], [data-matrix=dvalue]",
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
