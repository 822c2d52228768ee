// A figure as PNG: the browser of this machine takes its picture, at two pixels per unit.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { sizeOf } from "../site/rooms/export/index.js";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const PLACES = [
  "/usr/lib/chromium/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

function browser(): string {
  const own = process.env["CHROMIUM"];
  if (own) return own;
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [...onPath, ...PLACES].find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new Error(
    "a .png needs Chromium, Chrome or Edge, and none was found. Name one by the variable CHROMIUM, or write an .svg.",
  );
}

export async function photograph(figure: string, out: string): Promise<void> {
  const program = browser();
  const { width, height } = sizeOf(figure);
  const folder = await mkdtemp(path.join(tmpdir(), "heed-"));
  try {
    const page = path.join(folder, "figure.html");
    const style = "<style>body{margin:0;overflow:hidden}svg{display:block}</style>";
    await writeFile(page, `<!doctype html><meta charset="utf-8">${style}${figure}`);
    const args = [
      "--headless",
      "--disable-gpu",
      "--hide-scrollbars",
      "--no-first-run",
      "--force-device-scale-factor=2",
      `--user-data-dir=${path.join(folder, "profile")}`,
      `--window-size=${width},${height}`,
      `--screenshot=${out}`,
      // The sandbox of the browser cannot start as root. The page is ours.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      pathToFileURL(page).href,
    ];
    await promisify(execFile)(program, args).catch((error: Error) => {
      throw new Error(`${path.basename(program)} took no picture: ${error.message.split("\n")[0]}`);
    });
    if (!existsSync(out)) throw new Error(`${path.basename(program)} took no picture. Write an .svg.`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
