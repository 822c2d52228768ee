// Times the viewer on large files in headless Chromium: the first head, the whole grid, a head again, the longest
// frame, and memory. It writes the files into a temporary folder first. After the build:
//
//   node tests/bench/model.mjs            all files
//   node tests/bench/model.mjs half       those whose names hold that word
import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { crc32, createDeflateRaw } from "node:zlib";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";

const PAGE = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), "../../dist-site/model.html")).href;
const FILES = {
  "half 24×16×256², stored": { shape: [24, 16, 256, 256], type: "f2", deflate: false },
  "half 24×16×256², deflated": { shape: [24, 16, 256, 256], type: "f2", deflate: true },
  "float 6×8×1024², stored": { shape: [6, 8, 1024, 1024], type: "f4", deflate: false },
  "float 6×8×1024², deflated": { shape: [6, 8, 1024, 1024], type: "f4", deflate: true },
};
const AGAIN = 12;
const folder = mkdtempSync(path.join(tmpdir(), "heed-model-"));
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

/** Rows that sum to 1: a causal softmax of noise round a diagonal, one head after the other. */
function headBytes(n, type, head) {
  const bytes = Buffer.alloc(n * n * (type === "f2" ? 2 : 4));
  const row = new Float32Array(n);
  let state = head + 1;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j <= i; j++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      row[j] = Math.exp((3 * state) / 2 ** 32 - Math.abs(i - j - (head % 7)) / 12);
      sum += row[j];
    }
    for (let j = 0; j <= i; j++) {
      const weight = row[j] / sum;
      if (type === "f4") bytes.writeFloatLE(weight, 4 * (i * n + j));
      else bytes.writeUInt16LE(half(weight), 2 * (i * n + j));
    }
  }
  return bytes;
}

function half(value) {
  if (value < 2 ** -14) return Math.round(value / 2 ** -24);
  const power = Math.floor(Math.log2(value));
  return ((power + 15) << 10) + Math.round((value / 2 ** power - 1) * 1024);
}

/** An .npz with one member, written a head at a time. */
async function writeFile(file, { shape, type, deflate }) {
  const [layers, heads, n] = shape;
  const text = `{'descr': '<${type}', 'fortran_order': False, 'shape': (${shape.join(", ")}), }`;
  const prefix = Buffer.from("\x93NUMPY\x01\0\0\0", "latin1");
  const header = Buffer.from(`${text.padEnd(117)}\n`, "latin1");
  prefix.writeUInt16LE(header.length, 8);
  const out = createWriteStream(file);
  const name = Buffer.from("attention.npy");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 6);
  local.writeUInt16LE(deflate ? 8 : 0, 8);
  local.writeUInt16LE(name.length, 26);
  out.write(Buffer.concat([local, name]));
  const packer = deflate ? createDeflateRaw({ level: 1 }) : undefined;
  let [crc, size, packed] = [0, 0, 0];
  const done = new Promise((end) => packer?.on("end", end) ?? end());
  packer?.on("data", (chunk) => ((packed += chunk.length), out.write(chunk)));
  const write = async (bytes) => {
    crc = crc32(bytes, crc);
    size += bytes.length;
    const target = packer ?? out;
    if (!target.write(bytes)) await new Promise((next) => void target.once("drain", () => next(undefined)));
  };
  await write(Buffer.concat([prefix, header]));
  for (let head = 0; head < layers * heads; head++) await write(headBytes(n, type, head));
  packer?.end();
  await done;
  if (!deflate) packed = size;
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 8);
  entry.writeUInt16LE(deflate ? 8 : 0, 10);
  [crc, packed, size].forEach((value, at) => entry.writeUInt32LE(value >>> 0, 16 + 4 * at));
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed, 16);
  out.end(Buffer.concat([entry, name, end]));
  await new Promise((next) => void out.on("close", () => next(undefined)));
}

/** The most memory of a browser's largest renderer so far, in MB; beside it what it holds now. */
function rendererMemory(browserId) {
  const own = [];
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, "latin1");
      const status = readFileSync(`/proc/${id}/status`, "latin1");
      if (!command.includes("--type=renderer") || !command.includes(browserId)) continue;
      const [peak, now] = ["VmHWM", "VmRSS"].map(
        (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]) / 1024,
      );
      own.push({ peak, now });
    } catch {
      // It ended meanwhile.
    }
  }
  return own.sort((a, b) => b.peak - a.peak)[0];
}

async function measure(name, file) {
  const mark = `heed-bench-${process.pid}-${Math.floor(performance.now())}`;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, `--js-flags=--no-flush-bytecode`, `--user-agent=${mark}`],
  });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${PAGE}#file=example`);
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0);
  await page.waitForTimeout(500);
  const base = rendererMemory(mark)?.now;
  await page.evaluate(() => {
    performance.clearMarks();
    window.frames_ = [];
    let last = performance.now();
    const next = () => {
      const now = performance.now();
      window.frames_.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    document.querySelector("#file").addEventListener("change", () => performance.mark("chosen"), { capture: true });
  });
  await page.setInputFiles("#file", file);
  await page.waitForFunction(() => performance.getEntriesByName("heed-grid-full").length > 0, undefined, {
    timeout: 120_000,
  });
  const times = await page.evaluate(() => {
    const at = (event) => performance.getEntriesByName(event)[0].startTime;
    return {
      first: at("heed-first-head") - at("chosen"),
      grid: at("heed-grid-full") - at("chosen"),
      frame: Math.max(...window.frames_),
    };
  });
  const peak = rendererMemory(mark)?.peak;
  const again = await page.evaluate(openHeads, AGAIN);
  const drawn = await page.evaluate(drawAtlas);
  await browser.close();
  const ms = (time) => `${time.toFixed(0)} ms`;
  const opened = `first head ${ms(times.first)}, grid ${(times.grid / 1000).toFixed(2)} s`;
  const later = `a head again median ${ms(median(again))}, worst ${ms(Math.max(...again))}`;
  const memory = peak === undefined ? "unknown" : `${(peak - base).toFixed(0)} MB over ${base.toFixed(0)}`;
  const frames = `longest frame ${ms(times.frame)}; ${later}; atlas drawn in ${ms(drawn)}`;
  console.log(`${name.padEnd(28)} ${opened}, ${frames}; renderer's peak ${memory}`);
}

/** From a click on a head to its numbers in the page. */
async function openHeads(count) {
  const times = [];
  for (let at = 0; at < count; at++) {
    const cells = document.querySelectorAll("#grid td[data-layer]");
    performance.clearMarks("heed-head-shown");
    const begin = performance.now();
    cells[(at * 37) % cells.length].click();
    while (performance.getEntriesByName("heed-head-shown").length === 0)
      await new Promise((next) => setTimeout(next, 1));
    times.push(performance.getEntriesByName("heed-head-shown")[0].startTime - begin);
    document.querySelector("#back").click();
    await new Promise((next) => setTimeout(next, 50));
  }
  return times;
}

/** Changing the pooling paints all heads again. */
async function drawAtlas() {
  const input = document.querySelector("input[name=pool][value=mean]");
  const measured = await new Promise((next) => {
    performance.clearMeasures("heed-atlas");
    input.click();
    next(performance.getEntriesByName("heed-atlas").at(-1)?.duration ?? NaN);
  });
  return measured;
}

for (const [name, plan] of Object.entries(FILES)) {
  if (process.argv[2] !== undefined && !name.includes(process.argv[2])) continue;
  const file = path.join(folder, "attention.npz");
  await writeFile(file, plan);
  await measure(name, file);
  rmSync(file);
}
rmSync(folder, { recursive: true });
