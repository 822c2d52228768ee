// A step of training beside PyTorch's, as tables.
import { markdown } from "./text.mjs";

const ms = (value) => `${value.toFixed(value < 20 ? 2 : 1)} ms`;
const megabytes = (memory) => (memory?.most === undefined ? "–" : `${Math.round(memory.most / 1e6)} MB`);
const grouped = (value) => Math.round(value).toLocaleString("en-US");

/** What a page adds to a step, and what messages add to it where workers share no memory. */
function pageReport(found) {
  const at = (place, flavour, workers) =>
    found.find(({ kind }) => kind.place === place && kind.flavour === flavour && kind.workers === workers);
  const flavours = found
    .filter(({ kind }) => kind.place === "page" && kind.workers === 0)
    .map(({ kind }) => kind.flavour);
  if (flavours.length === 0) return [];
  const beside = flavours.map((one) => `${(at("page", one, 0).ms / at("node", one, 0).ms).toFixed(2)} with ${one}`);
  const messages = flavours.map((one) => {
    const [shared, sent] = [at("page", one, 2).ms, at("plain page", one, 2).ms];
    const more = `${sent < shared ? "−" : "+"}${ms(Math.abs(sent - shared))}`;
    return `${(sent / shared).toFixed(2)} with ${one} (${more})`;
  });
  return [
    `A step in a page's worker, as a multiple of the one in Node: ${beside.join(", ")}. Two workers share memory ` +
      `only if the page is isolated; otherwise messages carry all. A step without it, as a multiple of the one with ` +
      `shared memory: ${messages.join(", ")}. If two workers do not pay, heed/train computes the step without them.`,
  ];
}

function recipeReport({ name, gflop, best, found, letters }) {
  const table = [
    ["", "a step, median", "10th percentile", "of the best loop", "peak memory"],
    ...found.map((one) => [
      one.name,
      ms(one.ms),
      ms(one.tenth),
      `${(100 * one.share).toFixed(0)} %`,
      megabytes(one.memory),
    ]),
  ];
  const rates = letters.map(({ flavour, rate }) => `${grouped(rate)} with ${flavour}`).join(", ");
  return [
    `**${name}**: ${gflop.toFixed(2)} GFLOP of products with weights a step; the best loop made ${best.toFixed(0)} ` +
      `GFLOP/s. A decoder with its cache wrote, in letters a second: ${rates}.`,
    markdown(table),
    ...pageReport(found),
  ].join("\n\n");
}

/** What a process has before it makes a model. */
function memoryReport([{ found }]) {
  const emptyOf = (start) => found.find(({ name }) => name.startsWith(start))?.memory.empty;
  const [node, torch] = ["heed", "PyTorch"].map((start) => emptyOf(start));
  if (node === undefined) return [];
  const beside = torch === undefined ? "" : `, and Python with PyTorch loaded ${megabytes({ most: torch })}`;
  const empty = `Node has ${megabytes({ most: node })} of it before heed is loaded${beside}`;
  return [`Peak memory is the most that a process of its own had in RAM: ${empty}.`];
}

function curveReport(curve) {
  if (curve === undefined) return [];
  const { steps, apart, first, last, heldOut } = curve;
  return [
    `**The same losses**: 2 layers of 48 on a novel, from the same weights with the same batches, by heed and by ` +
      `PyTorch. Over ${grouped(steps)} steps the loss fell from ${first.toFixed(3)} to ${last.toFixed(3)}, and the ` +
      `two differ by at most ${apart.toExponential(1)}. On text that was held out: ${heldOut.heed.toFixed(6)} with ` +
      `heed, ${heldOut.torch.toFixed(6)} with PyTorch.`,
  ];
}

export function trainingReport({ recipes, curve, engine, chromium, command, machine }) {
  const pages = chromium ? `, pages in Chromium ${chromium}` : "";
  const absent = [chromium ? [] : "Chromium", curve ? [] : "PyTorch"].flat();
  const where =
    `A batch is 12 lines of 64 letters. All took their steps in turns, in ${engine}${pages}, ${machine.processor}, ` +
    `${machine.cores} cores, ${machine.date}. Command: \`${command}\`.` +
    (absent.length > 0 ? ` This machine does not have ${absent.join(" and ")}.` : "");
  return [where, ...recipes.map(recipeReport), ...memoryReport(recipes), ...curveReport(curve)].join("\n\n");
}
