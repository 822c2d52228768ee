// The heads on one held-out line at a kept step: a row of each picture is a letter, a column a letter that it sees.
import { byId } from "../../kit/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { digits, make, onThemeChange, percent, rampOf, themeNow } from "../../../show/index.js";
import { ExportMenu, type LabelledMatrix } from "../../rooms/export/index.js";
import type { HeadFacts, Look, Seen, Settings } from "./plan.js";
import { signOf } from "./signs.js";

/** From this share on, a head has a name. */
const NAMED = 0.5;

export class HeadsView {
  readonly #scrub = byId<HTMLInputElement>("scrub");
  readonly #menu = new ExportMenu(byId("export"), {
    matrices: () => (this.#shown === undefined ? [] : this.#labelled(this.#shown)),
    about: () => ({ options: { ...this.#settings, ...this.look }, versions: { heed: __HEED_VERSION__ } }),
  });
  #kept: Seen[] = [];
  #settings: Settings | undefined;
  #line: readonly string[] = [];
  #canvases: HTMLCanvasElement[] = [];
  #facts: HTMLElement[] = [];
  #boxes: HTMLInputElement[] = [];
  #shown: Seen | undefined;
  #follows = true;
  #asked = 0;

  /** @param see computes a kept step with heads switched off */
  constructor(private readonly see: (look: Look) => Promise<Seen>) {
    this.#scrub.addEventListener("input", () => {
      this.#follows = Number(this.#scrub.value) === this.#kept.length - 1;
      this.#draw(this.#kept[Number(this.#scrub.value)]!);
      void this.again();
    });
    onThemeChange(() => this.#shown && this.#paint(this.#shown));
  }

  /** What is shown: a kept step, with these heads off. */
  get look(): Look {
    return { step: this.#kept[Number(this.#scrub.value)]?.step ?? 0, off: this.#off };
  }

  get #off(): number[] {
    return this.#boxes.flatMap((box, head) => (box.checked ? [head] : []));
  }

  begin(settings: Settings, line: readonly string[]): void {
    this.#settings = settings;
    this.#line = line;
    this.#kept = [];
    this.#follows = true;
    this.#shown = undefined;
    const all = settings.layers * settings.heads;
    this.#canvases = Array.from({ length: all }, () => make("canvas", { role: "img" }));
    this.#facts = Array.from({ length: all }, () => make("p", { class: "facts" }));
    this.#boxes = Array.from({ length: all }, () => make("input", { type: "checkbox" }));
    byId("heads").replaceChildren(
      ...this.#canvases.map((canvas, head) => {
        const words = make("span");
        fill(words, "off");
        const label = make("label", {}, this.#boxes[head]!, words);
        this.#boxes[head]!.addEventListener("change", () => void this.again());
        return make("figure", {}, make("figcaption", {}, nameOf(head, settings)), canvas, this.#facts[head]!, label);
      }),
    );
    byId("line").textContent = line.join("").replaceAll("\n", "↵");
    byId("off-says").replaceChildren();
  }

  add(seen: Seen): void {
    this.#kept.push(seen);
    this.#scrub.max = String(this.#kept.length - 1);
    if (!this.#follows) return;
    this.#scrub.value = this.#scrub.max;
    this.#draw(seen);
  }

  /** Goes to a kept step. */
  show(step: number): void {
    const at = this.#kept.findIndex((seen) => seen.step === step);
    this.#scrub.value = String(at);
    this.#draw(this.#kept[at]!);
  }

  /** Computes anew what is shown, where heads are off or the weights are others. */
  async again(): Promise<void> {
    const asked = ++this.#asked;
    const all = this.#kept[Number(this.#scrub.value)];
    if (all === undefined) return;
    const off = this.#off;
    const seen = await this.see(this.look);
    if (asked !== this.#asked) return;
    this.#draw(seen);
    const figures = () => ({ all: digits(all.heldOut, 3), loss: digits(seen.heldOut, 3), count: off.length });
    if (off.length > 0) fill(byId("off-says"), "off-costs", figures);
    else byId("off-says").replaceChildren();
  }

  translate(): void {
    if (this.#shown) this.#draw(this.#shown);
    this.#menu.showNames();
  }

  /** Each head on the held-out line. A saved page holds all of them. */
  #labelled({ step, weights }: Seen): LabelledMatrix[] {
    const { layers, heads, tokens } = this.#settings!;
    const cells = tokens * tokens;
    const letters = this.#line.map(signOf);
    const mask = Uint8Array.from({ length: cells }, (_, at) => Number(at % tokens <= Math.floor(at / tokens)));
    return Array.from({ length: layers * heads }, (_, at) => ({
      name: `step${step}-layer${Math.floor(at / heads)}`,
      title: phrase("head-at-step", { head: nameOf(at, this.#settings!), step }),
      kind: "weights",
      data: weights.subarray(at * cells, (at + 1) * cells),
      rows: tokens,
      columns: tokens,
      rowLabels: letters,
      columnLabels: letters,
      mask,
      head: at % heads,
      among: { matrix: { data: weights, shape: [layers, heads, tokens, tokens] }, at },
      source: phrase("computed-here"),
      tokens: [this.#line.join("").replaceAll("\n", "↵")],
    }));
  }

  #draw(seen: Seen): void {
    this.#shown = seen;
    byId("shown-step").textContent = digits(seen.step, 0);
    this.#scrub.setAttribute("aria-valuetext", phrase("step-of", { step: seen.step }));
    byId("sample").textContent = seen.sample;
    for (const [head, facts] of seen.heads.entries()) {
      fill(this.#facts[head]!, sortOf(facts), () => ({
        before: percent(facts.before),
        two: percent(facts.twoBefore),
        even: digits(facts.evenness, 2),
      }));
      this.#canvases[head]!.setAttribute("aria-label", this.#facts[head]!.textContent!);
    }
    this.#paint(seen);
  }

  #paint({ weights }: Seen): void {
    const { tokens } = this.#settings!;
    const ramp = rampOf("sequential", themeNow(null));
    const last = ramp.length / 3 - 1;
    for (const [head, canvas] of this.#canvases.entries()) {
      [canvas.width, canvas.height] = [tokens, tokens];
      const context = canvas.getContext("2d")!;
      const image = context.createImageData(tokens, tokens);
      for (let i = 0; i < tokens; i++)
        for (let j = 0; j <= i; j++) {
          const colour = 3 * Math.round(last * weights[(head * tokens + i) * tokens + j]!);
          image.data.set([ramp[colour]!, ramp[colour + 1]!, ramp[colour + 2]!, 255], 4 * (i * tokens + j));
        }
      context.putImageData(image, 0, 0);
    }
  }
}

/** Layer and head, from 0. */
function nameOf(head: number, { heads }: Settings): string {
  return `L${Math.floor(head / heads)} H${head % heads}`;
}

function sortOf({ before, twoBefore, evenness }: HeadFacts): string {
  if (before >= NAMED) return "head-before";
  if (twoBefore >= NAMED) return "head-two";
  return evenness > 0.95 ? "head-even" : "head-other";
}
