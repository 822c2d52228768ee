// The tarball as a user gets it: packed once, installed into a folder of its own, used from there.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const top = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name) => path.join(top, "node_modules/.bin", name);

export function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } });
  if (status !== 0) throw new Error(`${path.basename(command)} ${args.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout;
}

export const tool = (name, args, cwd) => run(bin(name), args, cwd);

/** A folder with heed installed from its tarball and nothing else; removed when the process ends. */
export function installed(files = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "heed-pack-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: top, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", `./${filename}`], folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return { folder, tarball: path.join(folder, filename), list: run("tar", ["-tzf", path.join(folder, filename)], folder).trim().split("\n") };
}

/** Lets a bundler in the folder find the project's own copy of itself. */
export function lend(folder, name) {
  symlinkSync(path.join(top, "node_modules", name), path.join(folder, "node_modules", name));
}

/** Computes the worked example; prints its largest difference from the printed numbers, and what ran. */
export const program = `
import { load } from "heed";
const example = ${JSON.stringify(JSON.parse(readFileSync(path.join(top, "tests/conformance/worked/journey-v1.json"), "utf8")))};
const flavour = globalThis.process?.env.FLAVOUR || undefined;
const heed = await load({ flavour });
const { output, weights } = heed.selfAttention(example.X, { query: example.Wq, key: example.Wk, value: example.Wv }, { keep: ["weights"] });
let worst = 0;
example.printed.output.flat().forEach((value, i) => { worst = Math.max(worst, Math.abs(value - output.data[i])); });
example.printed.weights_row1.forEach((value, i) => { worst = Math.max(worst, Math.abs(value - weights.data[6 + i])); });
console.log(JSON.stringify({ worst, flavour: heed.flavour }));
`;
