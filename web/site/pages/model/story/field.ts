// The text of the story: a field to type in, and behind it the same text with what the page says of its words.
import { byId } from "../../../kit/index.js";
import { make } from "../../../../show/index.js";

/** Something said of a word of the text. */
export interface Mark {
  /** The word's place among the known words of the text. */
  readonly at: number;
  readonly layer: number;
  /** What is said of it below the field. */
  readonly text: string;
}

/** Words and marks, as readTyped of the stories takes them apart. */
const PIECES = /[\p{L}\p{M}\p{N}'’-]+|[^\s\p{L}\p{M}\p{N}]/gu;

export class StoryField {
  readonly #field = byId<HTMLTextAreaElement>("story-text");
  readonly #mirror = byId("story-mirror");
  readonly #looks = byId("looks");

  constructor(typed: () => void) {
    this.#field.addEventListener("input", typed);
  }

  get text(): string {
    return this.#field.value;
  }

  /** Puts a text there. The place where the reader types is then its end. */
  write(text: string): void {
    this.#field.value = text;
    this.#field.setSelectionRange(text.length, text.length);
  }

  focus(): void {
    this.#field.focus();
  }

  /** @param isKnown whether the model knows a word @param next the likeliest next word, as it would be written */
  draw(isKnown: (piece: string) => boolean, marks: readonly Mark[], next: string): void {
    const { text } = this;
    const parts: (Node | string)[] = [];
    let [end, known] = [0, 0];
    for (const { 0: piece, index } of text.matchAll(PIECES)) {
      parts.push(text.slice(end, index));
      end = index + piece.length;
      if (!isKnown(piece)) parts.push(make("span", { class: "unknown" }, piece));
      else parts.push(marked(piece, marks, known++));
    }
    this.#mirror.replaceChildren(
      ...parts,
      text.slice(end),
      make("em", {}, text.endsWith(" ") ? next.trimStart() : next),
    );
    this.#looks.replaceChildren(...marks.map((mark) => make("span", { class: `look-${mark.layer}` }, mark.text)));
  }
}

function marked(piece: string, marks: readonly Mark[], at: number): Node | string {
  const own = marks.filter((mark) => mark.at === at);
  if (own.length === 0) return piece;
  return make("span", { class: `marked look-${own.at(-1)!.layer}` }, piece);
}
