// The tarball that npm would publish, packed once, and folders into which it is installed as a stranger would.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const scratch = mkdtempSync(path.join(tmpdir(), "heed-pack-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const run = promisify(execFile);

/** Runs a program and gives what it printed; a failure tells all it printed. */
export async function ran(command, args, cwd, env = {}) {
  try {
    const { stdout } = await run(command, args, {
      cwd,
      maxBuffer: 2 ** 26,
      env: { ...process.env, NODE_TEST_CONTEXT: "", ...env },
    });
    return stdout;
  } catch (error) {
    throw new Error(
      `${path.basename(command)} ${args.join(" ")} failed.\n${error.stdout ?? ""}\n${error.stderr ?? ""}`,
      { cause: error },
    );
  }
}

export const node = (args, cwd) => ran(process.execPath, args, cwd);

/** The file of a tool's command, as the tool's package.json names it. The build's own tools come before the suite's. */
export function toolOf(name, command = name.split("/").pop()) {
  const folder = [root, path.join(root, "tests/pack")]
    .map((place) => path.join(place, "node_modules", name))
    .find((candidate) => existsSync(candidate));
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[command]);
}

await ran("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", scratch], root);
export const tarball = path.join(
  scratch,
  readdirSync(scratch).find((file) => file.endsWith(".tgz")),
);

await ran("tar", ["-xzf", tarball, "-C", scratch], scratch);
/** What the tarball holds, unpacked. */
export const unpacked = path.join(scratch, "package");

/** A folder with the tarball installed by npm, which may not go to a registry, and these files. */
export async function install(name, files = {}) {
  const folder = path.join(scratch, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name, private: true, type: "module" }));
  await ran("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", tarball], folder);
  write(folder, files);
  return folder;
}

/** An empty folder next to a folder "heed" that holds the tarball. npm may not go to a registry from there. */
export function nextToTarball(files) {
  mkdirSync(path.join(scratch, "neighbours/heed"), { recursive: true });
  cpSync(tarball, path.join(scratch, "neighbours/heed", path.basename(tarball)));
  const folder = path.join(scratch, "neighbours/project");
  mkdirSync(folder);
  write(folder, files);
  return folder;
}

/** The same folder again with other files, without a second installation. */
export function copyOf(folder, name, files) {
  const copy = path.join(scratch, name);
  cpSync(folder, copy, { recursive: true });
  write(copy, files);
  return copy;
}

function write(folder, files) {
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
}

export function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/**
 * A program that computes the six-token worked example in each flavour, and prints the largest difference to the
 * printed numbers.
 */
export function programOf(entry = "heed") {
  return `import { flavours, load, tensor } from "${entry}";
const X = tensor([
  [0.43, 0.15, 0.89], [0.55, 0.87, 0.66], [0.57, 0.85, 0.64], [0.22, 0.58, 0.33], [0.77, 0.25, 0.1], [0.05, 0.8, 0.55],
]);
const printed = [
  0.4421, 0.5931, 0.579, 0.4419, 0.6515, 0.5683, 0.4431, 0.6496, 0.5671,
  0.4304, 0.6298, 0.551, 0.4671, 0.591, 0.5266, 0.4177, 0.6503, 0.5645,
];
async function main() {
  const found = {};
  for (const flavour of flavours()) {
    const heed = await load({ flavour });
    const { output } = heed.selfAttention(X);
    found[heed.flavour] = Math.max(...printed.map((number, i) => Math.abs(output.data[i] - number)));
  }
  console.log(JSON.stringify(found));
}
main();
`;
}

/**
 * Runs what a bundler (or nobody) made of the program, with relaxed SIMD on, and says whether every flavour was right.
 */
export async function computes(file, cwd) {
  const flags = "require('node:v8').setFlagsFromString('--experimental-wasm-relaxed-simd');";
  const preload = path.join(scratch, "relaxed.cjs");
  writeFileSync(preload, flags);
  const differences = JSON.parse(await node(["--require", preload, file], cwd));
  const names = Object.keys(differences).join(" and ");
  if (names !== "relaxed-simd and simd") throw new Error(`the flavours that ran are ${names}`);
  for (const [flavour, difference] of Object.entries(differences)) {
    if (!(difference < 6e-5)) throw new Error(`${flavour} is off by ${difference}`);
  }
}
