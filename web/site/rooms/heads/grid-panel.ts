// The grid with its tools: what it is sorted by, which layers it shows, which heads are marked, what is saved.
import { type Announcer, byId } from "../../kit/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import type { CellInspector } from "./cell-inspector.js";
import { choose, fillSelect, onChoice } from "./dom.js";
import { GridView } from "./grid/grid-view.js";
import { shownLayers } from "./grid/order.js";
import type { Look, SortKey } from "./look.js";
import { STATISTICS } from "../../../statistics/index.js";
import { byteCount } from "../files/index.js";
import { saveAtlas, saveHeads, saveStatistics } from "./save.js";
import { Scan } from "./scan.js";
import type { Change, HeadSession } from "./session.js";
import { placeName, samePlace, type HeadPlace, type HeadSource } from "./source.js";
import "./texts/en.json";

/** What the panels need of their page. */
export interface PanelHost {
  readonly announcer: Announcer;
  readonly inspector: CellInspector;
  /** Whether the grid stays in sight beside the open head. A head is then always open. */
  readonly beside: boolean;
  /** A sentence about what could not be read; "" where that is over. */
  readonly failed: (message: string) => void;
}

export class GridPanel {
  readonly #session: HeadSession;
  readonly #host: PanelHost;
  readonly #grid = new GridView(byId("grid"), byId("grid-bar"), {
    opened: (head) => this.#session.change({ head, other: undefined }),
    marked: (place) => this.#mark(place),
  });
  readonly #scan: Scan;
  #shown: HeadSource | undefined;
  #marked: readonly HeadPlace[] = [];
  /** The head that was open last: focus goes back to it. */
  #last: HeadPlace | undefined;

  constructor(session: HeadSession, host: PanelHost) {
    this.#session = session;
    this.#host = host;
    this.#scan = new Scan(this.#grid, { done: (opened) => this.#scanned(opened), failed: host.failed });
    this.#bindChoices();
    this.#bindMarks();
    this.#bindSaving();
  }

  /** The most numbers on a side of the pictures that the grid asks for. */
  sideFor(source: HeadSource): number {
    return this.#grid.sideFor(source);
  }

  show({ before }: Change): void {
    const { opened, state } = this.#session;
    const isNew = this.#shown !== opened;
    this.#shown = opened!;
    this.#showSaving(opened!);
    if (isNew) opened!.scanNow(this.#grid.sideFor(opened!));
    if (before === undefined) this.#begin(opened!);
    choose("pool", state.pool);
    choose("domain", state.domain);
    byId<HTMLSelectElement>("sort").value = state.sort;
    this.#showLayers(opened!);
    if (state.head !== undefined) this.#last = state.head;
    if (before !== undefined && (state.head === undefined || this.#host.beside)) this.#showGrid();
    byId("pool-choice").hidden = !this.#grid.isPooled;
    // The same heads over another text, which are not all read yet.
    if (isNew && before !== undefined && opened!.scanned.size < opened!.count) this.#scan.begin(opened!);
    if (state.head === undefined && before?.head !== undefined) this.#grid.focus(this.#last);
  }

  /** Begins with another text: its heads are read from the first one on. */
  #begin(opened: HeadSource): void {
    this.#marked = [];
    this.#last = undefined;
    clear(byId("heads-problem"));
    this.#fillChoices(opened);
    this.#showGrid();
    this.#showMarks();
    this.#scan.begin(opened);
  }

  #showGrid(): void {
    this.#grid.show(this.#session.opened!, this.#session.state);
    this.#grid.mark(this.#marked);
  }

  #scanned(opened: HeadSource): void {
    const wrong = Array.from(opened.scanned.values()).filter(({ statistics }) => statistics.problem !== undefined);
    const first = wrong[0];
    if (first !== undefined)
      fill(byId("heads-problem"), "heads.wrong", () => ({
        count: wrong.length,
        head: placeName(first),
        problem: phrase(`heads.${first.statistics.problem!}`),
      }));
    this.#host.announcer.say(phrase("heads.all-read", { count: opened.count }));
    // The order and the colours may need all heads, and the open head may have waited for its statistics.
    this.#session.refresh();
  }

  #bindChoices(): void {
    const session = this.#session;
    this.showNames();
    byId("sort").addEventListener("change", ({ target }) =>
      session.change({ sort: (target as HTMLSelectElement).value as SortKey }),
    );
    onChoice("pool", (pool) => session.change({ pool: pool as Look["pool"] }));
    onChoice("domain", (domain) => session.change({ domain: domain as Look["domain"] }));
    for (const id of ["layer-from", "layer-to"]) byId(id).addEventListener("change", () => this.#filterLayers());
  }

  /** In the language that the page speaks now. */
  showNames(): void {
    const statistics = STATISTICS.map((key) => [key, phrase(`heads.stat-${key}`)] as const);
    fillSelect(byId("sort"), [["layer", phrase("heads.layer-order")], ...statistics], this.#session.state.sort);
  }

  #fillChoices({ facts }: HeadSource): void {
    const counted = Array.from({ length: facts.layers }, (_, at) => [String(at), String(at)] as const);
    for (const id of ["layer-from", "layer-to"]) fillSelect(byId(id), counted, "0");
    byId("layer-choice").hidden = facts.layers < 2;
  }

  #showLayers(opened: HeadSource): void {
    const shown = shownLayers(opened, this.#session.state.layers);
    ["layer-from", "layer-to"].forEach((id, at) => (byId<HTMLSelectElement>(id).value = String(shown[at])));
  }

  #filterLayers(): void {
    const [from, to] = ["layer-from", "layer-to"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const last = this.#session.opened!.facts.layers - 1;
    const layers = [Math.min(from!, to!), Math.max(from!, to!)] as const;
    this.#session.change({ layers: layers[0] === 0 && layers[1] === last ? undefined : layers });
  }

  #bindMarks(): void {
    byId("compare-marked").addEventListener("click", () => {
      const [head, other] = this.#marked;
      if (head !== undefined && other !== undefined) this.#session.change({ head, other, otherFile: "" });
    });
    byId("clear-marks").addEventListener("click", () => {
      this.#marked = [];
      this.#showMarks();
      this.#grid.focus();
    });
  }

  #mark(place: HeadPlace): void {
    const without = this.#marked.filter((one) => !samePlace(one, place));
    // A third mark takes the place of the first.
    this.#marked = without.length < this.#marked.length ? without : [...this.#marked.slice(-1), place];
    this.#showMarks();
  }

  #showMarks(): void {
    this.#grid.mark(this.#marked);
    const names = this.#marked.map(placeName);
    byId("marks").hidden = names.length === 0;
    const [head = "", other = ""] = names;
    fill(byId("marked"), names.length === 2 ? "heads.mark-two" : "heads.mark-one", { head, other });
    byId<HTMLButtonElement>("compare-marked").disabled = names.length < 2;
  }

  #bindSaving(): void {
    const saves: Readonly<Record<string, () => void | Promise<void>>> = {
      "save-atlas": () => saveAtlas(this.#grid, this.#session.opened!, this.#session.state),
      "save-statistics": () => saveStatistics(this.#session.opened!),
      "save-heads": () => saveHeads(this.#session.opened!),
    };
    for (const [id, save] of Object.entries(saves))
      byId(id).addEventListener("click", async () => {
        try {
          fill(byId("save-status"), "heads.saving");
          await save();
          fill(byId("save-status"), "heads.saved");
        } catch (error) {
          fill(byId("save-status"), "heads.not-saved", { reason: (error as Error).message });
        }
      });
  }

  #showSaving({ savedBytes }: HeadSource): void {
    byId("save-heads").hidden = savedBytes === undefined;
    if (savedBytes !== undefined) fill(byId("save-heads"), "heads.save-heads", () => ({ size: byteCount(savedBytes) }));
  }
}
