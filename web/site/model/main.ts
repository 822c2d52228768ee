// The viewer: a file comes in, its heads fill the grid, and each one opens, alone or beside another.
import "heed/element";
import { ExportMenu, type LabelledMatrix } from "../export/index.js";
import { Announcer } from "../shared/index.js";
import { CompareView, type ComparedHead } from "./compare/compare-view.js";
import { showDefinitions } from "./definitions.js";
import { byId, choose, fillSelect, onChoice, setText } from "./dom.js";
import { exampleFile } from "./example/example-file.js";
import { showFacts } from "./facts.js";
import { GridView } from "./grid/grid-view.js";
import { HeadView } from "./head/head-view.js";
import { labelsOf } from "./head/head-labels.js";
import { isSigned } from "./head/matrix-look.js";
import { STATISTICS } from "./heads/index.js";
import { onFile } from "./intro/file-input.js";
import { showProblem } from "./intro/problem.js";
import { startRecipes } from "./intro/recipes.js";
import { OpenFile, OpenText, placeName, samePlace, type HeadPlace } from "./open-file.js";
import { labelled, saveAtlas, saveStatistics, type NamedMatrix } from "./save.js";
import { Scan } from "./scan.js";
import { linkOf, START, stateOf, type Colours, type SortKey, type State, type ViewName } from "./state.js";

class Page {
  #state = stateOf(location.hash);
  #opened: OpenText | undefined;
  /** Another file that heads are compared with. */
  #beside: OpenText | undefined;
  #marked: readonly HeadPlace[] = [];
  #back: HeadPlace | undefined;
  #openings = 0;
  readonly #announcer = new Announcer(byId("announcements"));
  readonly #grid = new GridView(byId("grid"), byId("grid-bar"), {
    opened: (place) => this.#change({ head: place, other: undefined }),
    marked: (place) => this.#mark(place),
  });
  readonly #scan = new Scan(this.#grid, {
    done: (opened) => this.#scanned(opened),
    failed: (message) => showProblem(message),
  });
  readonly #head = new HeadView();
  readonly #compare = new CompareView();

  start(): void {
    startRecipes();
    showDefinitions();
    onFile((file) => void this.#take(file));
    byId("open-example").addEventListener("click", () => void this.#openExample());
    this.#bindGrid();
    this.#bindHead();
    this.#bindExports();
    addEventListener("popstate", () => this.#follow(stateOf(location.hash)));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    if (this.#state.file === "") void this.#openExample();
    else this.#askFor();
  }

  // ---- files ----

  /** A link names a file, and only the reader has it. */
  #askFor(): void {
    const { file, head, other, otherFile } = this.#state;
    const what = head === undefined ? "its heads" : `${placeName(head)}${other ? ` beside ${placeName(other)}` : ""}`;
    const second = otherFile === "" ? "" : ` The second head is in “${otherFile}”, which is asked for after it.`;
    setText(
      byId("wanted"),
      `Your link shows ${what} of “${file}”. Choose that file: links never hold its content.${second}`,
    );
    byId("opened").hidden = true;
  }

  async #openExample(): Promise<void> {
    const keep = this.#opened === undefined ? this.#state : START;
    await this.#open(exampleFile(), keep.file === "" ? keep : START, true);
  }

  /** A file that came in: the one that is asked for, the second of a comparison, or a new one. */
  async #take(file: File): Promise<void> {
    const { otherFile, head } = this.#state;
    const asked = this.#opened === undefined ? this.#state : undefined;
    const isSecond =
      this.#awaitsSecond || (head !== undefined && otherFile === file.name && this.#opened !== undefined);
    if (isSecond) return this.#openSecond(file);
    await this.#open(file, { ...(asked ?? START), file: file.name }, false);
  }

  async #open(file: File, state: State, isExample: boolean): Promise<void> {
    const opening = ++this.#openings;
    showProblem("");
    setText(byId("status"), `Opening ${file.name} …`);
    try {
      const opened = await OpenFile.open(file, isExample);
      const part = state.part < opened.parts.length ? state.part : 0;
      const text = state.text < opened.parts[part]!.batch ? state.text : 0;
      const shown = await OpenText.open(opened, part, text);
      if (opening !== this.#openings) return opened.close();
      this.#opened?.file.close();
      this.#beside?.file.close();
      this.#beside = undefined;
      this.#showText(shown, { ...state, part, text });
    } catch (error) {
      if (opening !== this.#openings) return;
      showProblem((error as Error).message);
      byId("choose").focus();
    } finally {
      if (opening === this.#openings) setText(byId("status"), "");
    }
  }

  /** Shows one text of one part of the open file. */
  #showText(opened: OpenText, state: State): void {
    this.#opened = opened;
    this.#marked = [];
    setText(byId("wanted"), "");
    byId("opened").hidden = false;
    document.body.toggleAttribute("data-own", !opened.file.isExample);
    showFacts(opened);
    const fits = (place: HeadPlace | undefined): HeadPlace | undefined =>
      place !== undefined && opened.has(place) ? place : undefined;
    this.#state = { ...state, head: fits(state.head), other: state.otherFile === "" ? fits(state.other) : state.other };
    this.#fillChoices(opened);
    this.#grid.show(opened, this.#state);
    this.#showMarks();
    this.#show();
    history.replaceState(null, "", this.#isPlain() ? location.pathname + location.search : linkOf(this.#state));
    this.#scan.begin(opened);
  }

  #scanned(opened: OpenText): void {
    if (opened !== this.#opened) return;
    this.#grid.show(opened, this.#state);
    this.#grid.mark(this.#marked);
    const wrong = Array.from(opened.scanned.values()).filter(({ statistics }) => statistics.problem !== undefined);
    const first = wrong[0];
    setText(
      byId("heads-problem"),
      first === undefined
        ? ""
        : `${wrong.length === 1 ? "One head needs" : `${wrong.length} heads need`} a second look: ` +
            `${placeName(first)} ${first.statistics.problem}${wrong.length > 1 ? ", …" : "."}`,
    );
    this.#announcer.say(`All ${opened.count} heads are read.`);
    // Its statistics may have come just now.
    if (this.#state.head !== undefined && this.#head.head?.statistics === undefined) void this.#showHead();
  }

  // ---- state ----

  /** The example as it opens needs no link. */
  #isPlain(): boolean {
    return linkOf(this.#state) === linkOf(START);
  }

  #change(change: Partial<State>): void {
    const before = this.#state;
    this.#state = { ...before, ...change };
    const moved = !samePlace(before.head, this.#state.head) || !samePlace(before.other, this.#state.other);
    history[moved ? "pushState" : "replaceState"](null, "", linkOf(this.#state));
    this.#show(before);
  }

  /** Back and forward of the browser, or a changed address. */
  #follow(state: State): void {
    const before = this.#state;
    const file = this.#opened?.file.isExample === false ? this.#opened.file.name : "";
    if (this.#opened === undefined || state.file !== file) return;
    this.#state = { ...state, part: before.part, text: before.text };
    this.#show(before);
  }

  #show(before?: State): void {
    const [opened, state] = [this.#opened, this.#state];
    if (opened === undefined) return;
    choose("pool", state.pool);
    choose("domain", state.domain);
    choose("view", state.view);
    choose("colours", state.colours);
    byId<HTMLSelectElement>("sort").value = state.sort;
    const isOpen = state.head !== undefined;
    const isCompared = isOpen && state.other !== undefined;
    byId("heads").hidden = isOpen;
    byId("head").hidden = !isOpen;
    byId("head-alone").hidden = isCompared;
    byId("comparison").hidden = !isCompared;
    if (!isOpen) {
      this.#head.leave();
      this.#grid.show(opened, state);
      this.#grid.mark(this.#marked);
      if (before?.head !== undefined) this.#grid.focus(this.#back ?? before.head);
    } else {
      this.#back = state.head;
      void this.#showHead(before);
    }
  }

  // ---- the grid ----

  #bindGrid(): void {
    fillSelect(byId("sort"), [["layer", "layer"], ...STATISTICS.map(({ key, name }) => [key, name] as const)], "layer");
    byId("sort").addEventListener("change", ({ target }) =>
      this.#change({ sort: (target as HTMLSelectElement).value as SortKey }),
    );
    onChoice("pool", (pool) => this.#change({ pool: pool as State["pool"] }));
    onChoice("domain", (domain) => this.#change({ domain: domain as State["domain"] }));
    for (const id of ["layer-from", "layer-to"]) byId(id).addEventListener("change", () => this.#filterLayers());
    for (const id of ["part", "text"]) byId(id).addEventListener("change", () => void this.#changeText());
    byId("compare-marked").addEventListener("click", () => {
      const [head, other] = this.#marked;
      if (head !== undefined && other !== undefined) this.#change({ head, other, otherFile: "" });
    });
    byId("clear-marks").addEventListener("click", () => {
      this.#marked = [];
      this.#showMarks();
      this.#grid.focus();
    });
  }

  #fillChoices({ file, facts }: OpenText): void {
    const counted = (count: number, name: string): [string, string][] =>
      Array.from({ length: count }, (_, at) => [String(at), `${name}${at}`]);
    const { part, text, layers } = this.#state;
    fillSelect(
      byId("part"),
      file.parts.map(({ name }, at) => [String(at), name || "the list"]),
      String(part),
    );
    fillSelect(byId("text"), counted(facts.batch, "text "), String(text));
    fillSelect(byId("layer-from"), counted(facts.layers, ""), String(layers?.[0] ?? 0));
    fillSelect(byId("layer-to"), counted(facts.layers, ""), String(layers?.[1] ?? facts.layers - 1));
    byId("part-choice").hidden = file.parts.length < 2;
    byId("text-choice").hidden = facts.batch < 2;
    byId("layer-choice").hidden = facts.layers < 2;
    const all = Array.from({ length: facts.layers * facts.heads }, (_, at) => {
      const place = { layer: Math.floor(at / facts.heads), head: at % facts.heads };
      return [`${place.layer}.${place.head}`, placeName(place)] as const;
    });
    fillSelect(byId("compare-with"), [["", "nothing"], ...all], "");
  }

  #filterLayers(): void {
    const [from, to] = ["layer-from", "layer-to"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const last = this.#opened!.facts.layers - 1;
    const layers = [Math.min(from!, to!), Math.max(from!, to!)] as const;
    this.#change({ layers: layers[0] === 0 && layers[1] === last ? undefined : layers });
  }

  async #changeText(): Promise<void> {
    const [part, text] = ["part", "text"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const { file } = this.#opened!;
    const inside = text! < file.parts[part!]!.batch ? text! : 0;
    const shown = await OpenText.open(file, part!, inside);
    this.#change({ part: part!, text: inside, head: undefined, other: undefined, layers: undefined });
    this.#showText(shown, this.#state);
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

  // ---- a head, and two ----

  #bindHead(): void {
    byId("back").addEventListener("click", () => this.#change({ head: undefined, other: undefined }));
    byId("before").addEventListener("click", () => this.#step(-1));
    byId("after").addEventListener("click", () => this.#step(1));
    onChoice("view", (view) => this.#change({ view: view as ViewName }));
    onChoice("colours", (colours) => this.#change({ colours: colours as Colours }));
    byId("compare-with").addEventListener("change", ({ target }) => {
      const [layer, head] = (target as HTMLSelectElement).value.split(".").map(Number);
      this.#change({ other: head === undefined ? undefined : { layer: layer!, head }, otherFile: this.#besideName });
    });
    byId("compare-file").addEventListener("click", () => {
      this.#awaitsSecond = true;
      byId("file").click();
    });
    byId("file").addEventListener("cancel", () => (this.#awaitsSecond = false));
  }

  #awaitsSecond = false;

  get #besideName(): string {
    return this.#beside?.file.name ?? "";
  }

  async #openSecond(file: File): Promise<void> {
    this.#awaitsSecond = false;
    showProblem("");
    try {
      const opened = await OpenFile.open(file, false);
      this.#beside?.file.close();
      this.#beside = await OpenText.open(opened, Math.min(this.#state.part, opened.parts.length - 1), 0);
      const { head, other } = this.#state;
      const wanted = [other, head, { layer: 0, head: 0 }].find((place) => place && this.#beside!.has(place))!;
      this.#change({ other: wanted, otherFile: file.name });
    } catch (error) {
      showProblem((error as Error).message);
      byId("file-problem").scrollIntoView({ block: "center" });
    }
  }

  async #showHead(before?: State): Promise<void> {
    const [opened, state] = [this.#opened!, this.#state];
    const place = state.head!;
    try {
      const shown = this.#head.head;
      const statistics = opened.statisticsOf(place);
      const isSame =
        shown !== undefined && samePlace(shown.place, place) && (shown.statistics ?? statistics) === shown.statistics;
      const head = isSame
        ? shown
        : {
            place,
            values: await opened.head(place),
            rows: opened.facts.rows,
            columns: opened.facts.columns,
            statistics,
            own: undefined,
          };
      if (this.#opened !== opened || this.#state !== state) return;
      this.#head.show(opened, state, head);
      byId<HTMLSelectElement>("compare-with").value = state.other ? `${state.other.layer}.${state.other.head}` : "";
      if (state.other !== undefined) await this.#showOther(opened, state, state.other);
      if (before !== undefined && before.head === undefined) byId("head-title").focus();
      // The matrix draws itself in a microtask.
      await undefined;
      performance.mark("heed-head-shown");
    } catch (error) {
      showProblem((error as Error).message);
    }
  }

  async #showOther(opened: OpenText, state: State, other: HeadPlace): Promise<void> {
    const second = state.otherFile === "" ? opened : this.#beside;
    const asks = second === undefined || second.file.name !== (state.otherFile || second.file.name);
    byId("compare-figures").hidden = asks;
    setText(
      byId("compare-problem"),
      asks ? `The second head is in “${state.otherFile}”. Choose that file with “Another file”.` : "",
    );
    if (asks || second === undefined) return;
    const values = await second.head(other);
    if (this.#state !== state) return;
    const left = this.#compared(opened, this.#head.head!.place, this.#head.head!.values);
    this.#compare.show(left, this.#compared(second, other, values), state);
  }

  #compared(opened: OpenText, place: HeadPlace, values: Float32Array): ComparedHead {
    const { rows, columns } = opened.facts;
    const name = this.#state.otherFile === "" ? placeName(place) : `${placeName(place)} of ${opened.file.name}`;
    return { values, rows, columns, name, labels: labelsOf(opened, this.#head.raw) };
  }

  /** The head before or after, through all layers. */
  #step(by: number): void {
    const { head, layers } = this.#state;
    const { facts } = this.#opened!;
    const [first, last] = layers ?? [0, facts.layers - 1];
    const at = head!.layer * facts.heads + head!.head + by;
    if (at < first * facts.heads || at >= (last + 1) * facts.heads) return;
    this.#change({ head: { layer: Math.floor(at / facts.heads), head: at % facts.heads } });
    this.#announcer.say(placeName(this.#state.head!));
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (this.#state.head === undefined || defaultPrevented || altKey || ctrlKey || metaKey) return;
    if (target instanceof HTMLElement && target.closest("input:not([type=radio],[type=checkbox]), select, dialog"))
      return;
    if (key === "Escape") this.#change({ head: undefined, other: undefined });
    else if (key === "[" || key === "p") this.#step(-1);
    else if (key === "]" || key === "n") this.#step(1);
    else return;
    event.preventDefault();
  }

  // ---- files to keep ----

  #bindExports(): void {
    const act = (id: string, save: () => unknown): void =>
      byId(id).addEventListener("click", async () => {
        try {
          await save();
          setText(byId("save-status"), "Saved.");
        } catch (error) {
          setText(byId("save-status"), `Nothing was saved. ${(error as Error).message}`);
        }
      });
    act("save-atlas", () => saveAtlas(this.#grid, this.#opened!, this.#state));
    act("save-statistics", () => saveStatistics(this.#opened!));
    new ExportMenu(byId("export"), {
      matrices: () => this.#matrices(),
      about: () => ({ options: { file: this.#opened!.file.name }, versions: { heed: __HEED_VERSION__ } }),
      link: () => location.href,
    });
  }

  /** What the export menu offers: the head, what heed computed of it, and the comparison. */
  #matrices(): LabelledMatrix[] {
    const [opened, head] = [this.#opened, this.#head.head];
    if (opened === undefined || head === undefined) return [];
    const labels = labelsOf(opened, this.#head.raw);
    const name = placeName(head.place);
    const kind = isSigned(head.values) ? "scores" : "weights";
    const shared = { rows: head.rows, columns: head.columns, labels };
    const named: NamedMatrix[] = [{ ...shared, title: `${name}: ${opened.file.name}`, values: head.values, kind }];
    if (head.own !== undefined)
      named.push({
        ...shared,
        title: `${name} computed by heed: from q and k`,
        values: head.own.weights,
        kind: "weights",
      });
    const { comparison } = this.#compare;
    if (this.#state.other !== undefined && comparison !== undefined)
      named.push({
        ...shared,
        title: `difference: ${byId("head-title").textContent}`,
        values: comparison.difference,
        kind: "scores",
      });
    return named.map((one) => labelled(one, opened, this.#state));
  }
}

new Page().start();
