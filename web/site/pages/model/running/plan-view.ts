// Before a model opens: its size, the time that it takes, the way so far, and a way out.
import { byId } from "../../../kit/index.js";
import { clear, fill, type Given } from "../../../kit/texts/index.js";
import type { Words } from "./offers.js";
import type { Progress } from "./requests.js";

/** Below this a model opens without a question: it takes a blink. */
export const ASKED_FROM = 64e6;

export class PlanView {
  readonly #box = byId("plan");
  readonly #cancel = byId("plan-cancel");
  readonly #bar = byId<HTMLProgressElement>("plan-bar");
  #answer: ((opens: boolean) => void) | undefined;

  /** @param cancelled called when the reader cancels */
  constructor(cancelled: () => void) {
    byId("plan-open").addEventListener("click", () => this.#answer?.(true));
    this.#cancel.addEventListener("click", () => {
      this.#answer?.(false);
      cancelled();
    });
  }

  say(key: string, given: Given = {}): void {
    this.#box.hidden = false;
    byId("plan-open").hidden = this.#bar.hidden = true;
    fill(byId("plan-text"), key, given);
  }

  /** Whether the reader opens it. */
  async ask(question: Words, button: Words): Promise<boolean> {
    this.say(...question);
    fill(byId("plan-open"), ...button);
    byId("plan-open").hidden = false;
    byId("plan-open").focus();
    const opens = await new Promise<boolean>((answer) => (this.#answer = answer));
    this.#answer = undefined;
    if (opens) this.#cancel.focus();
    byId("plan-open").hidden = true;
    return opens;
  }

  show({ done, of }: Progress): void {
    this.#bar.hidden = false;
    this.#bar.max = Math.max(1, of);
    this.#bar.value = done;
  }

  /** Where nothing opened, a keyboard goes on where files are chosen. */
  passFocus(): void {
    const lost = [document.body, this.#cancel, byId("plan-open")].includes(document.activeElement as HTMLElement);
    const choosing = [byId("choose"), byId("choose-again")];
    if (lost) choosing.find((button) => button.getClientRects().length > 0)?.focus();
  }

  close(): void {
    this.#box.hidden = true;
    clear(byId("plan-text"));
  }
}
