// The fonts that a browser finds under test, so that no machine's own fonts decide. There are two worlds:
//
//   wide     DejaVu alone, as on a bare Debian: the widest faces that come with any system
//   narrow   Roboto Condensed before it, which lacks some signs; those come from DejaVu
//
// The faces come from npm. A browser that is started with the world's variables sees nothing else.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { convert } from "fontverter";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const folder = path.join(root, "build/font-worlds");
const modules = path.join(root, "tests/site/node_modules");
const dejavu = path.join(modules, "dejavu-fonts-ttf/ttf");
const condensed = path.join(modules, "@fontsource/roboto-condensed/files");

const WORLDS = {
  wide: { folders: [dejavu], serif: "DejaVu Serif", sans: "DejaVu Sans" },
  narrow: { folders: [path.join(folder, "condensed"), dejavu], serif: "Roboto Condensed", sans: "Roboto Condensed" },
};

/** What Debian's chromium brings along of DejaVu: the faces of common width, and none for formulas. */
const REJECTED = ["*Condensed*", "*ExtraLight*", "*MathTeXGyre*"];

/** The families that browsers ask for when a page names none. */
const families = ({ serif, sans }) => ({
  serif,
  "Times New Roman": serif,
  "sans-serif": sans,
  sans,
  Arial: sans,
  "system-ui": sans,
  monospace: "DejaVu Sans Mono",
});

/** @returns the environment of a browser in that world */
export async function fontWorld(name) {
  if (name === "narrow") await unpackCondensed();
  const file = path.join(folder, `${name}.conf`);
  write(file, configuration(name, WORLDS[name]));
  return { ...process.env, FONTCONFIG_FILE: file };
}

/** Fontconfig reads the plain form only. */
async function unpackCondensed() {
  for (const weight of [400, 700]) {
    const file = path.join(folder, "condensed", `${weight}.ttf`);
    if (existsSync(file)) continue;
    const packed = readFileSync(path.join(condensed, `roboto-condensed-latin-${weight}-normal.woff2`));
    write(file, await convert(packed, "sfnt"));
  }
}

function configuration(name, world) {
  const aliases = Object.entries(families(world)).map(
    ([family, face]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${face}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${world.folders.map((one) => `<dir>${one}</dir>`).join("\n")}
<cachedir>${path.join(folder, `${name}-cache`)}</cachedir>
<selectfont><rejectfont>${REJECTED.map((glob) => `<glob>${dejavu}/${glob}</glob>`).join("")}</rejectfont></selectfont>
${aliases.join("\n")}
</fontconfig>
`;
}

/** Whole at once: several workers of a test run may come here at the same time. */
function write(file, content) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}
