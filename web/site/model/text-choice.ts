// A file may hold several attentions, and each of them several texts: the reader chooses.
import { byId, fillSelect, type Session } from "../heads/index.js";
import { phrase } from "../texts/index.js";
import { OpenText } from "./open-file.js";
import type { State } from "./state.js";

export class TextChoice {
  readonly #session: Session<State, OpenText>;

  constructor(session: Session<State, OpenText>) {
    this.#session = session;
    for (const id of ["part", "text"]) byId(id).addEventListener("change", () => void this.#change());
  }

  show({ file, facts }: OpenText): void {
    const { part, text } = this.#session.state;
    const parts = file.parts.map(({ name }, at) => [String(at), name || phrase("the-list")] as const);
    const texts = Array.from({ length: facts.batch }, (_, at) => [String(at), phrase("text-at", { at })] as const);
    fillSelect(byId("part"), parts, String(part));
    fillSelect(byId("text"), texts, String(text));
    byId("part-choice").hidden = parts.length < 2;
    byId("text-choice").hidden = texts.length < 2;
  }

  async #change(): Promise<void> {
    const [part, wanted] = ["part", "text"].map((id) => Number(byId<HTMLSelectElement>(id).value));
    const { file } = this.#session.opened!;
    const text = wanted! < file.parts[part!]!.batch ? wanted! : 0;
    const shown = await OpenText.open(file, part!, text);
    this.#session.open(shown, { ...this.#session.state, part: part!, text, layers: undefined });
  }
}
