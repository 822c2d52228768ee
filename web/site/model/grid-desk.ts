// The grid with its tools: what it is sorted by, which layers it shows, which heads are marked, what is saved.
import { Announcer } from "../shared/index.js";
import { byId, choose, fillSelect, onChoice, setText } from "./dom.js";
import { GridView } from "./grid/grid-view.js";
import { STATISTICS } from "./heads/index.js";
import { showProblem } from "./intro/problem.js";
import { OpenText, placeName, samePlace, type HeadPlace } from "./open-file.js";
import { saveAtlas, saveStatistics } from "./save.js";
import { Scan } from "./scan.js";
import type { Change, Session } from "./session.js";
import type { SortKey, State } from "./state.js";

export class GridDesk {
  readonly #session: Session;
  readonly #announcer: Announcer;
  readonly #grid = new GridView(byId("grid"), byId("grid-bar"), {
    opened: (head) => this.#session.change({ head, other: undefined }),
    marked: (place) => this.#mark(place),
  });
  readonly #scan = new Scan(this.#grid, { done: (opened) => this.#scanned(opened), failed: showProblem });
  #marked: readonly HeadPlace[] = [];
  /** The head that was open last: focus goes back to it. */
  #last: HeadPlace | undefined;

  constructor(session: Session, announcer: Announcer) {
    this.#session = session;
    this.#announcer = announcer;
    this.#bindChoices();
    this.#bindMarks();
    this.#bindSaving();
  }

  show({ before }: Change): void {
    const { opened, state } = this.#session;
    if (before === undefined) this.#begin(opened!);
    choose("pool", state.pool);
    choose("domain", state.domain);
    byId<HTMLSelectElement>("sort").value = state.sort;
    if (state.head !== undefined) this.#last = state.head;
    else if (before !== undefined) this.#showGrid();
    if (state.head === undefined && before?.head !== undefined) this.#grid.focus(this.#last);
  }

  /** Another text: its heads are read from the first on. */
  #begin(opened: OpenText): void {
    this.#marked = [];
    this.#last = undefined;
    setText(byId("heads-problem"), "");
    this.#fillChoices(opened);
    this.#showGrid();
    this.#showMarks();
    this.#scan.begin(opened);
  }

  #showGrid(): void {
    this.#grid.show(this.#session.opened!, this.#session.state);
    this.#grid.mark(this.#marked);
  }

  #scanned(opened: OpenText): void {
    const wrong = Array.from(opened.scanned.values()).filter(({ statistics }) => statistics.problem !== undefined);
    const first = wrong[0];
    const count = wrong.length === 1 ? "One head needs" : `${wrong.length} heads need`;
    const example = first && `${placeName(first)} ${first.statistics.problem}${wrong.length > 1 ? " …" : ""}`;
    setText(byId("heads-problem"), first === undefined ? "" : `${count} a second look: ${example}`);
    this.#announcer.say(`All ${opened.count} heads are read.`);
    // The order and the colours may need all heads, and the open head may have waited for its statistics.
    this.#session.follow(this.#session.state);
  }

  #bindChoices(): void {
    const session = this.#session;
    fillSelect(byId("sort"), [["layer", "layer"], ...STATISTICS.map(({ key, name }) => [key, name] as const)], "layer");
    byId("sort").addEventListener("change", ({ target }) =>
      session.change({ sort: (target as HTMLSelectElement).value as SortKey }),
    );
    onChoice("pool", (pool) => session.change({ pool: pool as State["pool"] }));
    onChoice("domain", (domain) => session.change({ domain: domain as State["domain"] }));
    for (const id of ["layer-from", "layer-to"]) byId(id).addEventListener("change", () => this.#filterLayers());
    for (const id of ["part", "text"]) byId(id).addEventListener("change", () => void this.#changeText());
  }

  #fillChoices({ file, facts }: OpenText): void {
    const counted = (count: number, name: string): [string, string][] =>
      Array.from({ length: count }, (_, at) => [String(at), `${name}${at}`]);
    const { part, text, layers } = this.#session.state;
    const parts = file.parts.map(({ name }, at) => [String(at), name || "the list"] as const);
    fillSelect(byId("part"), parts, String(part));
    fillSelect(byId("text"), counted(facts.batch, "text "), String(text));
    fillSelect(byId("layer-from"), counted(facts.layers, ""), String(layers?.[0] ?? 0));
    fillSelect(byId("layer-to"), counted(facts.layers, ""), String(layers?.[1] ?? facts.layers - 1));
    byId("part-choice").hidden = parts.length < 2;
    byId("text-choice").hidden = facts.batch < 2;
    byId("layer-choice").hidden = facts.layers < 2;
  }

  #filterLayers(): void {
    const [from, to] = ["layer-from", "layer-to"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const last = this.#session.opened!.facts.layers - 1;
    const layers = [Math.min(from!, to!), Math.max(from!, to!)] as const;
    this.#session.change({ layers: layers[0] === 0 && layers[1] === last ? undefined : layers });
  }

  async #changeText(): Promise<void> {
    const [part, wanted] = ["part", "text"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const { file } = this.#session.opened!;
    const text = wanted! < file.parts[part!]!.batch ? wanted! : 0;
    const shown = await OpenText.open(file, part!, text);
    this.#session.open(shown, { ...this.#session.state, part: part!, text, layers: undefined });
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
    setText(byId("marked"), names.length === 2 ? `${names[0]} and ${names[1]} are marked.` : `${names[0]} is marked.`);
    byId<HTMLButtonElement>("compare-marked").disabled = names.length < 2;
  }

  #bindSaving(): void {
    const saves = {
      "save-atlas": () => saveAtlas(this.#grid, this.#session.opened!, this.#session.state),
      "save-statistics": () => saveStatistics(this.#session.opened!),
    };
    for (const [id, save] of Object.entries(saves))
      byId(id).addEventListener("click", () => {
        try {
          save();
          setText(byId("save-status"), "Saved.");
        } catch (error) {
          setText(byId("save-status"), `Nothing was saved. ${(error as Error).message}`);
        }
      });
  }
}
