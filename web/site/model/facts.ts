// What is known of the open file, and what is doubtful about it. All of it is text.
import { make } from "../../show/index.js";
import { byId, setText } from "../heads/index.js";
import { byteCount } from "./files/index.js";
import type { OpenText } from "./open-file.js";

export function showFacts({ file, facts, tokens }: OpenText): void {
  const { layers, heads, rows, columns, type, hasVectors, batch } = facts;
  const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? "" : "s"}`;
  setText(byId("file-name"), file.isExample ? "A trained encoder reads a sentence" : file.name);
  const words = [
    `${count(layers, "layer")} × ${count(heads, "head")}`,
    rows === columns ? count(rows, "token") : `${rows} × ${columns} tokens`,
    ...(batch > 1 ? [count(batch, "text")] : []),
    type,
    ...(hasVectors ? ["with q and k"] : []),
    byteCount(file.size),
  ];
  setText(byId("file-facts"), words.join(" · "));
  byId("about-example").hidden = !file.isExample;
  byId("notes").replaceChildren(...[...facts.notes, ...tokens.notes].map((note) => make("li", {}, note)));
}
