// One head, or two beside one another, with what is chosen for them and what is saved of them.
import { byId, Latest } from "../../kit/index.js";
import { ExportMenu, type LabelledMatrix } from "../export/index.js";
import { clear, fill, phrase } from "../../kit/texts/index.js";
import { CompareView, type ComparedHead } from "./compare/compare-view.js";
import { choose, fillSelect, onChoice } from "./dom.js";
import type { PanelHost } from "./grid-panel.js";
import { labelsOf } from "./head/head-labels.js";
import { HeadView, type ShownHead } from "./head/head-view.js";
import { isSigned } from "./head/matrix-look.js";
import type { Colours, Look, ViewName } from "./look.js";
import { labelled, type NamedMatrix } from "./save.js";
import type { Change, HeadSession } from "./session.js";
import { placeName, samePlace, type HeadPlace, type HeadSource } from "./source.js";
import "./texts/en.json";

/** In these elements keys mean something else. */
const OWN_KEYS = "input:not([type=radio],[type=checkbox]), textarea, select, dialog";

export class HeadPanel {
  readonly #session: HeadSession;
  readonly #host: PanelHost;
  readonly #view: HeadView;
  readonly #compare = new CompareView();
  readonly #menu: ExportMenu;

  readonly #latest = new Latest();
  #hasFailed = false;
  /** Focus left the grid for a head that is not shown yet. */
  #comesFromGrid = false;

  /** @param tokenChosen called with the chosen token of the head */
  constructor(session: HeadSession, host: PanelHost, tokenChosen?: (token: number) => void) {
    this.#session = session;
    this.#host = host;
    this.#view = new HeadView(host.inspector, tokenChosen);
    byId("back").addEventListener("click", () => this.#leave());
    byId("before").addEventListener("click", () => this.#step(-1));
    byId("after").addEventListener("click", () => this.#step(1));
    onChoice("view", (view) => session.change({ view: view as ViewName }));
    onChoice("colours", (colours) => session.change({ colours: colours as Colours }));
    byId("compare-with").addEventListener("change", ({ target }) => this.#choose((target as HTMLSelectElement).value));
    byId("raw-tokens").addEventListener("change", () => session.refresh());
    document.addEventListener("keydown", (event) => this.#onKey(event));
    this.#menu = new ExportMenu(byId("export"), {
      matrices: () => this.#matrices(),
      about: () => ({ options: { file: session.opened!.file.name }, versions: { heed: __HEED_VERSION__ } }),
      link: () => session.link,
    });
  }

  show({ before }: Change): void {
    const { opened, state } = this.#session;
    choose("view", state.view);
    choose("colours", state.colours);
    if (before === undefined) this.#fillHeads(opened!);
    byId("head-alone").hidden = state.other !== undefined;
    byId("comparison").hidden = state.other === undefined;
    if (before === undefined || state.head === undefined) this.#comesFromGrid = false;
    else if (before.head === undefined) this.#comesFromGrid = true;
    if (state.head === undefined) {
      this.#latest.end();
      this.#view.leave();
      return;
    }
    void this.#latest.quietly(
      (signal) => this.#show(opened!, state, signal),
      ({ message }) => this.#session.opened === opened && this.#fail(message),
    );
  }

  /** In the language that the page speaks now. What a head shows follows when it is shown again. */
  showNames(): void {
    this.#menu.showNames();
    if (this.#session.opened !== undefined) this.#fillHeads(this.#session.opened);
    this.#view.showNames();
  }

  async #show(opened: HeadSource, state: Look, signal: AbortSignal): Promise<void> {
    const head = await this.#headAt(opened, state.head!);
    if (signal.aborted || this.#session.opened !== opened) return;
    this.#view.show(opened, state, head);
    byId<HTMLSelectElement>("compare-with").value = state.other ? `${state.other.layer}.${state.other.head}` : "";
    if (state.other !== undefined) await this.#showOther(opened, state, state.other);
    // The matrix draws itself in a microtask. Focus before that would make the browser lay out the page twice.
    await Promise.resolve();
    performance.mark("heed-head-shown");
    this.#menu.update();
    if (this.#hasFailed) this.#fail("");
    if (!this.#comesFromGrid || signal.aborted) return;
    this.#comesFromGrid = false;
    byId("head-title").focus();
  }

  /** @param message "" where the next head could be read */
  #fail(message: string): void {
    this.#hasFailed = message !== "";
    this.#host.failed(message);
  }

  /** The head that is shown already, unless its statistics have come meanwhile. */
  async #headAt(opened: HeadSource, place: HeadPlace): Promise<ShownHead> {
    const { head: shown } = this.#view;
    const statistics = opened.statisticsOf(place);
    if (shown?.opened === opened && samePlace(shown.place, place) && shown.statistics === statistics) return shown;
    const { rows, columns } = opened.facts;
    const [values, mask] = await Promise.all([opened.head(place), opened.mask(place)]);
    return { opened, place, values, mask, rows, columns, statistics, own: undefined };
  }

  async #showOther(opened: HeadSource, state: Look, other: HeadPlace): Promise<void> {
    const { beside } = this.#session;
    const second = state.otherFile === "" ? opened : beside?.file.name === state.otherFile ? beside : undefined;
    byId("compare-figures").hidden = second === undefined;
    if (second === undefined) return fill(byId("compare-problem"), "heads.other-file-asked", { file: state.otherFile });
    clear(byId("compare-problem"));
    const [values, mask] = await Promise.all([second.head(other), second.mask(other)]);
    const { head } = this.#view;
    if (this.#session.state !== state || head === undefined) return;
    const left = this.#compared(opened, head.place, head);
    this.#compare.show(left, this.#compared(second, other, { values, mask }), state);
  }

  #compared(opened: HeadSource, place: HeadPlace, { values, mask }: Pick<ShownHead, "values" | "mask">): ComparedHead {
    const { rows, columns } = opened.facts;
    const isOneFile = this.#session.state.otherFile === "";
    const head = placeName(place);
    const name = isOneFile ? head : phrase("heads.name-of-file", { head, file: opened.title });
    return { values, mask, rows, columns, name, labels: labelsOf(opened, this.#view.raw) };
  }

  #fillHeads({ facts }: HeadSource): void {
    const heads = Array.from({ length: facts.layers * facts.heads }, (_, at) => {
      const place = { layer: Math.floor(at / facts.heads), head: at % facts.heads };
      return [`${place.layer}.${place.head}`, placeName(place)] as const;
    });
    fillSelect(byId("compare-with"), [["", phrase("heads.nothing")], ...heads], "");
  }

  #choose(value: string): void {
    const [layer, head] = value.split(".").map(Number);
    const other = head === undefined ? undefined : { layer: layer!, head };
    this.#session.change({ other, otherFile: other === undefined ? "" : this.#session.state.otherFile });
  }

  /** Back to the grid. If it is beside the head, only the comparison ends. */
  #leave(): void {
    const { state } = this.#session;
    if (!this.#host.beside) this.#session.change({ head: undefined, other: undefined, otherFile: "" });
    else if (state.other !== undefined) this.#session.change({ other: undefined, otherFile: "" });
  }

  /** The head before or after, through all layers that are shown. */
  #step(by: number): void {
    const { state, opened } = this.#session;
    const { heads, layers: count } = opened!.facts;
    const [first, last] = state.layers ?? [0, count - 1];
    const at = state.head!.layer * heads + state.head!.head + by;
    if (at < first * heads || at >= (last + 1) * heads) return;
    const head = { layer: Math.floor(at / heads), head: at % heads };
    this.#session.change({ head });
    this.#host.announcer.say(placeName(head));
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key, altKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (this.#session.state.head === undefined || defaultPrevented || altKey || ctrlKey || metaKey) return;
    if (this.#session.opened === undefined || (target instanceof Element && target.closest(OWN_KEYS))) return;
    if (key === "Escape") this.#leave();
    else if (key === "p") this.#step(-1);
    else if (key === "n") this.#step(1);
    else return;
    event.preventDefault();
  }

  /** What the export menu offers: the head, what heed computed of it, and the comparison. */
  #matrices(): LabelledMatrix[] {
    const { opened, state } = this.#session;
    const { head } = this.#view;
    if (opened === undefined || head === undefined) return [];
    const shared = { rows: head.rows, columns: head.columns, labels: labelsOf(opened, this.#view.raw) };
    const name = placeName(head.place);
    const kind = isSigned(head.values) ? "scores" : "weights";
    const named: NamedMatrix[] = [{ ...shared, id: "head", name, title: opened.file.name, values: head.values, kind }];
    if (head.own?.weights !== undefined) {
      const title = phrase("heads.own-title");
      named.push({ ...shared, id: "own", name, title, values: head.own.weights, kind: "weights" });
    }
    const { comparison } = this.#compare;
    if (state.other !== undefined && comparison !== undefined) {
      const title = phrase("heads.difference-title", { names: byId("head-title").textContent });
      named.push({
        ...shared,
        id: "difference",
        name: phrase("heads.matrix-difference"),
        title,
        values: comparison.difference,
        kind: "scores",
      });
    }
    return named.map((one) => labelled(one, opened, state));
  }
}
