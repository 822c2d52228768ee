// A file may hold several attentions, and each of them several texts; and its rows may be its columns. The reader
// chooses.
import { byId, Latest } from "../../kit/index.js";
import { fillSelect, type Session } from "../../rooms/heads/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { OpenText, type TextPlace } from "./open-file.js";
import type { Opened } from "./opened.js";
import type { State } from "./state.js";

export class TextChoice {
  readonly #session: Session<State, Opened>;
  readonly #failed: (message: string) => void;
  readonly #latest = new Latest();
  /** What was chosen last, of what was open then. It may not be shown yet. */
  #wanted: { readonly of: Opened; readonly place: TextPlace } | undefined;

  constructor(session: Session<State, Opened>, failed: (message: string) => void) {
    this.#session = session;
    this.#failed = failed;
    byId("part").addEventListener("change", () => void this.#change({ part: this.#chosen("part"), reading: "plain" }));
    byId("text").addEventListener("change", () => void this.#change({ text: this.#chosen("text") }));
    byId("reading").addEventListener("change", ({ target }) => {
      const other = (session.opened as OpenText).facts.isComputed ? "causal" : "turned";
      void this.#change({ reading: (target as HTMLInputElement).checked ? other : "plain" });
    });
  }

  show(opened: Opened): void {
    byId("file-choices").hidden = !(opened instanceof OpenText);
    if (!(opened instanceof OpenText)) return;
    const { file, facts } = opened;
    const { part, text, reading } = this.#session.state;
    const parts = file.parts.map(({ name }, at) => [String(at), name || phrase("the-list")] as const);
    const texts = Array.from({ length: facts.batch }, (_, at) => [String(at), phrase("text-at", { at })] as const);
    fillSelect(byId("part"), parts, String(part));
    fillSelect(byId("text"), texts, String(text));
    byId("part-choice").hidden = parts.length < 2;
    byId("text-choice").hidden = texts.length < 2;
    const isTurned = Array.from(opened.scanned.values()).some(({ statistics }) => statistics.problem === "turned");
    const canMask = facts.isComputed && facts.rows === facts.columns;
    byId("reading-choice").hidden = reading === "plain" && !isTurned && !canMask;
    byId<HTMLInputElement>("reading").checked = reading !== "plain";
    fill(byId("reading-name"), facts.isComputed ? "read-causal" : "read-turned");
  }

  #chosen(id: string): number {
    return Number(byId<HTMLSelectElement>(id).value);
  }

  #change(change: Partial<TextPlace>): Promise<void> {
    const opened = this.#session.opened as OpenText;
    const { part, text, reading } = {
      ...(this.#wanted?.of === opened ? this.#wanted.place : this.#session.state),
      ...change,
    };
    const place = { part, text: text < opened.file.parts[part]!.batch ? text : 0, reading };
    this.#wanted = { of: opened, place };
    return this.#latest.quietly(
      async (signal) => {
        const shown = await OpenText.open(opened.file, place);
        if (signal.aborted || this.#session.opened !== opened) return;
        const { state } = this.#session;
        const layers = part === state.part ? state.layers : undefined;
        this.#session.open(shown, { ...state, ...place, reading: shown.facts.reading, layers });
      },
      ({ message }) => {
        if (this.#session.opened !== opened) return;
        this.#wanted = undefined;
        this.show(opened);
        this.#failed(message);
      },
    );
  }
}
