// Parts of the page that a link hides, the task that it brings, and the form that makes such links.
import { byId, copyText, wholeLink } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { HIDEABLE, type Hideable, type State } from "../../rooms/state/index.js";
import { text } from "./dom.js";
import type { Store } from "./store.js";

export class HiddenParts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    const choice = (part: Hideable): HTMLElement =>
      make(
        "label",
        { class: "option" },
        make("input", { type: "checkbox", name: "keep", value: part, checked: true }),
        make("span", { "data-t": `part-${part}` }, text(`part-${part}`)),
      );
    byId("kept-parts").append(...HIDEABLE.map(choice));
    byId("copy-lab").addEventListener("click", () => void this.#copy());
    for (const id of ["kept-parts", "lab-task"]) byId(id).addEventListener("change", () => this.#aim());
    byId("maker").addEventListener("toggle", () => this.#aim());
    byId("show-all").addEventListener("click", () => {
      store.look({ hidden: [] });
      byId("reduced").hidden = true;
      byId("step-1").focus();
    });
  }

  show({ hidden, task }: State): void {
    for (const element of document.querySelectorAll<HTMLElement>("[data-part]"))
      element.toggleAttribute("data-left-out", hidden.includes(element.dataset["part"] as Hideable));
    for (const part of HIDEABLE) document.body.classList.toggle(`without-${part}`, hidden.includes(part));
    byId("reduced").hidden = hidden.length === 0;
    byId("lead").hidden = hidden.length > 0;
    byId("task").hidden = task === "";
    byId("task-text").textContent = task;
    byId("maker").hidden = hidden.length > 0;
    this.#aim();
  }

  /** The address of the lab. */
  #link(): string {
    const kept = new Set(
      Array.from(document.querySelectorAll<HTMLInputElement>("input[name=keep]:checked"), ({ value }) => value),
    );
    const hidden = HIDEABLE.filter((part) => !kept.has(part));
    const task = byId<HTMLTextAreaElement>("lab-task").value.trim();
    return this.#store.hashOf({ ...this.#store.state, hidden, task });
  }

  #aim(): void {
    if (byId<HTMLDetailsElement>("maker").open) byId<HTMLAnchorElement>("open-lab").href = this.#link();
  }

  async #copy(): Promise<void> {
    byId("lab-said").textContent = text((await copyText(wholeLink(this.#link()))) ? "lab-copied" : "lab-not-copied");
  }
}
