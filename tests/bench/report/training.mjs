// A step of training beside PyTorch's, as tables.
import { markdown } from "./text.mjs";

const ms = (value) => `${value.toFixed(value < 20 ? 2 : 1)} ms`;
const grouped = (value) => Math.round(value).toLocaleString("en-US");

function recipeReport({ name, gflop, best, found, letters }) {
  const table = [
    ["", "a step, median", "10th percentile", "of the best loop"],
    ...found.map((one) => [one.name, ms(one.ms), ms(one.tenth), `${(100 * one.share).toFixed(0)} %`]),
  ];
  const rates = letters.map(({ flavour, rate }) => `${grouped(rate)} with ${flavour}`).join(", ");
  return [
    `**${name}**: ${gflop.toFixed(2)} GFLOP of products with weights a step; the best loop made ${best.toFixed(0)} ` +
      `GFLOP/s. A decoder with its cache wrote so many letters a second: ${rates}.`,
    markdown(table),
  ].join("\n\n");
}

export function trainingReport({ recipes, engine, command, machine }) {
  const where =
    `A batch is 12 lines of 64 letters. All took their steps in turns, in ${engine}, ${machine.processor}, ` +
    `${machine.cores} cores, ${machine.date}. Command: \`${command}\`.`;
  return [where, ...recipes.map(recipeReport)].join("\n\n");
}
