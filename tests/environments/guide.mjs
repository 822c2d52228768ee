// Writes what the run found, and the programs that it ran, into the guide to frameworks.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ENVIRONMENTS, EXTERNAL, NOT_TRIED, RECIPES } from "./environments.mjs";

const folder = path.dirname(fileURLToPath(import.meta.url));
export const GUIDE = path.resolve(folder, "../../web/site/docs/frameworks.md");
/** The guides that it writes into: to frameworks, and to slides and articles. */
export const GUIDES = [GUIDE, path.resolve(folder, "../../web/site/docs/take-it-with-you.md")];
export const RESULTS = path.join(folder, "results.json");

export const readResults = () => JSON.parse(readFileSync(RESULTS, "utf8"));

/** The guide with its tables and programs written again. */
export function guideOf(text, results) {
  return text
    .replace(
      /(<!-- (environments|external|recipes):begin -->\n)[^]*?(<!-- \2:end -->)/g,
      (_, begin, name, end) => `${begin}${TABLES[name](results)}${end}`,
    )
    .replace(/(<!-- program: (\S+) -->\n)```[^]*?\n```\n/g, (_, begin, file) => `${begin}${programOf(file)}`);
}

function environments({ environments: found, ran }) {
  const rows = ENVIRONMENTS.map((one) => {
    const { versions, seconds } = found[one.name];
    return `| ${one.name} | ${versions} | ${wordOf(one)} | ${one.builtBefore ? "" : `${seconds} s`} |\n`;
  });
  const not = NOT_TRIED.map(([name, why]) => `| ${name} | | not tried: ${why} | |\n`);
  return (
    "| where | tried with | result | first result after |\n|---|---|---|---|\n" +
    `${rows.join("")}${not.join("")}\n` +
    `\`npm run environments\` wrote this table on ${ran.date} with Node ${ran.node} and ${ran.browser}. ` +
    "The time is from `npm install` in a fresh folder to the first result, builds included; npm took packages from " +
    "its cache if it had them.\n"
  );
}

function external({ external: found }) {
  const rows = EXTERNAL.map((one) => `| ${one.name} | ${found[one.name].versions} | ${wordOf(one)} |\n`);
  return `| bundler | tried with | result |\n|---|---|---|\n${rows.join("")}`;
}

function recipes({ recipes: found }) {
  const rows = RECIPES.map((one) => `| ${one.name} | ${found[one.name].versions} |\n`);
  return `| where | tried with |\n|---|---|\n${rows.join("")}`;
}

const TABLES = { environments, external, recipes };

/** @param {import("./environments.mjs").Environment} environment */
const wordOf = ({ step }) => (step ? `needs a step: ${step}` : "works");

/** A program that the run ran. What other tests run by themselves as "js" is marked otherwise here. */
function programOf(file) {
  const extension = path.extname(file).slice(1);
  const text = readFileSync(path.join(folder, "apps", file), "utf8");
  return `\`\`\`${extension === "js" ? "mjs" : extension}\n${text.trimEnd()}\n\`\`\`\n`;
}
