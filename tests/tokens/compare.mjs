// The tokenizers of the pages beside the native library of their makers: which lines of a form differ, and why.
import { createRequire } from "node:module";
import { novelPiece } from "../../scripts/train-texts.mjs";
import { siteModule } from "../site/runs.mjs";
import { learnt } from "./forms.mjs";
import { makeLines } from "./hard-lines.mjs";
import { newerIn } from "./newer.mjs";

const native = createRequire(import.meta.url)("tokenizers");
const { readPieces } = await siteModule("pages/model/running/tokenizer.ts");

/** How many lines the vocabularies are learned from: half of them the novel's. */
const LEARNED = 4000;
const novel = novelPiece(1e6)
  .split(/(?<=[.!?;]) +|\s*\n\s*/)
  .filter((line) => line.trim().length > 3);

/** Other lines than those that are compared. */
function linesToLearn() {
  const made = makeLines(LEARNED / 2, { seed: 1, novel });
  return [...novel.slice(0, LEARNED / 2), ...made.map(({ text }) => text.replace(/[\r\n]|\p{Surrogate}/gu, " "))];
}

/**
 * @typedef {{ kind: string, text: string, page: string, native: string }} Difference
 * `kind`: why; `page`, `native`: the pieces from the first that differ, or the texts that they say
 * @param {string} name of a form @param {number} count of lines
 * @returns {Promise<{ differences: Difference[], decoded: Difference[] }>}
 */
export async function compare(name, count) {
  const parts = learnt(native, name, linesToLearn());
  const json = JSON.stringify(parts);
  const [page, reference] = [readPieces(json), native.Tokenizer.fromString(json)];
  const idsOf = async (texts) => (await reference.encodeBatch(texts)).map((encoding) => encoding.getIds());
  const texts = makeLines(count, { novel }).map(({ text }) => text);
  const wanted = await idsOf(texts);
  const wrong = texts
    .map((text, at) => ({ text, page: page.encode(text), native: wanted[at] }))
    .filter((one) => !same(one.page, one.native));
  const shorter = await idsOf(wrong.map(({ text }) => without(text)));
  const kindOf = (one, at) => {
    if (isTie(parts, one)) return "tie";
    const rest = { page: page.encode(without(one.text)), native: shorter[at] };
    const isNewer = without(one.text) !== one.text && (same(rest.page, rest.native) || isTie(parts, rest));
    return isNewer ? "newer" : "unknown";
  };
  const named = (ids, from) => ids.slice(from, from + 3).map((id) => page.nameOf(id));
  const differences = wrong.map((one, at) => {
    const from = one.page.findIndex((id, place) => id !== one.native[place]);
    const pieces = (ids) => named(ids, Math.max(0, from)).join(" · ");
    return { kind: kindOf(one, at), text: one.text, page: pieces(one.page), native: pieces(one.native) };
  });
  return { differences, decoded: await decodedOtherwise(page, reference, texts, wanted) };
}

/** The same tokens as texts, without signs. */
async function decodedOtherwise(page, reference, texts, ids) {
  const wanted = await reference.decodeBatch(ids, true);
  return texts
    .map((text, at) => ({
      kind: "decoded",
      text,
      page: page.decode(ids[at], { skip_special_tokens: true }),
      native: wanted[at],
    }))
    .filter((one) => one.page !== one.native);
}

const same = (a, b) => a.length === b.length && a.every((id, at) => id === b[at]);

/** The text without the characters that the native tables do not know as JavaScript's do. */
function without(text) {
  const newer = newerIn(native, text);
  return Array.from(text, (one) => (newer.has(one) ? "" : one)).join("");
}

/** Whether both ways to cut a text have the same sum of scores. */
function isTie({ model }, { page, native: other }) {
  if (model.type !== "Unigram") return false;
  const sum = (ids) => ids.reduce((total, id) => total + model.vocab[id][1], 0);
  const unknown = (ids) => ids.filter((id) => id === model.unk_id).length;
  return unknown(page) === unknown(other) && Math.abs(sum(page) - sum(other)) < 1e-6 * Math.abs(sum(page));
}
