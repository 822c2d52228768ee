// Short movements from what is on the screen to what comes next. They are for the eye only: texts change at once.
import { mediaQuery } from "./page-parts.js";
import { finishTurns } from "./frame-turns.js";

/** Shows a moment of a movement: 0 is its beginning, 1 its end. */
type Step = (share: number) => void;

/** An animation without an effect is the clock of a movement. So the browser's tools can slow it down or stop it. */
interface Movement {
  readonly clock: Animation;
  readonly step: Step;
}

const movements = new Map<object, Movement>();

/**
 * Calls `step` with 0, then in each frame, and at last with 1. Where nothing may move, it is only called with 1. Only
 * the last movement of an owner goes on. `element` is where it is seen.
 */
export function move(owner: object, element: Element, milliseconds: number, step: Step): void {
  movements.get(owner)?.clock.cancel();
  movements.delete(owner);
  if (!(milliseconds > 0) || !mayMove()) return step(1);
  // A clock may start a moment after the frame that asks it, and is at 0 until then.
  const clock = element.animate(null, { duration: milliseconds, easing: "ease-out", fill: "backwards" });
  movements.set(owner, { clock, step });
  const isLast = (): boolean => movements.get(owner)?.clock === clock;
  // A clock that is cancelled is rejected.
  clock.finished.then(
    () => isLast() && finish(owner),
    () => {},
  );
  step(0);
  const next = (): void => {
    const share = clock.effect!.getComputedTiming().progress;
    if (!isLast() || share == null) return;
    step(share);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}

/** Nothing moves for readers who prefer that, on paper, in a page that is not shown, and where there are no frames. */
export function mayMove(): boolean {
  const still = ["(prefers-reduced-motion: reduce)", "print"].some((query) => mediaQuery(query)?.matches);
  return !still && !document.hidden && typeof Element.prototype.animate === "function";
}

/** How long movements take at an element, in milliseconds: its style `--move`, a time such as 160ms or 0.16s. */
export function moveTime(element: Element): number {
  const text = getComputedStyle(element).getPropertyValue("--move").trim();
  return (Number.parseFloat(text) || 0) * (text.endsWith("ms") ? 1 : 1000);
}

function finish(owner: object): void {
  const movement = movements.get(owner);
  movements.delete(owner);
  movement?.step(1);
}

/** Ends all movements: a print shows their ends. Work that waits for its turn may begin some, so it goes first. */
function finishAll(): void {
  finishTurns();
  for (const owner of movements.keys()) finish(owner);
}

if (typeof addEventListener === "function") addEventListener("beforeprint", finishAll);
