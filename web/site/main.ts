// The page: numbers in, the core's results out, nothing in between.
import { load, type Heed } from "heed";
import "heed/element";
import { percent } from "../element/digits.js";
import { Announcer } from "./announce.js";
import { compute, type Computed } from "./compute.js";
import { MatrixEditor } from "./editor.js";
import { EXAMPLE, FOLLOWED, TOKENS, type Numbers, type NumbersName } from "./example.js";
import { Follow } from "./follow.js";
import { Strip, type Lights } from "./strip.js";

const NAMES = ["x", "query", "key", "value"] as const;
const DIMENSIONS = ["dimension 1", "dimension 2", "dimension 3"];

class Page {
  #numbers: Numbers = EXAMPLE;
  #row = FOLLOWED;
  #computed: Computed | undefined;
  #heed: Heed | undefined;
  readonly #announcer = new Announcer(byId("announcements"));
  readonly #follow = new Follow(byId("follow"));
  readonly #editors: Record<NumbersName, MatrixEditor> = {
    x: this.#editor("x", "X", TOKENS, true),
    query: this.#editor("query", "W q", DIMENSIONS, false),
    key: this.#editor("key", "W k", DIMENSIONS, false),
    value: this.#editor("value", "W v", DIMENSIONS, false),
  };
  readonly #strip = new Strip(
    document,
    (lights) => this.#light(lights),
    // A row of K or V belongs to the token that is asked, not to the one that asks.
    (name, { row }) => name !== "k" && name !== "v" && this.#followRow(row),
  );

  constructor() {
    byId("reset").addEventListener("click", () => this.#reset());
    const stretch = byId("stretch") as HTMLInputElement;
    stretch.addEventListener("change", () => this.#strip.stretch(stretch.checked));
    this.#strip.stretch(stretch.checked);
    byId("queries").addEventListener("change", (event) => this.#followRow(Number((event.target as HTMLInputElement).value)));
    this.#followRow(this.#row);
  }

  async start(): Promise<void> {
    byId("engine").textContent = "Starting the core …";
    try {
      this.#heed = await load();
    } catch (error) {
      byId("engine").textContent = `Nothing can be computed here. ${(error as Error).message}`;
      return;
    }
    byId("engine").textContent = `Computed in this tab by heed’s WebAssembly core, flavour ${this.#heed.flavour}. Nothing leaves this browser.`;
    this.#update();
  }

  #editor(name: NumbersName, spoken: string, rowLabels: readonly string[], showRowLabels: boolean): MatrixEditor {
    const onChange = (rows: Numbers[NumbersName]): void => {
      this.#numbers = { ...this.#numbers, [name]: rows };
      this.#update();
      this.#announce();
    };
    const columnNoun = name === "x" ? "dimension" : "column";
    return new MatrixEditor(byId(`edit-${name}`), { name: spoken, rowLabels, columnNoun, rows: EXAMPLE[name], showRowLabels, onChange });
  }

  #update(): void {
    if (this.#heed === undefined) return;
    this.#computed = compute(this.#heed, this.#numbers);
    this.#strip.show(this.#computed);
    this.#follow.show(this.#computed, this.#row);
  }

  #reset(): void {
    this.#numbers = EXAMPLE;
    for (const name of NAMES) this.#editors[name].set(EXAMPLE[name]);
    this.#update();
    this.#announcer.say("The numbers of the example are back.");
  }

  #followRow(row: number): void {
    this.#row = row;
    this.#strip.follow(row);
    this.#editors.x.choose(row);
    document.querySelector<HTMLInputElement>(`#queries input[value="${row}"]`)!.checked = true;
    if (this.#computed !== undefined) this.#follow.show(this.#computed, row);
  }

  #light(lights: Lights): void {
    this.#strip.light(lights);
    for (const name of NAMES) this.#editors[name].mark(lights[name] ?? {});
  }

  #announce(): void {
    if (this.#computed === undefined) return;
    const weights = this.#computed.weights.data.subarray(this.#row * TOKENS.length, (this.#row + 1) * TOKENS.length);
    const most = weights.indexOf(Math.max(...weights));
    this.#announcer.say(`Computed again. “${TOKENS[this.#row]}” now gives most, ${percent(weights[most]!)}, to “${TOKENS[most]}”.`);
  }
}

function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}

void new Page().start();
