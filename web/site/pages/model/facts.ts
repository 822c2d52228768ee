// What is known of the open file, and what is doubtful about it. All of it is text.
import { byId } from "../../kit/index.js";
import { make } from "../../../show/index.js";
import { setText } from "../../rooms/heads/index.js";
import { fill, phrase } from "../../kit/texts/index.js";
import { byteCount } from "../../rooms/files/index.js";
import type { Opened } from "./opened.js";
import { EXAMPLE_MODEL } from "./example/example-model.js";
import { ModelText } from "./running/running-model.js";

export function showFacts(opened: Opened): void {
  if (opened instanceof ModelText) return showModelFacts(opened);
  const { file, facts, tokens } = opened;
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
  fill(byId("about-example"), "about-example");
  byId("notes").replaceChildren(...[...facts.notes, ...tokens.notes].map((note) => make("li", {}, note)));
}

/** A model has sizes of its own, and texts of any length. */
function showModelFacts({ file: { name, facts, opened } }: ModelText): void {
  const { family, layers, heads, dim, causal, head, bytes, vocab, context } = facts;
  const isExample = name === EXAMPLE_MODEL;
  if (isExample) fill(byId("file-name"), "letters-name");
  else setText(byId("file-name"), name);
  const words = [
    family,
    `${phrase("layers", { count: layers })} × ${phrase("heads", { count: heads })}`,
    phrase("head-size", { count: dim }),
    phrase(causal ? "looks-back" : "looks-both"),
    byteCount(bytes).replace(" ", "\u00a0"),
  ];
  setText(byId("file-facts"), words.join(" · "));
  byId("about-example").hidden = !isExample;
  fill(byId("about-example"), "about-letters", { letters: vocab, context });
  const { problem, hasTokenizer } = opened;
  const notes = [
    ...(problem ? [phrase(problem.key, { what: problem.what })] : []),
    ...(!hasTokenizer && !problem ? [phrase("tokenizer-none")] : []),
    ...(head ? [] : [phrase("no-words")]),
  ];
  byId("notes").replaceChildren(...notes.map((note) => make("li", {}, note)));
}
