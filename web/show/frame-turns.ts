// Work that waits for its turn. A turn holds the page only briefly; then the browser paints, and the next turn follows.
import { nextTask } from "./page-parts.js";

/** How long a turn goes on, in milliseconds. It finishes what it began, and the browser's paint comes on top. */
const TURN_MS = 12;

interface Work {
  readonly run: () => void;
  /** Whether readers see what it draws. It then goes first. */
  readonly isSeen: () => boolean;
}

const waiting = new Map<object, Work>();
let requested = false;

/** Does work in the next turn, or in one after that. Only the last work of an owner is done. */
export function inTurn(owner: object, run: Work["run"], isSeen: Work["isSeen"] = () => true): void {
  waiting.set(owner, { run, isSeen });
  if (requested) return;
  requested = true;
  queueMicrotask(takeTurn);
}

/** Work that comes in during a turn has its place in the same turn, or in the next. */
function takeTurn(): void {
  const end = performance.now() + TURN_MS;
  try {
    while (waiting.size > 0) {
      runNext();
      if (performance.now() > end) break;
    }
  } finally {
    requested = waiting.size > 0;
    if (requested) afterPaint(takeTurn);
  }
}

function runNext(): void {
  const all = Array.from(waiting);
  const [owner, { run }] = all.find(([, { isSeen }]) => isSeen()) ?? all[0]!;
  waiting.delete(owner);
  run();
}

/** Calls back once the browser has painted. A page that is not shown paints nothing, and has no pause. */
export function afterPaint(call: () => void): void {
  inFrameOrTask(() => (document.hidden ? call() : setTimeout(call)));
}

/** Calls back in the next frame; in a task where the page gets none, because it is hidden or is hidden before that. */
export function inFrameOrTask(call: () => void): void {
  if (document.hidden) return void nextTask().then(call);
  const frame = requestAnimationFrame(go);
  document.addEventListener("visibilitychange", go);

  function go(): void {
    cancelAnimationFrame(frame);
    document.removeEventListener("visibilitychange", go);
    call();
  }
}

/** Does all work that waits, so that a print is whole. */
export function finishTurns(): void {
  for (const [owner, { run }] of waiting) {
    waiting.delete(owner);
    run();
  }
}

if (typeof addEventListener === "function") addEventListener("beforeprint", finishTurns);
