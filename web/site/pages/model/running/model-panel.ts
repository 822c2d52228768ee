// A model comes in, opens in its worker, and reads what is typed. All parts of the page show the heads of that text.
import { byId, growWithText, Latest } from "../../../kit/index.js";
import { fill, languageNow, phrase } from "../../../kit/texts/index.js";
import type { GridPanel, Session } from "../../../rooms/heads/index.js";
import { afterPaint } from "../../../../show/index.js";
import { WhatIfPanel } from "../../../rooms/what-if/index.js";
import { WhyFolds, type WhyHost } from "../../../rooms/why/index.js";
import { EXAMPLE_MODEL } from "../example/example-model.js";
import type { Opened } from "../opened.js";
import type { State } from "../state.js";
import { exampleFor } from "./examples.js";
import type { GgufFiles } from "./gguf-files.js";
import { folderOffer, ggufOffer, type Offer } from "./offers.js";
import { ASKED_FROM, PlanView } from "./plan-view.js";
import { NextPanel } from "./next-panel.js";
import type { ReadRequest } from "./requests.js";
import { ModelText, ModelWorker, type RunningModel } from "./running-model.js";
import { plain } from "./without-call-name.js";
import { WhyPanel } from "./why-panel.js";

/** Milliseconds. Heads that are read within them are shown at once; the others come one after the other. */
const AT_ONCE_MS = 250;

export class ModelPanel {
  readonly #session: Session<State, Opened>;
  readonly #grid: GridPanel;
  readonly #failed: (message: string) => void;
  readonly #field = byId<HTMLTextAreaElement>("typed");
  readonly #plan: PlanView;
  readonly #next: NextPanel;
  readonly #whatIf = new WhatIfPanel();
  readonly #why = new WhyPanel();
  readonly #folds: WhyFolds;
  /** The text whose tokens are counted. What is said of another since then, as that it is empty, stays. */
  #counted: ModelText | undefined;
  readonly #openings = new Latest();
  /** The worker of a model that is still opening. */
  #opening: ModelWorker | undefined;
  readonly #readings = new Latest();
  /** The text that the page itself has put into the field. */
  #offered = "";

  constructor(
    session: Session<State, Opened>,
    grid: GridPanel,
    { failed, inspect }: Pick<WhyHost, "inspect"> & { readonly failed: (message: string) => void },
  ) {
    this.#session = session;
    this.#grid = grid;
    this.#failed = failed;
    this.#plan = new PlanView(() => {
      this.cancel();
      this.#plan.passFocus();
    });
    this.#folds = new WhyFolds({ inspect, change: (state) => session.change(state) });
    this.#next = new NextPanel({
      put: (ids) => this.#put(ids),
      show: (text) => this.#showWritten(text),
      failed: (message) => this.#sayProblem(message),
      asked: (text, at) => {
        this.#whatIf.show(text, at, this.#session.state.head);
        this.#folds.show(text, at, this.#session.state);
      },
    });
    this.#field.addEventListener("input", () => {
      this.#next.stop();
      void this.#renew((model) => this.#read(model));
    });
  }

  /** Opens the model of a folder's files. @param given its name; or its folder's */
  take(files: readonly File[], state: State, given?: string): Promise<void> {
    return this.#take((worker) => folderOffer(worker, files, given), state);
  }

  /** Opens a model in GGUF. */
  takeGguf(found: GgufFiles, state: State): Promise<void> {
    return this.#take((worker) => {
      this.#plan.say("gguf-beginning", { name: found.name });
      return ggufOffer(worker, found);
    }, state);
  }

  /** After a question where the model is large, or does not fit. */
  #take(offered: (worker: ModelWorker) => Promise<Offer>, state: State): Promise<void> {
    this.cancel();
    this.#failed("");
    const worker = (this.#opening = new ModelWorker());
    let isFilled = false;
    return this.#openings.quietly(
      async (signal) => {
        const model = await this.#openFor(worker, await offered(worker), signal);
        if (model === undefined) return;
        isFilled = true;
        this.#fill(model);
        const typed = this.#field.value;
        const text = await this.#read(model);
        const first = text ?? (await this.#firstOf(model));
        if (signal.aborted) return;
        this.#opening = undefined;
        this.#plan.close();
        this.#session.open(first, { ...state, file: model.name });
        growWithText(this.#field);
        // What was typed meanwhile was read by the model before.
        if (text !== undefined && this.#field.value !== typed) void this.#renew((now) => this.#read(now));
      },
      ({ message }) => {
        this.cancel();
        this.#failed(plain(message));
        this.#plan.passFocus();
        // The model before goes on with what is in the field.
        if (isFilled) void this.#renew((now) => this.#read(now));
      },
    );
  }

  /** Undefined where the reader does not want it any more. */
  async #openFor(worker: ModelWorker, offer: Offer, signal: AbortSignal): Promise<RunningModel | undefined> {
    if (offer.bytes >= ASKED_FROM || offer.isPart) {
      const seconds = Math.ceil(await worker.secondsFor(offer.weights, offer.bytes));
      if (signal.aborted || !(await this.#plan.ask(offer.plan(seconds), offer.button))) return undefined;
    }
    if (signal.aborted) return undefined;
    this.#plan.say(...offer.opening);
    const begun = await offer.begin(phrase("first-text"));
    const model = await worker.open(begun, offer, (progress) => signal.aborted || this.#plan.show(progress));
    return signal.aborted ? undefined : model;
  }

  /** A model that is still opening is not wanted any more. */
  cancel(): void {
    this.#openings.end();
    this.#opening?.stop();
    this.#opening = undefined;
    this.#plan.close();
  }

  /** The field gets a first text, unless it has one of the reader. What another model is still writing is dropped. */
  #fill(model: RunningModel): void {
    this.#next.stop();
    this.#readings.end();
    const { value } = this.#field;
    const isExample = model.name === EXAMPLE_MODEL;
    const isOwn = value !== "" && value !== this.#offered && !/^[\d\s]+$/.test(value);
    if (isOwn && !isExample && model.opened.hasTokenizer) return;
    if (!model.opened.hasTokenizer) this.#offered = firstTokens(model).join(" ");
    else this.#offered = isExample ? phrase("beginning-gives") : exampleFor(model.opened);
    this.#field.value = this.#offered;
  }

  /** The first tokens of a model that knows no letter of the text. */
  async #firstOf(model: RunningModel): Promise<ModelText> {
    const text = (await this.#ask(model, { ids: firstTokens(model) }))!;
    this.#write(text);
    return text;
  }

  /** Reads another text, unless still another one comes meanwhile. */
  async #renew(read: (model: RunningModel) => Promise<ModelText | undefined>): Promise<void> {
    growWithText(this.#field);
    const { opened } = this.#session;
    if (!(opened instanceof ModelText)) return;
    // Text typed while another model comes is for that one.
    const isReplaced = (): boolean => this.#session.opened?.file !== opened.file;
    await this.#readings.quietly(
      async (signal) => {
        const text = await read(opened.file).catch((error: Error) =>
          isReplaced() ? undefined : Promise.reject(error),
        );
        if (signal.aborted) return;
        if (isReplaced()) return this.#renew(read);
        if (text === undefined) return fill(byId("read-status"), "text-empty");
        this.#session.renew(text, this.#session.state);
      },
      ({ message }) => this.#sayProblem(message),
    );
  }

  #sayProblem(message: string): void {
    fill(byId("read-status"), "text-problem", { problem: plain(message) });
  }

  /** Tokens in the place of the text, which is written again. */
  #put(ids: readonly number[]): Promise<void> {
    const { opened } = this.#session;
    return this.#renew(async (model) => {
      // Another model was opened meanwhile, with other tokens.
      if (model !== opened?.file) return this.#read(model);
      const text = await this.#ask(model, { ids });
      if (text !== undefined) this.#write(text);
      return text;
    });
  }

  /** A text of the model's own, each of whose steps is seen. */
  async #showWritten(text: ModelText): Promise<void> {
    const signal = this.#readings.begin();
    await this.#scanned(text);
    if (signal.aborted) return;
    this.#write(text);
    this.#session.renew(text, this.#session.state);
    await new Promise<void>(afterPaint);
  }

  #write({ read }: ModelText): void {
    this.#field.value = read.text;
    growWithText(this.#field);
  }

  /** What is in the field, as a text or as numbers of tokens. */
  #read(model: RunningModel): Promise<ModelText | undefined> {
    const layer = this.#session.state.head?.layer ?? Infinity;
    // The open head may be of another model, which has more layers.
    const first = layer < model.facts.layers ? layer : undefined;
    return this.#ask(model, { ...model.givenBy(this.#field.value), first });
  }

  async #ask(model: RunningModel, given: Omit<ReadRequest, "id">): Promise<ModelText | undefined> {
    const { opened } = this.#session;
    const shown = opened instanceof ModelText && opened.file === model ? opened.id : undefined;
    return this.#scanned(await model.read({ ...given, shown }));
  }

  async #scanned(text: ModelText | undefined): Promise<ModelText | undefined> {
    await text?.scanFor(this.#grid.sideFor(text), AT_ONCE_MS);
    return text;
  }

  /** What is known of the text that is shown. */
  show(opened: Opened): void {
    const isModel = opened instanceof ModelText;
    byId("model-text").hidden = !isModel;
    this.#why.show(isModel ? opened : undefined, this.#session.state.head);
    if (!isModel) return this.#folds.show(undefined, 0, this.#session.state);
    const { ids, left, most } = opened.read;
    fill(byId("typed-label"), opened.file.opened.hasTokenizer ? "your-text" : "your-numbers");
    this.#field.lang = opened.file.opened.hasTokenizer ? "" : languageNow();
    this.#next.show(opened);
    opened.onScanned = () => this.#showCount(opened);
    this.#showCount(opened);
    if (opened === this.#counted) return;
    this.#counted = opened;
    fill(byId("read-status"), left > 0 ? "text-left" : "tokens", { count: ids.length, left, most });
  }

  /** How far a long text is read; the grid has its own bar for that. */
  #showCount({ read, scanned, count }: ModelText): void {
    const isShown = read.isLong && scanned.size < count && this.#session.state.head !== undefined;
    byId("read-count").hidden = !isShown;
    if (isShown) fill(byId("read-count"), "heads.read-count", { read: scanned.size, count });
  }
}

function firstTokens({ facts: { vocab, context } }: RunningModel): number[] {
  return Array.from({ length: Math.min(8, context) }, (_, at) => ((at + 1) * 7) % vocab);
}
