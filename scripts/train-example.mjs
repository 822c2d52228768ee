// Trains the small model that model.html carries, as train.html does with its own settings, and writes its three files.
// The numbers are rounded to half precision. Each run of this gives the same bytes.
//
// Usage: node scripts/train-example.mjs   (once the package is built; half a minute)
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGES } from "./build-element.mjs";
import { textsData } from "./train-texts.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const EXAMPLE = path.join(root, "web/site/pages/model/example/letters");

/** What the page that trains is made of, for Node. */
async function parts() {
  const { build } = await import("esbuild");
  const page = path.join(root, "web/site/pages/train");
  const { outputFiles } = await build({
    stdin: {
      contents: 'export * from "./run.ts"; export * from "./plan.ts"; export * from "./tokenizer-of.ts";',
      resolveDir: page,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    alias: PACKAGES,
    external: ["node:*"],
    tsconfigRaw: {},
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** The files by name. `steps` are fewer in a trial. */
export async function trainExample(steps = undefined) {
  const { load } = await import(pathToFileURL(PACKAGES.heed).href);
  const { Run, SMALL, tokenizerOf } = await parts();
  // The bits of this flavour are those of every machine.
  const heed = await load({ flavour: "simd" });
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

/** The nearest number of half precision; of two as near the even one. Weights of a trained model are below 65,504. */
export function halfBits(value) {
  const size = Math.abs(value);
  const power = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = size / 2 ** (power - 10);
  const below = Math.floor(steps);
  const rest = steps - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return (value < 0 ? 0x8000 : 0) + ((power + 14) << 10) + rounded;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const [name, content] of Object.entries(await trainExample())) writeFileSync(path.join(EXAMPLE, name), content);
