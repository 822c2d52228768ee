// A part of the trained encoder's table, small enough for a lesson: the rows of its likeliest words and of some that
// readers may try. And what the encoder makes of the row of "bank" in three sentences, layer by layer.
//
// A page imports "trained:rows"; web/site/kit/trained-rows.ts reads it. The rows are rounded to few whole
// numbers, a letter each, which compress well. `node scripts/encoder-rows.mjs` prints how long the text is.
import { pathToFileURL } from "node:url";
import { packed, startEncoder } from "./encoder-heads.mjs";
import { quantise, trainedWeights } from "./encoder-weights.mjs";

/** How many of the likeliest words are taken. */
const LIKELIEST = 250;
/** Further words, where the encoder has them as one piece. */
const TRIED = `cat dog bird fish horse cow pig animal sat tired hungry street bank river boat lake sea water tea coffee
milk bread wine beer king queen prince red blue green black white yellow brown Monday Tuesday Wednesday Thursday Friday
Saturday Sunday January February March April June July August September October November December France Germany Italy
Spain India China Japan Russia London Paris car bus train plane bike mother father brother sister son daughter wife
husband uncle one two three four five six seven eight nine ten doctor nurse teacher lawyer artist happy sad angry afraid
proud summer winter spring snow rain sun moon star hand foot head arm leg north south east west gold silver iron
football tennis soccer music song dance piano book letter paper page house room door window kitchen loan cash dollar
euro bought sold saw walk run jump sing wrote read king city town village country`.split(/\s+/);
/** Likely, but nothing for a class. */
const LEFT_OUT = ["fuck", "shit", "sex", "kill", "gun", "rape", "dead", "death", "porn", "ass", "damn", "hell"];

/** A row is kept as whole numbers from −STEPS to STEPS, with a scale. */
export const STEPS = 6;
/** The letter of 0. */
const ZERO = "h".charCodeAt(0);

const BANKS = [
  "We sat on the bank of the river.",
  "They walked along the bank of the lake.",
  "She put her money in the bank.",
];

/** The numbers of the words' pieces, the likeliest first. */
export function chosenPieces(pieces) {
  const plain = Array.from(pieces.keys()).filter((id) => /^▁[A-Za-z]+$/.test(pieces[id]));
  const wordOf = (id) => pieces[id].slice(1);
  const allowed = plain.filter((id) => !LEFT_OUT.includes(wordOf(id).toLowerCase()));
  const likely = new Set(allowed.slice(0, LIKELIEST));
  return allowed.filter((id) => likely.has(id) || TRIED.includes(wordOf(id)));
}

let made;
/** What a page imports as "trained:rows". It is computed once. */
export function trainedRows() {
  return (made ??= pack());
}

async function pack() {
  const { pieces, tensors } = trainedWeights();
  const { data, columns } = tensors.embedding;
  const ids = chosenPieces(pieces);
  const rows = Float32Array.from({ length: ids.length * columns }, (_, at) => {
    return data[ids[Math.floor(at / columns)] * columns + (at % columns)];
  });
  const { scales, numbers } = quantise({ data: rows, columns, steps: STEPS });
  return {
    pieces: pieces.length,
    columns,
    ids,
    words: ids.map((id) => pieces[id].slice(1)),
    scales: Array.from(scales, (scale) => Number(scale.toPrecision(6))),
    numbers: Array.from(numbers, (number) => String.fromCharCode(ZERO + number)).join(""),
    banks: await readBanks(),
  };
}

/** The row of "bank" as embedded, after layer 0, and after layer 1. The sentences are read with "bank" at one place. */
async function readBanks() {
  const { tokeniser, encoder } = await startEncoder();
  const read = BANKS.map((text) => {
    const ids = tokeniser.encode(text);
    return { text, ids, bank: ids.findIndex((id) => tokeniser.piece(id) === "▁bank") };
  });
  const place = Math.max(...read.map(({ bank }) => bank));
  return read.map(({ text, ids, bank }) => {
    const { stages } = encoder.encode(ids, place - bank);
    return { text, stages: stages.map(({ data, shape }) => packed(rowOf(data, shape.at(-1), bank))) };
  });
}

function rowOf(data, columns, row) {
  return { data: data.slice(row * columns, (row + 1) * columns), shape: [1, columns] };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = await trainedRows();
  console.log(`encoder-rows: ${rows.words.length} words in ${JSON.stringify(rows).length} characters`);
}
