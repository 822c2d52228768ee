// Trains the small model that model.html carries, as train.html does with its own settings, and writes its three files.
// The numbers are rounded to half precision. Each run of this gives the same bytes.
//
// Usage: node scripts/train-example.mjs   (once the package is built; half a minute)
import { writeFileSync } from "node:fs";
import path from "node:path";
import { textsData } from "./train-texts.mjs";
import { halfBits, isStarted, site, siteParts } from "./trained.mjs";

export const EXAMPLE = path.join(site, "pages/model/example/letters");

/** The files by name. `steps` are fewer in a trial. */
export async function trainExample(steps = undefined) {
  const { heed, Run, SMALL, tokenizerOf } = await siteParts("pages/train", ["run", "plan", "tokenizer-of"]);
  const { novel } = JSON.parse(textsData());
  const run = new Run(heed, novel, SMALL);
  const { step } = await run.advance(Infinity, steps ?? SMALL.steps);
  run.keep();
  const { config, weights, letters } = run.save({ step, off: [] });
  run.dispose();
  const json = (value) => `${JSON.stringify(value, undefined, 1)}\n`;
  return {
    "config.json": Buffer.from(json({ ...config, torch_dtype: "float16" })),
    "tokenizer.json": Buffer.from(json(tokenizerOf(letters))),
    "model.safetensors": inHalf(weights),
  };
}

/** The same file with each number in half precision. */
function inHalf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const begin = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(Buffer.from(bytes.subarray(8, begin)).toString());
  for (const [name, one] of Object.entries(header))
    if (name !== "__metadata__")
      Object.assign(one, { dtype: "F16", data_offsets: one.data_offsets.map((offset) => offset / 2) });
  const text = JSON.stringify(header);
  const head = Buffer.from(text.padEnd(8 * Math.ceil(text.length / 8)));
  const count = (bytes.length - begin) / 4;
  const file = Buffer.alloc(8 + head.length + 2 * count);
  file.writeBigUInt64LE(BigInt(head.length));
  head.copy(file, 8);
  for (let at = 0; at < count; at++)
    file.writeUInt16LE(halfBits(view.getFloat32(begin + 4 * at, true)), 8 + head.length + 2 * at);
  return file;
}

if (isStarted(import.meta.url))
  for (const [name, content] of Object.entries(await trainExample())) writeFileSync(path.join(EXAMPLE, name), content);
