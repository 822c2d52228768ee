// Sliders, checkboxes, radio buttons, selects and text fields: their values to and from the state.
import { make } from "../../../show/index.js";

export type Control = HTMLInputElement | HTMLSelectElement;

/** How a slider's position relates to the number in the state. Without a mapping the two are equal. */
export interface Mapping {
  readonly toControl: (value: number) => number;
  readonly fromControl: (position: number) => number;
}

/** The slider moves along the powers of ten. */
export const POWERS_OF_TEN: Mapping = { toControl: Math.log10, fromControl: (position) => 10 ** position };
/** The slider moves along the powers of two. */
export const POWERS_OF_TWO: Mapping = { toControl: Math.log2, fromControl: (position) => 2 ** position };

/** @param old the value in the state; its type decides the type of the result */
export function valueOf(control: Control, old: unknown, mapping?: Mapping): unknown {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
  if (typeof old !== "number") return control.value;
  return mapping === undefined ? Number(control.value) : mapping.fromControl(Number(control.value));
}

export function showValue(control: Control, value: unknown, mapping?: Mapping): void {
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value as boolean;
  else if (control instanceof HTMLInputElement && control.type === "radio")
    control.checked = control.value === String(value);
  else control.value = String(typeof value === "number" && mapping !== undefined ? mapping.toControl(value) : value);
}

/** Puts buttons for one less and one more round each number field of a `div.stepper`. */
export function addSteppers(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(".stepper input[type=number]")) {
    const button = (sign: string, label: string, step: () => void): HTMLButtonElement => {
      const made = make("button", { type: "button", "data-t-label": label }, sign);
      made.addEventListener("click", () => {
        step();
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return made;
    };
    field.before(button("−", "frame.less", () => field.stepDown()));
    field.after(button("+", "frame.more", () => field.stepUp()));
  }
}

/** A radio button with its label. */
export function radio(name: string, value: number, label: HTMLElement): HTMLLabelElement {
  return make("label", {}, make("input", { type: "radio", name, value }), label);
}
