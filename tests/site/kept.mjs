// What takes long to compute and is the same each time: it is computed once and then kept in build/trainings.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { root } from "./serve.mjs";

const FOLDER = path.join(root, "build/trainings");
/** The package, with which all is computed. */
const PACKAGE = ["heed.js", "train.js"].map((file) => readFileSync(path.join(root, "dist", file), "utf8"));

/**
 * What `compute` gives, or what it gave before. `by` is all that decides about it: texts of code, and options.
 * @param {string} name @param {unknown[]} by @param {() => any} compute
 */
export async function kept(name, by, compute) {
  const key = createHash("sha256").update(
    JSON.stringify([process.version, process.arch, PACKAGE, String(compute), ...by]),
  );
  const file = path.join(FOLDER, `${name}-${key.digest("hex").slice(0, 24)}`);
  if (existsSync(file)) return deserialize(readFileSync(file));
  const computed = await compute();
  mkdirSync(FOLDER, { recursive: true });
  // Whole at once: several workers of a test run may come here at the same time.
  writeFileSync(`${file}.${process.pid}`, serialize(computed));
  renameSync(`${file}.${process.pid}`, file);
  return computed;
}
