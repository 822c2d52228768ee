// Work that waits for its turn. A turn holds the page only briefly; then the browser paints, and the next turn follows.

/** So long a turn goes on, in milliseconds. What it began it finishes, and the browser's paint comes on top. */
const TURN_MS = 12;

interface Work {
  readonly run: () => void;
  /** Whether readers see what it draws. It then goes first. */
  readonly isSeen: () => boolean;
}

const waiting = new Map<object, Work>();
let requested = false;

/** Does it in the next turn, or in one after that. Of one owner only the last work is done. */
export function inTurn(owner: object, run: Work["run"], isSeen: Work["isSeen"] = () => true): void {
  waiting.set(owner, { run, isSeen });
  if (requested) return;
  requested = true;
  queueMicrotask(takeTurn);
}

function takeTurn(): void {
  requested = false;
  const end = performance.now() + TURN_MS;
  const [seen, unseen] = [[], []] as [object, Work][][];
  for (const one of waiting) (one[1].isSeen() ? seen! : unseen!).push(one);
  for (const [owner, work] of [...seen!, ...unseen!]) {
    if (performance.now() > end) return takeTurnAfterPaint();
    if (waiting.get(owner) !== work) continue;
    waiting.delete(owner);
    work.run();
  }
}

/** A page that is not shown paints nothing, and asks for no pause. */
function takeTurnAfterPaint(): void {
  requested = true;
  if (document.hidden) setTimeout(takeTurn);
  else requestAnimationFrame(() => setTimeout(takeTurn));
}

/** What is printed is whole. */
export function finishTurns(): void {
  for (const [owner, { run }] of waiting) {
    waiting.delete(owner);
    run();
  }
}

if (typeof addEventListener === "function") addEventListener("beforeprint", finishTurns);
