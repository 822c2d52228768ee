// The head that is shown, opened for the token that is followed: the machine's figure of the numbers of this page.
import { tensor } from "heed";
import { byId } from "../../kit/index.js";
import { inTurn } from "../../../show/index.js";
import { HeadFigure, type MachineRun, type OpenNumber } from "../../rooms/machine/index.js";
import { headOfSetting, sizesOf, type State } from "../../rooms/state/index.js";
import type { Computed } from "./compute.js";
import { text } from "./dom.js";
import { WIDE } from "./page-matrix.js";

/** A link that leaves out one of these leaves out the figure, which shows them all. */
const PARTS = ["project", "score", "normalise", "mix", "inspector"] as const;

export class OpenedHead {
  readonly #place = byId("opened-head").parentElement!;
  readonly #figure: HeadFigure;

  constructor(open: OpenNumber) {
    this.#figure = new HeadFigure(byId("opened-head"), open);
  }

  show(state: State, computed: Computed): void {
    // Weights that are no shares have no bars, and the walk through the steps has yet to come to its shares.
    const isWhole = !PARTS.some((part) => state.hidden.includes(part));
    const isShown = state.softmax && state.step === 0 && isWhole;
    this.#place.hidden = !isShown;
    if (!isShown) return;
    this.#stand(state);
    // The second of two looks has the colour of all that is not learned, too.
    const layer = headOfSetting(state)?.look === "first" ? 0 : 1;
    const at = { layer, head: Math.min(state.head, computed.heads - 1) };
    const line = Math.min(state.followed, computed.tokens.length - 1);
    inTurn(this, () => this.#figure.show(runOf(state, computed), at, line, "numbers"));
  }

  /** Wide matrices are pictures, so a reader wants these numbers first. Narrow ones have theirs in their cells. */
  #stand(state: State): void {
    const { dim, valueDim } = sizesOf(state);
    const isWide = Math.max(state.width, dim, valueDim) > WIDE;
    const steps = byId("steps");
    if (isWide !== (this.#place.nextElementSibling === steps)) steps[isWide ? "before" : "after"](this.#place);
  }
}

/** One look of all tokens, as a run of two layers: only the head that is open is drawn. */
function runOf(state: State, computed: Computed): MachineRun {
  const all = [0, computed.tokens.length] as const;
  const title = headOfSetting(state) === undefined ? { title: text("attention") } : {};
  const layer = { lines: all, seen: all, heads: computed.heads, net: false, ...title };
  return {
    words: computed.tokens,
    layers: [layer, layer],
    says: "means",
    rows: () => computed.x,
    look: () => computed,
    net: () => tensor([[0]]),
    shares: () => [],
  };
}
