// The controls: each shows a part of the state, and changes it.
import {
  clampedInteger,
  headOfSetting,
  LIMITS,
  sizesOf,
  withLook,
  withProjections,
  withSize,
  withSource,
  type Learned,
  type Size,
  type State,
} from "../../rooms/state/index.js";
import { fittingHead } from "./learned.js";
import { localised } from "../../../show/index.js";
import { byId, readNumber } from "../../kit/index.js";
import { setHtml, text } from "./dom.js";
import type { Store } from "./store.js";

type Show = (state: State) => void;

/** A window with room for the settings and the first matrices. */
const ROOMY = "(min-width: 75rem)";

export class Options {
  readonly #store: Store;
  readonly #shows: Show[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.#flag(
      "softmax",
      ({ softmax }) => softmax,
      (state, softmax) => ({ ...state, softmax }),
    );
    this.#flag(
      "causal",
      ({ causal }) => causal,
      (state, causal) => ({ ...state, causal }),
    );
    this.#flag(
      "ahead",
      ({ ahead }) => ahead,
      (state, ahead) => ({ ...state, ahead }),
    );
    this.#flag("projected", ({ projected }) => projected, withProjections);
    this.#flag(
      "joined",
      ({ output }) => output !== null,
      (state, joined) => {
        const source = fittingHead(state, "output") ?? ({ from: "random", seed: 1 } as const);
        return withSource(state, "output", joined ? source : null);
      },
    );
    this.#flag(
      "gradients-on",
      ({ gradients }) => gradients,
      (state, gradients) => ({ ...state, gradients }),
    );
    this.#radios(
      "heads",
      ({ heads }) => String(heads),
      (value) => store.change(withSize(store.state, "heads", Number(value))),
    );
    this.#radios(
      "look",
      (state) => headOfSetting(state)?.look ?? "",
      (value) => store.change(withLook(store.state, value as Learned["look"])),
    );
    this.#radios(
      "turn",
      ({ convention }) => convention,
      (value) => store.look({ convention: value as State["convention"] }),
    );
    this.#radios(
      "view",
      ({ view }) => view,
      (value) => store.look({ view: value as State["view"] }),
    );
    this.#radios(
      "head",
      ({ head }) => String(head),
      (value) => store.look({ head: Number(value) }),
    );
    this.#look("stretch");
    this.#scale();
    for (const name of ["width", "dim", "valueDim"] as const) this.#size(name);
    this.#fold();
  }

  show(state: State): void {
    for (const show of this.#shows) show(state);
    byId("head-choice").hidden = state.heads === 1;
    byId("joining").hidden = !state.projected;
    for (const name of ["dim", "valueDim"]) byId<HTMLInputElement>(name).disabled = !state.projected;
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=heads]"))
      input.disabled = !state.projected && input.value !== "1";
    document
      .querySelectorAll<HTMLInputElement>("input[name=head]")
      .forEach((input, at) => (input.closest("label")!.hidden = at >= state.heads));
    byId("join").hidden = state.hidden.includes("join") || (state.heads === 1 && state.output === null);
    // Without W_O it would repeat the joined heads.
    byId("output").hidden = state.output === null;
  }

  /** The settings are behind a button that says what they are. A lab that keeps them shows them in a wide window. */
  #fold(): void {
    const button = byId("settings");
    const unfold = (open: boolean): void => {
      button.setAttribute("aria-expanded", String(open));
      byId("options").toggleAttribute("data-folded", !open);
    };
    button.addEventListener("click", () => unfold(button.getAttribute("aria-expanded") === "false"));
    unfold(this.#store.state.hidden.length > 0 && matchMedia(ROOMY).matches);
    this.#shows.push((state) => setHtml(byId("settings-now"), settingsText(state)));
  }

  /** Whether the colours of the weights go up to the largest: it may depend on the weights. */
  set stretched(stretched: boolean) {
    byId<HTMLInputElement>("stretch").checked = stretched;
  }

  #flag(id: string, read: (state: State) => boolean, write: (state: State, on: boolean) => State): void {
    const input = byId<HTMLInputElement>(id);
    input.addEventListener("change", () => this.#store.change(write(this.#store.state, input.checked)));
    this.#shows.push((state) => (input.checked = read(state)));
  }

  #look(id: string): void {
    const input = byId<HTMLInputElement>(id);
    input.addEventListener("change", () => this.#store.look({ stretched: input.checked }));
    this.#shows.push(({ softmax }) => (input.disabled = !softmax));
  }

  #radios(name: string, read: (state: State) => string, choose: (value: string) => void): void {
    const inputs = Array.from(document.querySelectorAll<HTMLInputElement>(`input[type=radio][name=${name}]`));
    for (const input of inputs) input.addEventListener("change", () => choose(input.value));
    this.#shows.push((state) => {
      for (const input of inputs) input.checked = input.value === read(state);
    });
  }

  /** none, √d_k, √d_model, or a factor of one's own. */
  #scale(): void {
    const factor = byId<HTMLInputElement>("factor");
    const own = (): number | undefined => readNumber(factor.value).value;
    const tell = (problem = ""): void => {
      byId("factor-problem").textContent = problem;
      if (problem === "") factor.removeAttribute("aria-invalid");
      else factor.setAttribute("aria-invalid", "true");
    };
    this.#radios(
      "scale",
      ({ scale }) => (typeof scale === "number" ? "own" : scale),
      (value) =>
        this.#store.change({ ...this.#store.state, scale: value === "own" ? (own() ?? 1) : (value as "none") }),
    );
    factor.addEventListener("input", () => {
      const { value, problem } = readNumber(factor.value);
      tell(problem);
      if (value !== undefined) this.#store.change({ ...this.#store.state, scale: value }, "scale");
    });
    factor.addEventListener("blur", () => this.#store.endGroup());
    this.#shows.push(({ scale }) => {
      const value = typeof scale === "number" ? scale : (own() ?? 1);
      if (document.activeElement !== factor || own() !== value) factor.value = localised(String(value));
      tell();
    });
  }

  #size(name: Exclude<Size, "heads">): void {
    const input = byId<HTMLInputElement>(name);
    const highest = name === "width" ? LIMITS.width : LIMITS.dim;
    input.addEventListener("change", () => {
      const size =
        input.value === "" || !Number.isFinite(Number(input.value))
          ? this.#store.state[name]
          : clampedInteger(Number(input.value), 1, highest);
      this.#store.change(withSize(this.#store.state, name, size));
      input.value = String(this.#store.state[name]);
    });
    this.#shows.push((state) => (input.value = String(name === "width" ? state.width : sizesOf(state)[name])));
  }
}

/** As HTML: "÷ √d_k, softmax, causal, 2 heads" */
function settingsText({ scale, softmax, causal, ahead, heads, projected }: State): string {
  const scaled = { "sqrt-dk": "÷ √d<sub>k</sub>", "sqrt-dmodel": "÷ √d<sub>model</sub>", none: text("now-no-scale") };
  return [
    typeof scale === "number" ? text("now-factor", { factor: scale }) : scaled[scale],
    text(softmax ? "now-softmax" : "now-no-softmax"),
    ...(causal ? [text("now-causal")] : []),
    ...(ahead ? [text("now-ahead")] : []),
    !projected ? text("now-no-weights") : text("now-heads", { heads }),
  ].join(", ");
}
