// What the page carries from outside: the library that reads tokenizers, and under which licence.
import { readFileSync } from "node:fs";

const folder = new URL("../../../../node_modules/@huggingface/tokenizers/", import.meta.url);

export function licence() {
  const { name, version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  return `model.html carries the npm package ${name} ${version} by Hugging Face, unchanged but made smaller.
It is licensed under Apache 2.0.

${readFileSync(new URL("LICENSE", folder), "utf8")}`;
}
