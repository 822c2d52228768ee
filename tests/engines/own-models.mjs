// A model of each family runs on the page from disk: its weights and probabilities are the textbook's.
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/setup/checkout.mjs";
import { textbookModel } from "../model/oracle.mjs";
import {
  bert,
  byteLevel,
  ggufLlama,
  gpt2,
  idsOf,
  llama,
  mostChanged,
  softmax,
  without,
  wordPiece,
} from "../site/own-models.mjs";
import { until } from "./in-each-browser.mjs";

const PAGE = pathToFileURL(path.join(root, "dist-site/model.html")).href;
const [WEIGHTS, SHARES] = [1e-4, 2e-5];

/**
 * What is typed, the tokens that the model then runs on, and the token that is asked about. Each has another number of
 * tokens, so that nothing of the one before is taken for its own.
 */
const CASES = {
  "GPT-2": () => ({
    model: gpt2(),
    typed: " the cat sat on the mat",
    ids: idsOf(byteLevel(), "Ġthe Ġcat Ġsat Ġon Ġthe Ġmat".split(" ")),
    at: 5,
  }),
  Llama: () => ({ model: llama(), typed: "5 9 14 5 3 60 2", ids: [5, 9, 14, 5, 3, 60, 2], at: 6 }),
  "Llama in a GGUF file without a suffix": () => {
    const model = ggufLlama();
    return {
      model: { ...model, files: { llama: model.bytes } },
      typed: " the cat sat on the",
      ids: idsOf(byteLevel(), "Ġthe Ġcat Ġsat Ġon Ġthe".split(" ")),
      at: 4,
    };
  },
  BERT: () => {
    const ids = idsOf(wordPiece(), "[CLS] the cat [SEP]".split(" "));
    return { model: bert(), typed: "the cat", ids, at: 2, hidden: ids.with(2, wordPiece().model.vocab["[MASK]"]) };
  },
};

/** Gives the page the files of a model, as the reader's choice would. */
const give = (page, files) =>
  page.run(
    (parts) => {
      const given = new DataTransfer();
      for (const [name, bytes] of parts)
        given.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name));
      const input = document.querySelector("#file");
      input.files = given.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
  );

const type = (page, text) =>
  page.run((typed) => {
    const field = document.querySelector("#typed");
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);

/** Switches off head 2 of layer 1, and gives the shown probabilities of the token before and after. */
async function sharesWithout(page, at) {
  await page.run((token) => {
    document.querySelectorAll("#tokens button")[token].click();
    document.querySelector("#what-if").open = true;
  }, at);
  await until(page, () => document.querySelectorAll("#change-head option").length === 5);
  await page.run(() => {
    for (const [id, value] of Object.entries({ kind: "off", layer: "1", head: "2" }))
      document.querySelector(`#change-${id}`).value = value;
    document.querySelector("#change-form").requestSubmit();
  });
  await until(page, () => document.querySelectorAll("#effect tbody tr").length === 10);
  return page.run(() => Array.from(document.querySelectorAll("#effect tbody data"), (one) => Number(one.value)));
}

const farthest = (shown, wanted) => Math.max(...wanted.map((one, at) => Math.abs(one - (shown[at] ?? Infinity))));

async function runsItsModels(page) {
  await page.goto("about:blank");
  await page.goto(`${PAGE}#file=example`);
  await until(page, () => performance.getEntriesByName("heed-grid-full").length > 0);
  for (const [family, make] of Object.entries(CASES)) {
    const { model, typed, ids, at, hidden = ids } = make();
    const textbook = (given, tokens) => textbookModel(given.config, given.tensors, tokens);
    await give(page, model.files);
    await until(page, (name) => document.querySelector("#file-name").textContent === name, model.config.model_type);
    await type(page, typed);
    await until(page, (count) => document.querySelector("#read-status").textContent === `${count} tokens`, ids.length);
    await page.run(() => document.querySelector("#grid td[data-layer='1'][data-head='2']").click());
    const shown = await until(
      page,
      (count) => {
        const { matrix } = document.querySelector("#head-matrix");
        const isShown = document.querySelector("#head-title").textContent === "Layer 1, head 2";
        return isShown && matrix?.data.length === count && Array.from(matrix.data);
      },
      ids.length ** 2,
    );
    const far = farthest(shown, textbook(model, ids).weights[1][2].flat());
    assert.ok(far < WEIGHTS, `${family}: a weight is ${far} from the textbook's`);
    const [before, after] = [model, without(model, 1, 2)].map((one) => softmax(textbook(one, hidden).logits[at]));
    const off = farthest(await sharesWithout(page, at), mostChanged(before, after).flat());
    assert.ok(off < SHARES, `${family}: a probability is ${off} from the textbook's`);
  }
}

export const OWN_MODELS = { "a model of each family runs from disk, as the textbook does": runsItsModels };
