// Text that the model writes, letter by letter, with what else could have followed.
import { byId } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { make, percent } from "../../../show/index.js";
import { RARE, type Opened, type Written } from "./messages.js";
import { numberOf } from "./settings.js";
import { signOf } from "./signs.js";

const LETTERS = 240;
/** How the letters are called that show nothing. */
const NAMES: Readonly<Record<string, string>> = { " ": "space", "\n": "line-end", "\t": "tab" };

interface Request {
  readonly prompt: string;
  readonly temperature: number;
  readonly seed: number;
  readonly count: number;
}

/** The number of a field as it counts, which the field shows then. */
function taken(id: string, as: (value: number) => number): number {
  const field = byId<HTMLInputElement>(id);
  const value = as(numberOf(field, Number(field.defaultValue)));
  field.value = String(value);
  return value;
}

export class WriteView {
  readonly #out = byId("written");
  #opened: Opened | undefined;
  #written: readonly Written[] = [];
  #picked: string | undefined;

  /** @param picked is told which letter was chosen; undefined where none is */
  constructor(
    private readonly ask: (request: Request) => Promise<readonly Written[] | undefined>,
    private readonly picked: (at: number | undefined) => void,
  ) {
    byId("write").addEventListener("click", () => void this.#write());
    // One stop of the Tab key; arrows go from letter to letter.
    this.#out.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const letters = Array.from(this.#out.querySelectorAll<HTMLElement>("button"));
      const next = step && letters[letters.indexOf(document.activeElement as HTMLElement) + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    });
    this.#out.addEventListener("focusin", ({ target }) => this.#tell(target as HTMLElement));
    this.#out.addEventListener("click", ({ target }) => this.#tell(target as HTMLElement));
  }

  begin(opened: Opened): void {
    const { letters } = (this.#opened = opened);
    const prompt = byId<HTMLInputElement>("prompt");
    if (prompt.value === "") prompt.value = letters.includes("T") ? "The " : letters[0]!;
    this.#written = [];
    this.#out.replaceChildren();
    clear(byId("likeliest"));
    this.picked(undefined);
  }

  /** What the model reads of a prompt; where it knows none of its letters, the first held-out letter. */
  #read(prompt: string): string {
    const { letters, rare, line } = this.#opened!;
    const unknown = rare > 0 ? RARE : "";
    return Array.from(prompt, (one) => (letters.includes(one) ? one : unknown)).join("") || line[0]!;
  }

  async #write(): Promise<void> {
    const prompt = this.#read(byId<HTMLInputElement>("prompt").value);
    const temperature = taken("temperature", Number);
    const seed = taken("write-seed", Math.round);
    const written = await this.ask({ prompt, temperature, seed, count: LETTERS });
    if (written === undefined) return;
    this.#written = written;
    const buttons = this.#written.map(({ letter }, at) => {
      const named = NAMES[letter];
      const name = named === undefined ? {} : { "aria-label": phrase(named) };
      const look = { type: "button", "data-at": at, tabindex: at === 0 ? 0 : -1, ...name };
      return make("button", look, letter === "\n" ? "↵" : letter);
    });
    this.#out.replaceChildren(make("span", { class: "prompt" }, prompt.replaceAll("\n", "↵")), ...buttons);
    fill(byId("likeliest"), "pick-a-letter");
    this.#picked = undefined;
    this.picked(undefined);
  }

  #tell(target: HTMLElement): void {
    const at = target.dataset.at;
    if (at === undefined) return;
    for (const letter of this.#out.querySelectorAll("button")) {
      letter.tabIndex = letter === target ? 0 : -1;
      letter.toggleAttribute("aria-current", letter === target);
    }
    if (at === this.#picked) return;
    this.#picked = at;
    this.picked(Number(at));
    const { letter, likeliest } = this.#written[Number(at)]!;
    fill(byId("likeliest"), "likeliest", () => ({
      letter: signOf(letter),
      list: likeliest.map(([one, share]) => `${signOf(one)} ${percent(share)}`).join(", "),
    }));
  }
}
