// One query on its way, in the matrices themselves: buttons, a slider through all moments, and a sentence for each.
import { byId } from "../../kit/index.js";
import { inTurn } from "../../../show/index.js";
import { STEPS, type State } from "../../rooms/state/index.js";
import type { Computed } from "./compute.js";
import { setHtml, text } from "./dom.js";
import { drawingOf, momentsIn, NO_DRAWING, type Drawing } from "./follow-drawing.js";
import { showFollowTable } from "./follow-table.js";
import { QuerySteps } from "./query-steps.js";
import type { Store } from "./store.js";

/** How long a finished step stays on show. */
const STEP_MS = 1800;
/** The longest that one moment of a step is on show, and all moments of a step together. */
const MOMENT_MS = 700;
const MOMENTS_MS = 6000;

/** The matrix that a step fills. */
const FILLED = ["q", "scores", "scores", "weights", "mixed"] as const;

export class FollowQuery {
  readonly #store: Store;
  readonly #draw: (drawing: Drawing) => void;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #slider = byId<HTMLInputElement>("moment");
  #steps: QuerySteps | undefined;
  #computed: Computed | undefined;
  /** Which moment of the step is on show, from 1; the last, if the step has fewer. */
  #moment = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next step follows by itself. */
  #playing = false;

  /** `draw` shows a moment in the matrices. */
  constructor(store: Store, draw: (drawing: Drawing) => void) {
    this.#store = store;
    this.#draw = draw;
    byId("step-back").addEventListener("click", () => this.#goTo(store.state.step - 1, Infinity));
    byId("step-on").addEventListener("click", () => this.#goTo(store.state.step + 1));
    byId("follow-end").addEventListener("click", () => this.#end());
    byId("play").addEventListener("click", () => (this.#playing ? this.#pause() : this.#play()));
    this.#slider.addEventListener("input", () => this.#scrub(this.#slider.valueAsNumber));
    this.#still.addEventListener("change", () => this.#respectMotion());
    this.#respectMotion();
  }

  show(state: State, computed: Computed): void {
    if (state.step === 0) this.#pause();
    const bar = byId("follow");
    bar.setAttribute("aria-busy", "true");
    inTurn(this, () => {
      this.#steps = new QuerySteps(state, computed);
      this.#computed = computed;
      // The sentence above holds its weights and its result back until the walk has come to them.
      for (const part of [bar, byId("overview")]) part.dataset["step"] = String(state.step);
      byId("step-back").setAttribute("aria-disabled", String(state.step <= 1));
      byId("step-on").setAttribute("aria-disabled", String(state.step === STEPS));
      showFollowTable(state, this.#steps);
      this.#showMoment();
      bar.removeAttribute("aria-busy");
    });
  }

  #showMoment(): void {
    const { state } = this.#store;
    const [steps, computed] = [this.#steps, this.#computed];
    if (steps === undefined || computed === undefined) return;
    if (state.step === 0) return this.#draw(NO_DRAWING);
    const moment = Math.min(this.#moment, momentsIn(state.step, steps, state));
    const { name, words } = steps.tell(state, computed, steps.visible[moment - 1]);
    byId("step-name").textContent = text("step-of", { step: state.step, steps: STEPS, name });
    setHtml(byId("step-words"), words);
    this.#slider.max = String(this.#before(STEPS + 1));
    this.#slider.value = String(this.#before(state.step) + moment);
    this.#slider.setAttribute("aria-valuetext", `${byId("step-name").textContent}. ${byId("step-words").textContent}`);
    this.#draw(drawingOf(state, steps, moment));
  }

  /** How many moments the steps before this one have. */
  #before(step: number): number {
    const { state } = this.#store;
    return Array.from({ length: step - 1 }, (_, at) => momentsIn(at + 1, this.#steps!, state)).reduce(
      (a, b) => a + b,
      0,
    );
  }

  get #isStepDone(): boolean {
    const { state } = this.#store;
    return state.step === 0 || this.#moment >= momentsIn(state.step, this.#steps!, state);
  }

  /** Shows a step. Its moments follow one another. Readers who prefer no motion see only its last. */
  #goTo(step: number, moment = this.#still.matches ? Infinity : 1): void {
    if (step < 1 || step > STEPS || this.#steps === undefined) return;
    this.#moment = moment;
    // At the top of the window the bar stays where it is, so its buttons do not move away from the pointer again.
    if (this.#store.state.step === 0) byId("follow").scrollIntoView({ block: "start", behavior: "instant" });
    this.#store.look({ step });
    this.#bringIntoSight(step);
    this.#wait();
  }

  #bringIntoSight(step: number): void {
    const behavior = this.#still.matches ? "auto" : "smooth";
    document.querySelector(`[data-matrix=${FILLED[step - 1]}]`)!.scrollIntoView({ block: "nearest", behavior });
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const moments = momentsIn(this.#store.state.step || 1, this.#steps!, this.#store.state);
    this.#timer = setTimeout(
      () => this.#goOn(),
      this.#isStepDone ? STEP_MS : Math.min(MOMENT_MS, MOMENTS_MS / moments),
    );
  }

  #goOn(): void {
    if (!this.#isStepDone) {
      this.#moment++;
      this.#showMoment();
      return this.#wait();
    }
    if (this.#playing && this.#store.state.step < STEPS) return this.#goTo(this.#store.state.step + 1);
    this.#pause();
  }

  #play(): void {
    this.#setPlaying(true);
    const isAtEnd = this.#store.state.step % STEPS === 0 && this.#isStepDone;
    if (isAtEnd) this.#goTo(1);
    else this.#wait();
  }

  #pause(): void {
    clearTimeout(this.#timer);
    this.#setPlaying(false);
  }

  /** The reader moves through the moments by hand. */
  #scrub(at: number): void {
    this.#pause();
    let step = 1;
    while (step < STEPS && this.#before(step + 1) < at) step++;
    this.#moment = at - this.#before(step);
    if (step === this.#store.state.step) this.#showMoment();
    else this.#store.look({ step });
    this.#bringIntoSight(step);
  }

  #end(): void {
    this.#pause();
    this.#store.look({ step: 0 });
    byId("step-on").focus();
  }

  /** The button keeps the key, for when the language changes. */
  #setPlaying(playing: boolean): void {
    this.#playing = playing;
    byId("play").dataset["t"] = playing ? "pause" : "play";
    byId("play").textContent = text(playing ? "pause" : "play");
  }

  /** Readers who prefer no motion step by hand. */
  #respectMotion(): void {
    if (this.#still.matches) {
      this.#pause();
      this.#moment = Infinity;
    }
    byId("play").hidden = this.#still.matches;
  }
}
