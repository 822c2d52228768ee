// Two settings side by side on one scale: A, the pinned one, B, the present one, and the difference B − A.
import type { AttentionMatrix, Domain } from "heed/element";
import type { Heed } from "heed";
import { byId } from "../../kit/index.js";
import { localised, roundUp } from "../../../show/index.js";
import { sameNumbers, settingOf, settled, SETTING_KEYS, type Setting, type State } from "../../rooms/state/index.js";
import { captionOf } from "./captions.js";
import { setHtml, text } from "./dom.js";
import { isPair, type Shown } from "./shown-matrices.js";
import { compute, type Computed } from "./compute.js";
import type { Store } from "./store.js";
import { describeToken } from "./matrix-row.js";
import { labelsOf, maskOf, pageMatrix, weightsEnd, type PageMatrix } from "./page-matrix.js";

const SIDES = ["a", "b", "difference"] as const;

export class Compare {
  readonly #store: Store;
  /** The pinned setting's numbers, kept as long as it is pinned. */
  #pinned: { readonly key: string; readonly computed: Computed } | undefined;

  constructor(store: Store) {
    this.#store = store;
    byId("pin").addEventListener("click", () => store.change({ ...store.state, pinned: settingOf(store.state) }));
    byId("unpin").addEventListener("click", () => {
      store.change({ ...store.state, pinned: null });
      byId("pin").focus();
    });
    byId("swap").addEventListener("click", () => this.#swap());
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=compared]")) {
      input.addEventListener("change", () => store.look({ compared: input.value as State["compared"] }));
    }
  }

  show(state: State, now: Computed, heed: Heed): void {
    const { pinned } = state;
    byId("pin").textContent = text(pinned === null ? "pin" : "pin-anew");
    for (const id of ["unpin", "swap", "pair"]) byId(id).hidden = pinned === null;
    for (const input of document.querySelectorAll<HTMLInputElement>("input[name=compared]"))
      input.checked = input.value === state.compared;
    if (pinned === null) return;
    const key = JSON.stringify([pinned, state.convention]);
    if (this.#pinned?.key !== key) this.#pinned = { key, computed: compute(heed, pinned, state.convention) };
    // Nothing in it was typed by a reader.
    setHtml(byId("differs"), differsText(pinned, state).replace(/_(\w+)/g, "<sub>$1</sub>"));
    this.#showPair(state, pinned, this.#pinned.computed, now);
  }

  #swap(): void {
    const { state } = this.#store;
    if (state.pinned !== null) this.#store.change(settled({ ...state, ...state.pinned, pinned: settingOf(state) }));
  }

  #showPair(state: State, pinned: Setting, before: Computed, now: Computed): void {
    const name: Shown = state.compared === "output" ? "mixed" : state.compared;
    const was: State = settled({ ...state, ...pinned });
    const [a, b] = [pageMatrix(before, name, was), pageMatrix(now, name, state)];
    const weights = name === "weights" && state.softmax && pinned.softmax;
    const domain: Domain = weights ? [0, weightsEnd(state, before, now)] : symmetric(largest(a, b));
    this.#set("a", a, was, before, name, { domain, kind: weights ? "weights" : "scores" });
    this.#set("b", b, state, now, name, { domain, kind: weights ? "weights" : "scores" });
    const same = a.shape.join() === b.shape.join();
    byId("difference").hidden = !same;
    byId("no-difference").textContent = same
      ? ""
      : text("no-difference", { a: a.shape.join(" × "), b: b.shape.join(" × ") });
    if (!same) return;
    const difference: PageMatrix = { data: b.data.map((value, at) => value - a.data[at]!), shape: b.shape };
    this.#set("difference", difference, state, now, name, { domain: symmetric(largest(difference)), kind: "scores" });
  }

  #set(
    side: (typeof SIDES)[number],
    shown: PageMatrix,
    state: State,
    computed: Computed,
    name: Shown,
    { domain, kind }: { domain: Domain; kind: "weights" | "scores" },
  ): void {
    const matrix = byId<AttentionMatrix>(side);
    const transposed = state.convention === "columns";
    const { tokens } = computed;
    matrix.kind = kind;
    matrix.view = isPair(name) && side !== "difference" ? state.view : "heatmap";
    [matrix.rowLabels, matrix.columnLabels] = labelsOf(state, tokens, name, shown);
    matrix.mask = isPair(name) && side !== "difference" ? maskOf(computed, transposed) : null;
    matrix.domain = domain;
    matrix.querySelector("[slot=caption]")!.innerHTML =
      side === "difference" ? "B − A" : `<b>${side.toUpperCase()}</b>: ${captionOf(state, name)}`;
    matrix.matrix = shown;
    describeToken(matrix, state.convention, Math.min(state.followed, tokens.length - 1));
  }
}

function largest(...matrices: readonly PageMatrix[]): number {
  return (
    matrices.reduce((most, { data }) => data.reduce((size, value) => Math.max(size, Math.abs(value)), most), 0) || 1
  );
}

function symmetric(size: number): Domain {
  const end = roundUp(size);
  return [-end, end];
}

const NAMED: Partial<Record<keyof Setting, string>> = {
  width: "d_model",
  dim: "d_k",
  valueDim: "d_v",
  x: "X",
  query: "W_Q",
  key: "W_K",
  value: "W_V",
  output: "W_O",
};

/** "B differs from A in: scale √d_k → none; causal off → on." */
function differsText(a: Setting, b: Setting): string {
  const on = (flag: boolean): string => text(flag ? "on" : "off");
  const changed = (key: string, from: string, to: string): string[] => [text(`differs-${key}`, { from, to })];
  const told = SETTING_KEYS.flatMap((key): string[] => {
    if (JSON.stringify(a[key]) === JSON.stringify(b[key])) return [];
    if (key === "text") return [text("differs-text")];
    if (key === "marks") return [];
    if (key === "scale") return changed(key, scaleName(a), scaleName(b));
    if (key === "heads") return changed(key, String(a.heads), String(b.heads));
    if (key === "softmax" || key === "causal" || key === "ahead" || key === "projected")
      return changed(key, on(a[key]), on(b[key]));
    const [from, to] = [a[key], b[key]];
    return typeof from === "number" && typeof to === "number" ? [`${NAMED[key]} ${from} → ${to}`] : [NAMED[key]!];
  });
  if (told.length === 0 || sameNumbers(a, b)) return text("same");
  return text("differs", { list: told.join("; ") });
}

function scaleName({ scale }: Setting): string {
  return typeof scale === "number"
    ? localised(String(scale))
    : { none: text("none"), "sqrt-dk": "√d_k", "sqrt-dmodel": "√d_model" }[scale];
}
