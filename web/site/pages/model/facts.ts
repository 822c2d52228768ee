// What is known of the open file, and what is doubtful about it. All of it is text.
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { setText } from "../../rooms/heads/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { byteCount } from "../../rooms/files/index.js";
import type { OpenText } from "./open-file.js";

export function showFacts({ file, facts, tokens }: OpenText): void {
  const { layers, heads, rows, columns, type, hasVectors, isComputed, batch } = facts;
  if (file.isExample) fill(byId("file-name"), "example-name");
  else setText(byId("file-name"), file.name);
  const words = [
    `${phrase("layers", { count: layers })} × ${phrase("heads", { count: heads })}`,
    rows === columns ? phrase("tokens", { count: rows }) : phrase("rows-columns", { rows, columns }),
    ...(batch > 1 ? [phrase("texts", { count: batch })] : []),
    type,
    ...(hasVectors ? [phrase(isComputed ? "only-vectors" : "with-vectors")] : []),
    byteCount(file.size).replace(" ", "\u00a0"),
  ];
  setText(byId("file-facts"), words.join(" · "));
  byId("about-example").hidden = !file.isExample;
  byId("notes").replaceChildren(...[...facts.notes, ...tokens.notes].map((note) => make("li", {}, note)));
}
