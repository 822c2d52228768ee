// Parts of the page that a link hides, and the form that makes such links.
import { copyText } from "../shared/index.js";
import { make } from "../../show/index.js";
import { encode, HIDEABLE, type Hideable, type State } from "../state/index.js";
import { byId } from "./dom.js";
import type { Store } from "./store.js";

const NAMED: Record<Hideable, string> = {
  text: "text and presets",
  options: "options",
  editing: "changing numbers",
  project: "step 1, project",
  score: "step 2, score",
  normalise: "step 3, normalise",
  mix: "step 4, mix",
  join: "joining the heads",
  gradients: "gradients",
  follow: "following one query",
  compare: "comparing two settings",
  inspector: "the inspector of a cell",
  export: "export",
  about: "notes at the end",
};

export class HiddenParts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    const choice = (part: Hideable): HTMLElement =>
      make(
        "label",
        { class: "option" },
        make("input", { type: "checkbox", name: "keep", value: part, checked: true }),
        NAMED[part],
      );
    byId("kept-parts").append(...HIDEABLE.map(choice));
    byId("copy-lab").addEventListener("click", () => void this.#copy());
    byId("kept-parts").addEventListener("change", () => this.#aim());
    byId("maker").addEventListener("toggle", () => this.#aim());
    byId("show-all").addEventListener("click", () => {
      store.look({ hidden: [] });
      byId("reduced").hidden = true;
      byId("step-1").focus();
    });
  }

  show({ hidden }: State): void {
    for (const element of document.querySelectorAll<HTMLElement>("[data-part]"))
      element.toggleAttribute("data-left-out", hidden.includes(element.dataset["part"] as Hideable));
    for (const part of HIDEABLE) document.body.classList.toggle(`without-${part}`, hidden.includes(part));
    byId("reduced").hidden = hidden.length === 0;
    byId("maker").hidden = hidden.length > 0;
    this.#aim();
  }

  /** The address of the lab. */
  #link(): string {
    const kept = new Set(
      Array.from(document.querySelectorAll<HTMLInputElement>("input[name=keep]:checked"), ({ value }) => value),
    );
    const hidden = HIDEABLE.filter((part) => !kept.has(part));
    return encode({ ...this.#store.state, hidden });
  }

  #aim(): void {
    if (byId<HTMLDetailsElement>("maker").open) byId<HTMLAnchorElement>("open-lab").href = this.#link();
  }

  async #copy(): Promise<void> {
    const link = `${location.href.replace(/#.*$/, "")}${this.#link()}`;
    byId("lab-said").textContent = (await copyText(link))
      ? "The lab’s link is on the clipboard."
      : "This browser did not let the link be copied. Open the lab, and copy its address.";
  }
}
