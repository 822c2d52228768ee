// The letters in a plane: those that the model treats alike stand near each other.
import { byId, Latest } from "../../kit/index.js";
import { clear, fill } from "../../kit/texts/index.js";
import { svg } from "../../../show/index.js";
import type { Moment, Placed } from "./messages.js";
import { signOf } from "./signs.js";

const [WIDTH, HEIGHT, EDGE] = [400, 240, 14];
const VOWELS = "aeiouäöüáéíóúàèìòùâêîôû";

type Kind = "vowel" | "capital" | "other";

function kindOf(letter: string): Kind {
  if (VOWELS.includes(letter)) return "vowel";
  return letter !== letter.toLowerCase() ? "capital" : "other";
}

export class NearView {
  readonly #latest = new Latest();

  constructor(private readonly ask: (moment: Moment, signal: AbortSignal) => Promise<readonly Placed[] | undefined>) {}

  async show(moment: Moment): Promise<void> {
    const placed = await this.ask(moment, this.#latest.begin());
    if (placed === undefined) return;
    const [xs, ys] = [placed.map(({ x }) => x), placed.map(({ y }) => y)];
    const scaled = (value: number, all: readonly number[], size: number): number => {
      const [least, most] = [Math.min(...all), Math.max(...all)];
      return EDGE + ((size - 2 * EDGE) * (value - least)) / (most - least || 1);
    };
    const drawing = byId<SVGSVGElement>("near");
    drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    drawing.replaceChildren(
      ...placed.map(({ letter, x, y }) => {
        const text = svg("text", { class: kindOf(letter), x: scaled(x, xs, WIDTH), y: scaled(y, ys, HEIGHT) });
        text.textContent = signOf(letter);
        return text;
      }),
    );
    byId("near-part").hidden = placed.length < 3;
    for (const kind of ["vowel", "capital"] as const) tellOf(kind, placed, moment.step);
  }

  hide(): void {
    this.#latest.end();
    byId("near-part").hidden = true;
  }
}

/** How many letters of a kind stand beside their like. Of a script without them there is nothing to say. */
function tellOf(kind: "vowel" | "capital", placed: readonly Placed[], step: number): void {
  const own = placed.filter(({ letter }) => kindOf(letter) === kind);
  const near = own.filter(({ nearest }) => kindOf(nearest) === kind).length;
  const place = byId(`near-${kind}s`);
  if (own.length < 2) clear(place);
  else fill(place, `near-${kind}s`, { step, all: own.length, near });
}
