// Every idea of the five source texts has a sentence in the pages and a place where it is computed.
//
// A: "Understanding The Self-Attention" (Benveniste), B: Raschka's unit 8.5, C: Almasi, from first principles,
// D: "Teaching Machines to Focus", E: "Self Attention" (Knowledge Share).
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { readStrings } from "../../scripts/site-texts.mjs";
import { SITE } from "../../scripts/site-pages.mjs";

/** idea, sources, page, key of its text, what the English text says, id of the place where it is computed */
const IDEAS = [
  ["embedding: a look-up is a one-hot row times a table", "ADE", "embedding", "product-text", /one-hot/, "look-up"],
  ["embedding: pieces, numbers, a table, rows", "ADE", "embedding", "reading-text", /embedding/, "reading"],
  ["embedding: rows are learned by the same slope", "ADE", "embedding", "slope-text", /slope/, "plane"],
  ["near words in a trained table", "AD", "embedding", "like-text", /cosine/, "alike"],
  [
    "hidden states: one row in the table, another after each layer",
    "AD",
    "embedding",
    "layers-text",
    /hidden state/,
    "stages",
  ],
  ["embedding size and hidden size", "AE", "embedding", "layers-text", /embedding size.*hidden size/s, "stages"],
  ["the library: request, index entry, content", "D", "look-up", "words-text", /library/, "answer-blend"],
  ["a blend instead of an exact answer", "D", "look-up", "one-text", /mixture/, "answer-dictionary"],
  ["attention without weights: ω, α, z", "B", "without-weights", "steps-text", /omega_\{ij\}/, "omega"],
  ["outputs are convex combinations", "E", "without-weights", "steps-text", /shares/, "plane"],
  ["weights as probabilities, drawn", "ADE", "why-softmax", "draws-text", /probabilities/, "errors"],
  ["where the reading as probabilities misleads", "ADE", "why-softmax", "missing-why", /how sure/, "missing-said"],
  ["why softmax at all", "C", "why-softmax", "contest-why", /not the only way/, "results"],
  ["three projections", "ABCDE", "projections", "break-text", /W_Q/, "scores"],
  ["shapes: d_k and d_v apart", "E", "projections", "shapes-text", /d_k/, "shapes"],
  ["rows or columns, and the index of softmax", "A", "projections", "turned-text", /columns/, "wk-out-in"],
  ["e_ij written in two ways", "A", "projections", "index-text", /e_\{ij\}/, "entry-kq"],
  ["QKᵀV without softmax", "C", "projections", "regroup-text", /before softmax/, "regrouped"],
  ["one query, term by term", "B", "one-query", "end-text", /belong to the query/, "walk"],
  ["four steps: project, score, normalise, mix", "D", "one-query", "whole", /step/, "whole"],
  ["learned from the training signal alone", "D", "learned", "meaning-text", /weights/, "timeline"],
  ["why √d_k: variance and saturation", "D", "why-root-dk", "claim-text", /variance/, "figures"],
  ["scale √d_model", "A", "why-root-dk", "dmodel-text", /d_\\text\{model\}/, "heads"],
  ["√d_k does not keep numbers finite: the sentence", "D", "why-root-dk", "stability-text", /overflow/, "figures"],
  ["√d_k does not keep numbers finite: computed", "D", "under-the-hood", "root-text", /stable/, "overflow-root"],
  ["the division, trained with it and without", "D", "train-it-twice", "sum-text", /gradients/, "dots"],
  ["'bank': the context decides", "AC", "context", "bank-text", /Bank/, "bank-rows"],
  ["'it' means the animal, not the street", "AD", "context", "flip-text", /animal/, "two-said"],
  ["several heads, and W_O", "BD", "several-heads", "product-text", /joined/, "parts"],
  ["positions", "D", "order-and-masks", "places-text", /usual ways/, "looks"],
  ["causal mask", "BD", "order-and-masks", "causal-text", /later/, "masked"],
  ["cross-attention", "AB", "order-and-masks", "cross-text", /cross-attention/, "masked"],
  ["alignment of two sequences", "AB", "alignment", "origin-text", /Bahdanau/, "alignment"],
  ["sequence to sequence, n in and n out", "B", "alignment", "origin-text", /sequence-to-sequence/, "alignment"],
  ["right answers do not prove that a head looked there", "AB", "alignment", "roles-why", /does not prove/, "roles"],
  ["all pairs at once, no step waits", "D", "under-the-hood", "once-text", /any order/, "ways"],
  ["a recurrent chain must wait", "D", "under-the-hood", "race-text", /waits/, "race"],
  ["the whole Transformer: encoder and decoder", "AD", "whole", "both-text", /encoder.*decoder/is, "both"],
  ["hidden states, from layer to layer", "AD", "whole", "hidden-text", /hidden state/, "moved"],
  ["the next word, and the loss", "AD", "whole", "next-text", /share for each word/, "guess"],
  ["residual stream", "D", "two-layers", "residual-text", /residual stream/, "parts"],
  ["induction head", "D", "two-layers", "why-text", /induction head/, "layer-2"],
];

/** Names that a reader meets elsewhere: the entry of the glossary, and what it says. */
const NAMES = [
  ["embedding-means", /embedding size/],
  ["hidden-means", /hidden size/],
  ["layer-means", /small net/],
  ["residual-means", /adds/],
  ["mask-means", /causal/],
  ["position-means", /place/],
  ["logit-means", /before softmax/],
  ["sequence-names", /seq2seq/],
  ["induction-means", /repeats/],
  ["transformer-means", /encoder/i],
  ["weights-means", /probabilities/],
  ["weights-names", /attention scores/],
  ["query-names", /U_q/],
  ["key-names", /U_k/],
  ["value-names", /U_v/],
];

const strings = readStrings();
const textOf = (language, section, key) => {
  const text = strings[language][section]?.[key];
  return typeof text === "object" ? text.other : text;
};

for (const [idea, sources, page, key, says, id] of IDEAS)
  test(`${idea} (${sources}): a sentence and a computed place in "${page}"`, () => {
    assert.match(textOf("en", page, key) ?? "", says);
    for (const language of Object.keys(strings)) assert.ok(textOf(language, page, key), `${language}: ${key}`);
    const body = path.join(SITE, "pages", page, "body.html");
    assert.ok(existsSync(body));
    assert.match(readFileSync(body, "utf8"), new RegExp(` id="${id}"`));
  });

test("each text names its sources", () => {
  for (const [idea, sources] of IDEAS) assert.match(sources, /^[A-E]+$/, idea);
  for (const source of "ABCDE") assert.ok(IDEAS.some(([, sources]) => sources.includes(source)));
});

test("the glossary has the names that other texts use", () => {
  for (const [key, says] of NAMES) {
    assert.match(textOf("en", "glossary", key) ?? "", says);
    for (const language of Object.keys(strings)) assert.ok(textOf(language, "glossary", key), `${language}: ${key}`);
  }
});
