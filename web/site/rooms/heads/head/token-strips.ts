// The text of a head, twice: how much the chosen token gives to each, and how much each gives to it.
import { make, percent } from "../../../../show/index.js";
import { fill, filled, phrase } from "../../../kit/texts/index.js";

export interface StripMatrix {
  readonly values: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
}

export interface StripEvents {
  /** The token that is shown, and whether a reader chose it. */
  readonly chosen: (token: number, isChosen: boolean) => void;
  /** Hears which token is to be kept. The page then keeps one. */
  readonly locked?: ((token: number) => void) | undefined;
}

/** The keys of a strip's title and of its name for screen readers. */
interface StripTexts {
  readonly title: string;
  readonly label: string;
}

interface Strip {
  readonly root: HTMLElement;
  readonly tokens: HTMLElement;
}

/** The most tokens that are shown: a reader cannot look over more. */
const MOST = 2048;

export class TokenStrips {
  readonly root = make("div", { class: "strips" });
  readonly #events: StripEvents;
  #matrix: StripMatrix | undefined;
  #labels: readonly string[] = [];
  #locked: number | undefined;
  /** The token that is shown while readers choose none. */
  #first = 0;
  #strips: [HTMLElement, HTMLElement] = [make("p"), make("p")];

  constructor(events: StripEvents) {
    this.#events = events;
    const over = (event: Event): void => this.#choose(tokenAt(event));
    this.root.addEventListener("pointerover", over);
    this.root.addEventListener("focusin", over);
    this.root.addEventListener("pointerleave", () => this.rest());
    this.root.addEventListener("click", (event) => this.lock(tokenAt(event)));
    this.root.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** @param chosen the token that is kept; undefined to leave that to the reader */
  show(matrix: StripMatrix, chosen?: number): void {
    this.#matrix = matrix;
    if (chosen !== undefined) this.#locked = chosen;
    const { rows, columns, rowLabels } = matrix;
    this.root.hidden = rows !== columns || rows > MOST || rowLabels.length === 0;
    if (this.root.hidden) return;
    if (this.#labels !== rowLabels) this.#build(matrix);
    if (this.#locked !== undefined && this.#locked >= rows) this.#locked = undefined;
    this.#first = strongest(matrix);
    this.rest();
  }

  #build(matrix: StripMatrix): void {
    this.#labels = matrix.rowLabels;
    const gives = this.#strip(matrix, { title: "looks-at", label: "tokens-looked-at" });
    const gets = this.#strip(matrix, { title: "looked-at-by", label: "tokens-looking" });
    this.#strips = [gives.tokens, gets.tokens];
    this.root.replaceChildren(gives.root, gets.root);
  }

  /** Keeps a token chosen; the same token again lets it go. */
  lock(token: number | undefined): void {
    if (token === undefined) return;
    if (this.#events.locked !== undefined) return this.#events.locked(token);
    this.#locked = token === this.#locked ? undefined : token;
    this.#choose(token);
  }

  /** Shows the kept token again, or else the first. */
  rest(): void {
    this.#choose(undefined);
  }

  #strip({ rows, rowLabels }: StripMatrix, { title, label }: StripTexts): Strip {
    const tokens = Array.from({ length: rows }, (_, at) => {
      const button = make("button", { type: "button", tabindex: at === 0 ? 0 : -1, "data-at": at });
      button.textContent = rowLabels[at] ?? String(at + 1);
      return button;
    });
    const strip = make("p", { role: "group", "data-t-label": `heads.${label}` }, ...tokens);
    strip.setAttribute("aria-label", phrase(`heads.${label}`));
    const name = make("h3", {}, make("b"), " ", filled("span", `heads.${title}`));
    return { root: make("div", {}, name, strip), tokens: strip };
  }

  #choose(pointedAt: number | undefined): void {
    const matrix = this.#matrix;
    if (matrix === undefined || this.root.hidden) return;
    const wanted = pointedAt ?? this.#locked;
    const token = wanted ?? this.#first;
    const { rows, values, rowLabels } = matrix;
    this.#strips.forEach((strip, way) => {
      const at = (other: number): number => (way === 0 ? token * rows + other : other * rows + token);
      let most = 0;
      for (let other = 0; other < rows; other++) most = Math.max(most, values[at(other)]!);
      const title = strip.previousElementSibling!.firstElementChild!;
      fill(title, "heads.quoted", { token: rowLabels[token] ?? token + 1 });
      Array.from(strip.children as HTMLCollectionOf<HTMLElement>).forEach((button, other) => {
        const weight = values[at(other)]!;
        button.style.setProperty("--share", `${most > 0 && weight > 0 ? Math.round((40 * weight) / most) : 0}%`);
        button.title = percent(weight);
        button.toggleAttribute("data-chosen", other === token);
        button.setAttribute("aria-pressed", String(other === this.#locked));
      });
    });
    this.#events.chosen(token, wanted !== undefined);
  }

  #onKey(event: KeyboardEvent): void {
    const at = tokenAt(event);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (at === undefined || step === undefined) return;
    const strip = (event.target as HTMLElement).parentElement!;
    const next = strip.children[at + step] as HTMLElement | undefined;
    event.preventDefault();
    // The keys of the head are not for tokens.
    event.stopPropagation();
    if (next === undefined) return;
    strip.children[at]!.setAttribute("tabindex", "-1");
    next.tabIndex = 0;
    next.focus();
  }
}

/** The token that gives another one most. */
function strongest({ values, rows }: StripMatrix): number {
  let found = 0;
  let most = -Infinity;
  for (let at = 0; at < rows * rows; at++) {
    if (at % (rows + 1) === 0 || !(values[at]! > most)) continue;
    most = values[at]!;
    found = Math.floor(at / rows);
  }
  return found;
}

function tokenAt({ target }: Event): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
  return button === null ? undefined : Number(button.dataset["at"]);
}
