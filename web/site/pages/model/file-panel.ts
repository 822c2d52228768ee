// Files come in: the one that a link asks for, one for a comparison, or a new one.
import { askForFiles, byId, Latest } from "../../kit/index.js";
import { placeName, type Session } from "../../rooms/heads/index.js";
import { listed } from "../../../show/index.js";
import { clear, fill, languageNow } from "../../kit/texts/index.js";
import { exampleFile } from "./example/example-file.js";
import { EXAMPLE_MODEL, exampleModel, isExampleModel } from "./example/example-model.js";
import { onFiles, type Files } from "./intro/file-input.js";
import { showProblem } from "./intro/problem.js";
import { OpenFile, OpenText } from "./open-file.js";
import type { Opened } from "./opened.js";
import type { ModelPanel } from "./running/model-panel.js";
import { ggufAmong } from "./running/gguf-files.js";
import { hasWeights, isModel } from "./running/model-files.js";
import { EXAMPLE, START, type State } from "./state.js";

/** What train.html calls its model in the link that it opens. */
const TRAINED_MODEL = "trained-here";

export class FilePanel {
  readonly #session: Session<State, Opened>;
  readonly #models: ModelPanel;
  /** Shows the part of the page for files and models of the reader's own, or the story. */
  readonly #screen: (isOwn: boolean) => void;
  readonly #openings = new Latest();
  readonly #comparisons = new Latest();
  /** What a link or a button has asked for. */
  readonly #wishes = new Latest();
  #awaitsSecond = false;
  /** Settled once it is known what the files are that came last. */
  #sorted: Promise<unknown> = Promise.resolve();

  constructor(session: Session<State, Opened>, models: ModelPanel, screen: (isOwn: boolean) => void) {
    [this.#session, this.#models, this.#screen] = [session, models, screen];
    onFiles((files) => void this.#take(files));
    const onClick = (id: string, opens: () => Promise<void>): void =>
      byId(id).addEventListener("click", () => {
        this.#wishes.begin();
        this.#screen(true);
        void opens();
      });
    onClick("open-example", () => this.#openExample(START));
    for (const id of ["open-stories", "open-all"]) onClick(id, () => this.#openStories(START));
    byId("compare-file").addEventListener("click", () => {
      this.#awaitsSecond = true;
      byId("file").click();
    });
    byId("file").addEventListener("cancel", () => (this.#awaitsSecond = false));
  }

  /** Opens an example or the model that another page has made, or asks for the file of the link, if it names one. */
  start(): void {
    this.#wishes.begin();
    const { state } = this.#session;
    this.#screen(state.file !== "");
    if (state.file === "") this.#leaveAll();
    else if (state.file === EXAMPLE) void this.#openExample(state);
    else if (isExampleModel(state.file)) void this.#openStories(state);
    else {
      const opening = this.#leave();
      this.#askFor(state);
      if (state.file === TRAINED_MODEL)
        askForFiles((files) => {
          if (!opening.aborted) void this.#takeModel(files, this.#session.state, TRAINED_MODEL);
        });
    }
  }

  /** What is still opening is not wanted any more. @returns the signal of what is wanted now */
  #leave(): AbortSignal {
    this.#models.cancel();
    clear(byId("status"));
    return this.#openings.begin();
  }

  /** The story has the page. */
  #leaveAll(): void {
    this.#leave();
    showProblem("");
    this.#clearWanted();
    byId("opened").hidden = true;
    document.body.removeAttribute("data-own");
  }

  /** A link names a file, and only the reader has it. */
  #askFor({ file, head, other, otherFile }: State): void {
    const names = { file, head: head ? placeName(head) : "", other: other ? placeName(other) : "" };
    fill(byId("wanted"), head === undefined ? "wanted-heads" : other ? "wanted-two" : "wanted-head", names);
    if (otherFile === "") clear(byId("wanted-second"));
    else fill(byId("wanted-second"), "wanted-second", { file: otherFile });
    byId("opened").hidden = true;
    document.body.removeAttribute("data-own");
  }

  /** Back and forward of the browser, or an address that was changed. */
  follow(state: State): void {
    const { opened, state: before } = this.#session;
    const file = opened === undefined ? before.file : opened.file.isExample ? EXAMPLE : opened.file.name;
    if (opened !== undefined && state.file === file)
      return this.#session.follow({ ...state, part: before.part, text: before.text, reading: before.reading });
    this.#session.close();
    this.#session.follow(state);
    this.start();
  }

  async #openStories(state: State): Promise<void> {
    const opening = this.#leave();
    const files = await exampleModel(languageNow() === "de" ? "de" : "en");
    if (!opening.aborted) await this.#takeModel(files, state, EXAMPLE_MODEL);
  }

  /** @param name the model's, where no folder of the reader has one */
  #takeModel(files: readonly File[], state: State, name?: string): Promise<void> {
    this.#clearWanted();
    return this.#models.take(files, state, name);
  }

  /** A model comes, whatever a link has asked for. */
  #clearWanted(): void {
    this.#leave();
    for (const id of ["wanted", "wanted-second"]) clear(byId(id));
  }

  #openExample(state: State): Promise<void> {
    return this.#open(exampleFile(), { ...state, file: EXAMPLE }, true);
  }

  /** What comes is sorted in the order in which it came, unless something else was asked for meanwhile. */
  #take(files: Files): Promise<unknown> {
    const wish = this.#wishes.signal;
    this.#screen(true);
    const gguf = hasWeights(files) ? Promise.resolve(undefined) : ggufAmong(files);
    return (this.#sorted = Promise.allSettled([gguf, this.#sorted]).then(([found]) => {
      if (wish.aborted) return;
      if (found.status === "rejected") return this.#refuse((found.reason as Error).message);
      if (found.value === undefined) return void this.#takeSorted(files);
      this.#awaitsSecond = false;
      const { opened, state } = this.#session;
      this.#clearWanted();
      void this.#models.takeGguf(found.value, opened === undefined ? state : START);
    }));
  }

  #refuse(problem: string): void {
    this.#leave();
    showProblem(problem);
    byId("choose").focus();
  }

  /** @param files a model's; or the first is opened, and the others are named */
  async #takeSorted([file, ...others]: Files): Promise<void> {
    const { opened, state } = this.#session;
    if (isModel([file, ...others])) {
      this.#awaitsSecond = false;
      return this.#takeModel([file, ...others], opened === undefined ? state : START);
    }
    const isAsked = opened !== undefined && state.head !== undefined && state.otherFile === file.name;
    if (this.#awaitsSecond || isAsked) await this.#openSecond(file);
    else await this.#open(file, { ...(opened === undefined ? state : START), file: file.name }, false);
    if (others.length > 0 && byId("status").textContent === "")
      fill(byId("status"), "one-at-a-time", { name: file.name, others: listed(others.map(({ name }) => name)) });
  }

  async #open(file: File, state: State, isExample: boolean): Promise<void> {
    const opening = this.#leave();
    showProblem("");
    fill(byId("status"), "opening", { name: file.name });
    try {
      const opened = await OpenFile.open(file, isExample);
      const part = state.part < opened.parts.length ? state.part : 0;
      const text = state.text < opened.parts[part]!.batch ? state.text : 0;
      const shown = await orClosed(opened, OpenText.open(opened, { part, text, reading: state.reading }));
      if (opening.aborted) return opened.close();
      for (const id of ["wanted", "wanted-second"]) clear(byId(id));
      this.#session.open(shown, { ...state, part, text, reading: shown.facts.reading });
    } catch (error) {
      if (opening.aborted) return;
      showProblem((error as Error).message);
      byId("choose").focus();
    } finally {
      if (!opening.aborted) clear(byId("status"));
    }
  }

  async #openSecond(file: File): Promise<void> {
    this.#awaitsSecond = false;
    showProblem("");
    const comparison = this.#comparisons.begin();
    const first = this.#session.opened?.file;
    const isLeft = (): boolean => comparison.aborted || this.#session.opened?.file !== first;
    try {
      const opened = await OpenFile.open(file, false);
      const part = Math.min(this.#session.state.part, opened.parts.length - 1);
      const beside = await orClosed(opened, besideIn(opened, part));
      if (isLeft()) return opened.close();
      this.#session.beside?.file.close();
      this.#session.beside = beside;
      const { other, head } = this.#session.state;
      const wanted = [other, head, { layer: 0, head: 0 }].find((place) => place && beside.has(place))!;
      this.#session.change({ other: wanted, otherFile: file.name });
    } catch (error) {
      if (isLeft()) return;
      showProblem((error as Error).message);
      byId("file-problem").scrollIntoView({ block: "center" });
    }
  }
}

/** What is read of a file. A file of which it cannot be read is closed. */
function orClosed<Read>(file: OpenFile, reading: Promise<Read>): Promise<Read> {
  return reading.catch((error: unknown) => {
    file.close();
    throw error;
  });
}

/** The first text of a part; transposed where its first head shows that rows are columns. */
async function besideIn(file: OpenFile, part: number): Promise<OpenText> {
  const place = { part, text: 0, reading: "plain" } as const;
  const plain = await OpenText.open(file, place);
  const [head] = await plain.scan(0, 1);
  return head?.statistics.problem === "turned" ? OpenText.open(file, { ...place, reading: "turned" }) : plain;
}
