// A model as files: it is saved, handed over to the viewer, and opened again.
import { byId, offerFile, openWithFiles, type HandedFiles } from "../../kit/index.js";
import { fill, languageNow } from "../../kit/texts/index.js";
import { make } from "../../../show/index.js";
import { areModel, readModel } from "./model-files.js";
import type { Moment, ModelFiles, Opened, Settings } from "./messages.js";
import { settingsOf, showSettings } from "./settings.js";
import type { TextChoice } from "./text-choice.js";
import { tokenizerOf } from "./tokenizer-of.js";
import type { Training } from "./training.js";

const WEIGHTS = "model.safetensors";

export interface SavedModelHost {
  readonly training: Training;
  readonly text: TextChoice;
  /** The step that is shown. */
  readonly moment: () => Moment;
  /** A model was opened, and the page has gone over to it. */
  readonly opened: (name: string, opened: Opened) => void;
}

export class SavedModel {
  readonly #host: SavedModelHost;
  /** Whether a training would be lost with the page. */
  isUnsaved = false;

  constructor(host: SavedModelHost) {
    this.#host = host;
    for (const file of [WEIGHTS, "config.json", "tokenizer.json"]) {
      const button = make("button", { type: "button" }, file);
      button.addEventListener("click", () => void this.#save(file));
      byId("files").append(button);
    }
    byId("to-viewer").addEventListener("click", () => this.#openInViewer());
    addEventListener("beforeunload", (event) => this.isUnsaved && event.preventDefault());
    this.#followFiles();
  }

  /** Files are dropped anywhere: a model, or a text. What is no file is left to the field of text. */
  #followFiles(): void {
    const input = byId<HTMLInputElement>("open");
    input.addEventListener("change", () => {
      const files = Array.from(input.files ?? []);
      // So the same files can be chosen once more.
      input.value = "";
      void this.#open(files);
    });
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
    document.addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const files = Array.from(event.dataTransfer!.files);
      if (areModel(files)) void this.#open(files);
      else if (files[0]) void this.#host.text.read(files[0]);
    });
  }

  /** A saved model takes the place of a training. Where it does not fit, all stays as it is. */
  async #open(files: readonly File[]): Promise<void> {
    const { training, opened } = this.#host;
    if (training.busy || !areModel(files)) return;
    await training.alone("opening", async () => {
      const saved = await readModel(files);
      const fitting = await this.#openFitting(saved);
      if (fitting === undefined) return;
      await training.goTo(fitting.opened, fitting.settings);
      opened(saved.name, fitting.opened);
    });
  }

  /** Gives the fields the sizes of the model. They stay as they were where it is refused, which is said. */
  async #openFitting(saved: ModelFiles): Promise<{ opened: Opened; settings: Settings } | undefined> {
    const before = settingsOf();
    const status = byId("status");
    let opened: Opened | undefined;
    try {
      showSettings({ ...before, ...saved.sizes });
      // The fields may be changed while it opens.
      const settings = settingsOf();
      const { text } = this.#host.text;
      const isOurs = Object.entries(saved.sizes).every(([name, size]) => settings[name as keyof Settings] === size);
      if (!isOurs) fill(status, "open-sizes", { name: saved.name });
      else if (text === undefined) this.#host.text.complain();
      else {
        opened = await this.#host.training.worker.ask("open", { text, settings, files: saved });
        if (opened !== undefined) return { opened, settings };
        fill(status, "open-letters", { name: saved.name });
      }
    } finally {
      if (opened === undefined) showSettings(before);
    }
    return undefined;
  }

  async #save(file: string): Promise<void> {
    const content = (await this.#files())[file];
    if (content === undefined) return;
    const type = typeof content === "string" ? "application/json" : "application/octet-stream";
    offerFile(new Blob([content], { type }), file);
    if (file === WEIGHTS) this.isUnsaved = false;
  }

  /** The three files of the step that is shown; none where they cannot be had. */
  async #files(): Promise<HandedFiles> {
    const saved = await this.#host.training.ask("save", this.#host.moment());
    if (saved === undefined) return {};
    const json = (value: object): string => JSON.stringify(value, undefined, 1);
    const tokenizer = json(tokenizerOf(saved.letters));
    return { [WEIGHTS]: saved.weights, "config.json": json(saved.config), "tokenizer.json": tokenizer };
  }

  /** A tab of the viewer asks for the files of this step when it has loaded. */
  #openInViewer(): void {
    const viewer = `model.html#${new URLSearchParams({ lang: languageNow(), file: "trained-here" })}`;
    // This page may train again before the other page asks.
    const files = this.#files();
    fill(byId("viewer-says"), openWithFiles(viewer, () => files) ? "in-viewer" : "no-viewer");
  }
}
