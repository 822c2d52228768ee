// What the scripts share that train small models of the site: its parts as a module for Node, and how numbers are kept.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PACKAGES } from "./build-element.mjs";
import { pageStrings } from "./build-site.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const site = path.join(root, "web/site");

/** All that some files of a folder of the site export, and a heed whose bits are those of every machine. */
export async function siteParts(folder, files) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    stdin: {
      contents: files.map((name) => `export * from "./${name}.ts";`).join("\n"),
      resolveDir: path.join(site, folder),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    alias: PACKAGES,
    external: ["node:*"],
    plugins: [pageStrings()],
    tsconfigRaw: {},
  });
  const { load } = await import(pathToFileURL(PACKAGES.heed).href);
  const text = Buffer.from(outputFiles[0].contents).toString("base64");
  return { heed: await load({ flavour: "simd" }), ...(await import(`data:text/javascript;base64,${text}`)) };
}

/** The numbers of a training as a page carries them. */
export function storedOf(seed, { numbers }, digits = 10) {
  const bytes = Buffer.from(Uint16Array.from(numbers, (value) => halfBits(value, digits)).buffer);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { seed, sha256, numbers: bytes.toString("base64") };
}

/** Writes a file into the folder `stored` of a room. */
export const store = (room, name, value) =>
  writeFileSync(path.join(site, "rooms", room, "stored", name), `${JSON.stringify(value, undefined, 1)}\n`);

/** With four digits after the point, whatever they are in. */
export const rounded = (value) => JSON.parse(JSON.stringify(value, (_, one) => (isShare(one) ? four(one) : one)));
const isShare = (one) => typeof one === "number" && !Number.isInteger(one);
const four = (share) => Number(share.toFixed(4));

/** Whether this is the script that node was started with. */
export const isStarted = (url) => process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;

/**
 * The nearest number of half precision; of two as near the even one. Weights of a trained model are below 65,504.
 *
 * @param digits binary digits after the first one, at most 10: the fewer, the better it is compressed
 */
export function halfBits(value, digits = 10) {
  const size = Math.abs(value);
  const power = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = size / 2 ** (power - digits);
  const below = Math.floor(steps);
  const rest = steps - below;
  const nearest = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return (value < 0 ? 0x8000 : 0) + ((power + 14) << 10) + (nearest << (10 - digits));
}
