// Times the frames of <attention-matrix> while it is panned and zoomed, in headless Chromium at 60 Hz. After the build:
//
//   node tests/bench/element-frames.mjs
//
// "work" is the time on the main thread for each frame (script, style, layout, paint). A frame lasts 16.7 ms.
import path from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "../site/chromium.mjs";
import { root, serve } from "../site/serve.mjs";

const FRAMES = 240;
const SCRIPT = `<script type="module" src="/dist/element.js"></script>`;
const PAGE = `<!doctype html><html lang="en"><title>frames</title>${SCRIPT}`;

const server = await serve({ "/dist/": path.join(root, "dist") }, { texts: { "/": PAGE } });
const browser = await chromium.launch(launchOptions);
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(server.url);
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
const spent = async () =>
  (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;

for (const n of [512, 2048, 4096]) {
  for (const way of ["zoom", "pan", "pan over digits"]) {
    await page.evaluate(prepare, { n, way });
    const before = await spent();
    const times = await page.evaluate(move, { way, frames: FRAMES });
    const work = (await spent()) - before;
    times.sort((a, b) => a - b);
    const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1).padStart(5);
    const what = `${String(n).padStart(4)} × ${n}  ${way.padEnd(15)}`;
    const frame = `frame: median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`;
    console.log(`${what}  ${frame}; work ${(work / FRAMES).toFixed(1)} ms a frame`);
  }
}
await browser.close();
await server.close();

async function prepare({ n, way }) {
  await customElements.whenDefined("attention-matrix");
  const element = document.createElement("attention-matrix");
  element.matrix = {
    data: Float32Array.from({ length: n * n }, (_, at) => ((at * 2654435761) >>> 0) / 2 ** 32),
    shape: [n, n],
  };
  document.body.replaceChildren(element);
  await new Promise((done) => setTimeout(done, 300));
  const field = element.shadowRoot.querySelector(".field");
  const { left, top } = field.getBoundingClientRect();
  const at = (x, y) => ({ clientX: left + x, clientY: top + y, bubbles: true, cancelable: true });
  field.setPointerCapture = () => {}; // these pointers are not of a device
  window.turn = (deltaY) => field.dispatchEvent(new WheelEvent("wheel", { ...at(300, 300), deltaY, ctrlKey: true }));
  window.point = (type, x, y) => field.dispatchEvent(new PointerEvent(type, { ...at(x, y), pointerId: 1, button: 0 }));
  for (let step = 0; step < { zoom: 0, pan: 20, "pan over digits": 60 }[way]; step++) window.turn(-60);
  window.point("pointerdown", 300, 300);
}

async function move({ way, frames }) {
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  let last = await frame();
  for (let at = 0; at < frames; at++) {
    if (way === "zoom") window.turn(at % 80 < 40 ? -100 : 100);
    else window.point("pointermove", 300 + 100 * Math.sin(at / 15), 300 + 100 * Math.cos(at / 11));
    const now = await frame();
    times.push(now - last);
    last = now;
  }
  return times;
}
