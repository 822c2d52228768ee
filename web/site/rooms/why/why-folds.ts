// Why this next token? Folds about it, closed until pressed: the lens, what brought it, where it is
// known, and the machine of the run.
import { byId } from "../../kit/index.js";
import { languageNow } from "../../kit/texts/index.js";
import { figureView, type Cell, type Computation, type View } from "../inspector/index.js";
import { isCellOf } from "../machine/index.js";
import { BroughtFold } from "./brought-fold.js";
import { KnownFold } from "./known-fold.js";
import type { FoldHost } from "./host.js";
import { LensFold } from "./lens-fold.js";
import { MachineFold } from "./machine-fold.js";
import type { AskableText } from "./requests.js";
import { FOLDS, type Fold, type WhyState } from "./state.js";
import "./texts/en.json";

export interface WhyHost {
  /** What the reader has chosen: the page keeps it, and shows the folds once more. */
  readonly change: (state: Partial<WhyState>) => void;
  /** Shows what a number is made of. */
  readonly inspect: (shown: View | Cell, computation: Computation | undefined, closed: () => void) => void;
}

export class WhyFolds {
  readonly #folds: Readonly<Record<Fold, LensFold | BroughtFold | KnownFold | MachineFold>>;
  readonly #change: WhyHost["change"];
  #state: WhyState | undefined;
  /** What each fold has drawn. */
  readonly #shown = new Map<Fold, { readonly text: AskableText | undefined; readonly state: string }>();
  #asked: { readonly text: AskableText | undefined; readonly at: number } | undefined;

  constructor({ change, inspect }: WhyHost) {
    this.#change = change;
    const openView = (figure: Parameters<typeof figureView>[0], closed: () => void): void =>
      inspect(figureView(figure, closed), undefined, closed);
    const host: FoldHost = {
      change,
      open: (figure) => {
        const opener = document.activeElement as HTMLElement | null;
        openView(figure, () => opener?.focus());
      },
      openNumber: (opened, back) => {
        if (isCellOf(opened)) inspect(opened[1], opened[0], back);
        else openView(() => opened, back);
      },
    };
    this.#folds = {
      ...{ lens: new LensFold(host), brought: new BroughtFold(host), known: new KnownFold(host) },
      machine: new MachineFold(host),
    };
    for (const name of FOLDS)
      byId(boxOf(name)).addEventListener("toggle", ({ target }) => {
        const { open } = target as HTMLDetailsElement;
        const folds = this.#state?.folds;
        if (folds === undefined || folds.includes(name) === open) return;
        change({ folds: FOLDS.filter((one) => (one === name ? open : folds.includes(one))) });
      });
  }

  /** @param text undefined where something else is open @param at the token whose next one is asked for */
  show(text: AskableText | undefined, at: number, given: WhyState): void {
    const state = (this.#state = this.#fitted(text, at, given));
    byId("why-next").hidden = text === undefined || text.says === "rows";
    for (const name of FOLDS) {
      const box = byId<HTMLDetailsElement>(boxOf(name));
      box.open = state.folds.includes(name);
      // While the model writes, the next text comes before an answer would.
      const isShown = text !== undefined && text.says !== "rows" && box.open;
      const shown = JSON.stringify([at, languageNow(), USED[name].map((field) => state[field])]);
      const isSame = isShown && text === this.#shown.get(name)?.text && shown === this.#shown.get(name)?.state;
      if (isSame || text?.passes) continue;
      this.#shown.set(name, { text: isShown ? text : undefined, state: shown });
      if (isShown) this.#folds[name].show(text, at, state);
      else this.#folds[name].leave();
    }
  }

  /** What was chosen for one token goes once another one is asked about. What a link has chosen is for the first. */
  #fitted(text: AskableText | undefined, at: number, state: WhyState): WhyState {
    const isOther = this.#asked?.text !== undefined && (text !== this.#asked.text || at !== this.#asked.at);
    this.#asked = { text, at };
    if (!isOther || (state.of ?? state.against ?? state.cell) === undefined) return state;
    queueMicrotask(() => this.#change(OF_A_TOKEN));
    return { ...state, ...OF_A_TOKEN };
  }
}

/** What each fold draws of the state. */
const USED: Readonly<Record<Fold, readonly (keyof WhyState)[]>> = {
  lens: ["follow", "cell"],
  brought: ["of", "against", "words"],
  known: [],
  machine: ["layer"],
};

const OF_A_TOKEN = { of: undefined, against: undefined, cell: undefined };

/** The machine itself has the shorter name. */
const boxOf = (name: Fold): string => (name === "machine" ? "machine-fold" : name);
