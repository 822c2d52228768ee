// The buttons above the matrices: undo, redo, reset and export. It also says what was wrong with the link.
import { byId } from "../../kit/index.js";
import { ExportMenu, type LabelledMatrix } from "../../rooms/export/index.js";
import { showsGradients } from "../../rooms/state/index.js";
import { plainCaption } from "./captions.js";
import { text } from "./dom.js";
import { lossName } from "./gradient-captions.js";
import { GRADIENTS, isGradient, isPair, isWhole, SHOWN, type Shown } from "./shown-matrices.js";
import type { Computed } from "./compute.js";
import type { Store } from "./store.js";
import { kindOf, labelsOf, maskOf, pageMatrix, weightsEnd } from "./page-matrix.js";

export class Actions {
  readonly #store: Store;
  readonly #computed: () => Computed | undefined;
  readonly #export: ExportMenu;

  constructor(store: Store, computed: () => Computed | undefined) {
    this.#store = store;
    this.#computed = computed;
    byId("undo").addEventListener("click", () => store.undo());
    byId("redo").addEventListener("click", () => store.redo());
    byId("reset").addEventListener("click", () => store.reset());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.#export = new ExportMenu(byId("export"), {
      matrices: () => this.#matrices(),
      about: () => this.#about(),
      link: () => store.link,
    });
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    this.#export.showNames();
  }

  /** Once the numbers are computed. */
  showMatrices(): void {
    this.#export.update();
  }

  show(): void {
    byId("undo").setAttribute("aria-disabled", String(!this.#store.canUndo));
    byId("redo").setAttribute("aria-disabled", String(!this.#store.canRedo));
    const { problems } = this.#store;
    byId("link-problem").textContent =
      problems.length > 3
        ? `${problems.slice(0, 3).join(" ")} ${text("and-more-problems", { more: problems.length - 3 })}`
        : problems.join(" ");
  }

  /** In a text field these keys belong to the field. */
  #onKey(event: KeyboardEvent): void {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.composedPath()[0] instanceof HTMLTextAreaElement ||
      event.composedPath()[0] instanceof HTMLInputElement
    )
      return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) this.#store.undo();
    else if ((key === "z" && event.shiftKey) || key === "y") this.#store.redo();
    else return;
    event.preventDefault();
  }

  /** What is shown, the weights first. */
  #matrices(): LabelledMatrix[] {
    const computed = this.#computed();
    if (computed === undefined) return [];
    const { state } = this.#store;
    const names = SHOWN.filter(
      (name) => (name !== "joined" || state.heads > 1) && (name !== "output" || state.output !== null),
    );
    const gradients = GRADIENTS.filter((name) => computed.kept[name] !== undefined);
    return (["weights", ...names.filter((name) => name !== "weights"), ...gradients] as Shown[]).map((name) =>
      this.#labelled(computed, name),
    );
  }

  #labelled(computed: Computed, name: Shown): LabelledMatrix {
    const { state } = this.#store;
    const matrix = pageMatrix(computed, name, state);
    const { data, shape } = matrix;
    const transposed = state.convention === "columns";
    const [rowLabels, columnLabels] = labelsOf(state, computed.tokens, name, matrix);
    const kind = isPair(name) || isGradient(name) ? kindOf(state, name) : "vectors";
    return {
      name,
      title: plainCaption(state, name),
      kind,
      data,
      rows: shape[0],
      columns: shape[1],
      rowLabels,
      columnLabels,
      domain: name === "weights" && state.softmax ? [0, weightsEnd(state, computed)] : undefined,
      mask: isPair(name) ? (maskOf(computed, transposed) ?? undefined) : undefined,
      head: state.heads > 1 && name !== "joined" && !isWhole(name) ? state.head : undefined,
      tokens: computed.tokens,
    };
  }

  #about(): { options: Record<string, unknown>; versions: Record<string, string> } {
    const { state } = this.#store;
    const { scale, softmax, causal, ahead, heads, projected } = state;
    const loss = showsGradients(state) ? { loss: lossName(state) } : {};
    return {
      options: {
        scale,
        normalize: softmax ? "softmax" : "none",
        causal,
        ahead,
        heads,
        projections: projected,
        ...loss,
      },
      versions: { heed: __HEED_VERSION__ },
    };
  }
}
