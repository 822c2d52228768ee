// What the two layers make of the reader's text: guesses, both maps, and how one guess was found.
import "heed/element";
import type { AttentionMatrix } from "heed/element";
import { byId, largestAt, type Fields } from "../../kit/index.js";
import { openCells, percent, type Page } from "../../rooms/lesson/index.js";
import type { Heed } from "heed";
import { sharePercent } from "./curves-view.js";
import { showParts } from "./part-table.js";
import { computationOf } from "./loss-figure.js";
import type { Reading } from "./reader.js";
import { letterOf } from "./task.js";
import { TokenRow } from "./token-row.js";

/** How long after layer 2's cell the cell of layer 1 is lit. */
const LIGHT_MS = 400;
const MAPS = ["layer-1", "layer-2"] as const;

/** A place, where layer 2 looks from there, and where layer 1 looks from there. */
interface Path {
  readonly from: number;
  readonly high: number;
  readonly low: number;
}

export class LayersView<F extends Fields> {
  readonly #page: Page<F>;
  readonly #heed: Heed;
  readonly #tokens: TokenRow<F>;
  readonly #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #reading: Reading | undefined;
  #picked: number;
  #lighting: ReturnType<typeof setTimeout> | undefined;

  /** @param picked the place that is explained at first */
  constructor(page: Page<F>, heed: Heed, picked: number) {
    this.#page = page;
    this.#heed = heed;
    this.#picked = picked;
    this.#tokens = new TokenRow(byId("tokens"), page, (place) => {
      if (place === this.#picked) return;
      this.#picked = place;
      this.showText(this.#reading);
    });
  }

  /** @param reading undefined where the text is too short */
  showText(reading: Reading | undefined): void {
    this.#reading = reading;
    for (const id of ["path", "parts", "tokens"]) byId(id).hidden = reading === undefined;
    byId("previous-now").textContent = sharePercent(reading?.previous ?? NaN);
    byId("induction-now").textContent = sharePercent(reading?.induction ?? NaN);
    if (reading === undefined) return this.#page.fill(byId("parts-said"), "too-short");
    this.#picked = Math.min(this.#picked, reading.ids.length - 1);
    this.#tokens.show(reading, this.#picked);
    this.#showPath(reading, pathFrom(reading, this.#picked));
  }

  /** @param layer 0 or 1 */
  showMap(layer: number): void {
    const map = byId(MAPS[layer]!) as AttentionMatrix;
    if (this.#reading === undefined) return void (map.matrix = null);
    const { ids, weights } = this.#reading;
    const count = ids.length;
    map.rowLabels = map.columnLabels = ids.map((_, place) => nameOf(ids, place));
    map.mask = Array.from({ length: count * count }, (_, at) => at % count <= Math.floor(at / count));
    map.matrix = { data: weights[layer]!, shape: [count, count] };
    this.#letOpen(layer, map.rowLabels);
  }

  /** The core of the page computes the layer again, for the inspector. */
  #letOpen(layer: number, tokens: readonly string[]): void {
    const computation = computationOf(this.#heed, this.#reading!.layers[layer]!, tokens);
    openCells(MAPS[layer]!, computation, { [MAPS[layer]!]: "weights" });
  }

  #showPath(reading: Reading, path: Path): void {
    const { ids, weights } = reading;
    const { from, high, low } = path;
    const said = {
      token: nameOf(ids, from),
      seen: nameOf(ids, high),
      share: percent(weights[1]![from * ids.length + high]!),
      before: nameOf(ids, low),
      lowShare: percent(weights[0]![high * ids.length + low]!),
    };
    const isFound = low === high - 1 && ids[low] === ids[from] && low < from;
    this.#page.fill(byId("path"), isFound ? "path-found" : "path", said);
    this.#page.fill(byId("parts-said"), "parts-said", said);
    this.#page.fill(byId("part-best"), "part-best", said);
    showParts(this.#page, this.#heed, reading, { row: from, best: high, token: said.token });
    this.#light(path);
  }

  /** Lights the cell of layer 2, then the cell of layer 1. */
  #light({ from, high, low }: Path): void {
    clearTimeout(this.#lighting);
    light("layer-2", from, high);
    const then = (): void => light("layer-1", high, low);
    if (this.#calm.matches) then();
    else this.#lighting = setTimeout(then, LIGHT_MS);
  }
}

function pathFrom({ ids, weights }: Reading, from: number): Path {
  const lookFrom = (layer: number, row: number): number =>
    largestAt(weights[layer]!.subarray(row * ids.length, (row + 1) * ids.length));
  const high = lookFrom(1, from);
  return { from, high, low: lookFrom(0, high) };
}

function light(id: string, row: number, column: number): void {
  const map = byId(id) as AttentionMatrix;
  map.row = row;
  map.mark = { row, column };
}

/** A letter; from its second time on with its number: "a", "a₂". */
function nameOf(ids: readonly number[], place: number): string {
  const times = ids.slice(0, place + 1).filter((other) => other === ids[place]).length;
  const number = String(times).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
  return letterOf(ids[place]!) + (times > 1 ? number : "");
}
