// The table of the models that heed/model opens, from the code's own: web/site/docs/own-model.md has it.
//
// Usage: node scripts/docs/families.mjs   (writes the table)
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../setup/checkout.mjs";

const GUIDE = path.join(root, "web/site/docs/own-model.md");

/** The models that people know, by `model_type`. @returns {Promise<Record<string, string>>} */
async function modelsByType() {
  const { transformSync } = await import("esbuild");
  const source = readFileSync(path.join(root, "web/model/families/models.ts"), "utf8");
  const { code } = transformSync(source, { loader: "ts", format: "esm" });
  const { MODELS } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return MODELS;
}

const models = await modelsByType();
const rows = Object.entries(models).map(([type, names]) => `| ${names} | \`${type}\` |\n`);
const table = `\n| opens | \`model_type\` in config.json |\n|---|---|\n${rows.join("")}`;

/** The text of the guide with this table. */
const withTable = (text) =>
  text.replace(/(<!-- families:begin -->\n)[^]*(\n<!-- families:end -->)/, (_, begin, end) => begin + table + end);

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(GUIDE, withTable(readFileSync(GUIDE, "utf8")));
