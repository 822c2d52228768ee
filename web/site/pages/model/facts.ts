// What is known of the open file, and what is doubtful about it. All of it is text.
import { byId } from "../../kit/index.js";
import { listed, make, percent } from "../../../show/index.js";
import { setText } from "../../rooms/heads/index.js";
import { fill, filled, phrase, type Given, type Parameters } from "../../kit/texts/index.js";
import { byteCount } from "../../rooms/files/index.js";
import type { Opened } from "./opened.js";
import { EXAMPLE_MODEL } from "./example/example-model.js";
import { isQuantised, typesOf } from "./running/gguf-words.js";
import { plain } from "./running/without-call-name.js";
import type { GgufHead } from "./running/requests.js";
import { ModelText, type RunningModel } from "./running/running-model.js";

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
  byId("chat").hidden = true;
  byId("notes").replaceChildren(...[...facts.notes, ...tokens.notes].map((note) => make("li", {}, note)));
}

/** A model has sizes of its own, and texts of any length. */
function showModelFacts({ file }: ModelText): void {
  const { name, facts, gguf } = file;
  const { family, layers, heads, dim, causal, bytes, vocab, context } = facts;
  const isExample = name === EXAMPLE_MODEL;
  if (isExample) fill(byId("file-name"), "stories-name");
  else setText(byId("file-name"), name);
  const words = [
    family,
    `${phrase("layers", { count: layers })} × ${phrase("heads", { count: heads })}`,
    phrase("head-size", { count: dim }),
    phrase(causal ? "looks-back" : "looks-both"),
    byteCount(bytes).replace(" ", "\u00a0"),
    ...(gguf === undefined ? [] : [typesOf(gguf)]),
  ];
  setText(byId("file-facts"), words.join(" · "));
  const about = byId("about-example");
  about.hidden = !isExample && gguf === undefined;
  if (gguf === undefined) fill(about, "about-stories", { words: vocab, context });
  else if (isQuantised(gguf)) fill(about, "about-rounded", () => ({ types: typesOf(gguf), ...ROUNDING() }));
  else fill(about, "about-gguf", () => ({ types: typesOf(gguf) }));
  byId("notes").replaceChildren(...notesOf(file));
  byId("chat").hidden = gguf?.chatTemplate === undefined;
  setText(byId("chat-template"), gguf?.chatTemplate ?? "");
}

/** By how much a weight of a head changed at most, in a small model that was measured. */
const ROUNDING = (): Parameters => ({ little: percent(0.02), much: percent(0.54) });

/** What is doubtful about a model, and what it does not do. */
function notesOf({ facts, opened, gguf, passed }: RunningModel): HTMLElement[] {
  const { problem, hasTokenizer, judges } = opened;
  const note = (key: string, given: Given = {}): HTMLElement => filled("li", key, {}, given);
  const isPart = gguf !== undefined && facts.layers < gguf.layers;
  return [
    ...(isPart ? [note("first-layers", { count: facts.layers, all: gguf.layers })] : []),
    ...(problem ? [note(problem.key, { what: problem.what })] : []),
    ...(!hasTokenizer && !problem ? [noTokenizer(gguf)] : []),
    ...(facts.head || isPart ? [] : [note(judges ? "judges" : "no-words")]),
    ...(gguf?.notes ?? []).map((text) => make("li", { lang: "en" }, text)),
    ...(passed.length === 0 ? [] : [note("gguf-passed", () => ({ others: passedNames(passed) }))]),
  ];

  function noTokenizer(file: GgufHead | undefined): HTMLElement {
    return file === undefined
      ? note("tokenizer-none")
      : note("gguf-no-tokenizer", { why: plain(file.noTokenizer ?? "") });
  }
}

/** A folder of Ollama may hold many. */
function passedNames(passed: readonly string[]): string {
  const rest = passed.length - 3;
  return listed(rest > 0 ? [...passed.slice(0, 3), phrase("gguf-more", { count: rest })] : passed);
}
