// The machine: the run of the followed token as lines, heads and nets, with numbers that open.
import { byId, Latest } from "../../kit/index.js";
import { clear, fill, languageNow, phrase } from "../../kit/texts/index.js";
import { fillSelect } from "../heads/index.js";
import { Machine, sizesOf, type HeadPlace, type MachineRun } from "../machine/index.js";
import type { FoldHost } from "./host.js";
import { headName, layerName } from "./parts.js";
import type { AskableText, MachineParts } from "./requests.js";
import { LAYERS, layersFrom } from "./shown.js";
import type { WhyState } from "./state.js";

export class MachineFold {
  readonly #host: FoldHost;
  readonly #layer = byId<HTMLSelectElement>("machine-layer");
  #machine: Machine | undefined;
  #text: AskableText | undefined;
  #asked = "";
  readonly #latest = new Latest();

  constructor(host: FoldHost) {
    this.#host = host;
    this.#layer.addEventListener("change", () => host.change({ layer: Number(this.#layer.value) }));
  }

  show(text: AskableText, at: number, { layer }: WhyState): void {
    const { layers } = text.facts;
    const [first, count] = layersFrom(layer, layers);
    this.#fillLayers(layers, first);
    const asked = JSON.stringify([at, first, languageNow()]);
    if (text === this.#text && asked === this.#asked) return;
    [this.#text, this.#asked] = [text, asked];
    void this.#latest.quietly(
      (signal) => this.#draw(text, at, [first, count], signal),
      ({ message }) => {
        byId("machine").hidden = true;
        fill(byId("machine-problem"), "why.problem", { problem: message });
      },
    );
  }

  /** What is computed is not wanted any more. */
  leave(): void {
    this.#latest.end();
    this.#text = undefined;
    this.#machine?.pause();
  }

  #fillLayers(layers: number, first: number): void {
    byId("machine-layers").hidden = layers <= LAYERS;
    const begins = Array.from({ length: Math.ceil(layers / LAYERS) }, (_, at) => layersFrom(at * LAYERS, layers)[0]);
    const all = begins.includes(first) ? begins : [first, ...begins].sort((a, b) => a - b);
    const name = (from: number): string => phrase("why.machine-window", { first: from, last: from + LAYERS - 1 });
    fillSelect(
      this.#layer,
      all.map((from) => [String(from), name(from)] as const),
      String(first),
    );
  }

  async #draw(
    text: AskableText,
    at: number,
    [first, count]: readonly [number, number],
    signal: AbortSignal,
  ): Promise<void> {
    clear(byId("machine-problem"));
    const parts = async (off: readonly HeadPlace[], wanted: AbortSignal): Promise<MachineParts> => {
      const places = off.map(({ layer, head }) => ({ layer: layer + first, head }));
      const found = await text.reason("machine", { at, first, count, off: places }, wanted);
      if ("kind" in found) throw new Error(phrase("why.machine-too-long", { most: found.most }));
      return found;
    };
    // The machine waits for its run, so say first if the text is too long.
    const whole = await parts([], signal);
    const runOf = async (off: readonly HeadPlace[], wanted: AbortSignal): Promise<MachineRun> =>
      machineRun(text, first, off.length === 0 ? whole : await parts(off, wanted));
    const source = { run: runOf };
    byId("machine").hidden = false;
    const open = (opened: Parameters<FoldHost["openNumber"]>[0], back: () => void): void =>
      this.#host.openNumber(opened, back);
    // A new one draws at once.
    if (this.#machine === undefined) this.#machine = new Machine(byId("machine"), source, { open, word: at });
    else await this.#machine.show(source, at, []);
  }
}

function machineRun(text: AskableText, first: number, { rows, looks, nets, shares }: MachineParts): MachineRun {
  const words = text.labels().slice(0, rows[0]!.shape[0]);
  const { heads } = text.facts;
  const sizes = sizesOf(words, looks.length, heads);
  return {
    ...sizes,
    layers: sizes.layers.map((layer, at) => ({ ...layer, title: layerName(first + at) })),
    says: text.says === "hidden" ? "means" : "next",
    rows: (depth) => rows[depth]!,
    look: (layer) => ({ tokens: words, headNames: namesOf(heads, first + layer), ...looks[layer]! }),
    net: (layer) => nets[layer]!,
    // Rows that other layers still change say nothing yet.
    shares: (line) => {
      if (first + looks.length < text.facts.layers) return [];
      const labels = text.labels(shares[line]!.map(({ name }) => name));
      return shares[line]!.map(({ share }, at) => ({ word: labels[at]!, share }));
    },
  };
}

const namesOf = (heads: number, layer: number): string[] =>
  Array.from({ length: heads }, (_, head) => headName(layer, head));
