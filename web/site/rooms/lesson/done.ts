// Which lessons the reader has done. It is kept in the reader's own browser and nowhere else.
// Where the browser keeps nothing for a page, it lasts as long as the page.

const PLACE = "heed.learn.done";
const held = new Set<string>();

/** The names of the lessons that are done. */
export function doneLessons(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    if (Array.isArray(kept)) for (const name of kept) held.add(String(name));
  } catch {
    // no storage, or not a list: what this page holds counts
  }
  return held;
}

/** A lesson is done. @param name as in LESSONS of scripts/site-pages.mjs */
export function markDone(name: string): void {
  if (doneLessons().has(name)) return;
  held.add(name);
  keep(() => localStorage.setItem(PLACE, JSON.stringify([...held])));
}

export function forgetDone(): void {
  held.clear();
  keep(() => localStorage.removeItem(PLACE));
}

/** A lesson is done when its end has been on screen. */
export function markDoneAtEnd(name: string, end: Element): void {
  // Someone who passes the end at once, with a jump to the foot of the page, has not read it.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (!entries.at(-1)!.isIntersecting) return;
    timer = setTimeout(() => {
      markDone(name);
      observer.disconnect();
    }, END_SEEN_MS);
  });
  observer.observe(end);
}

const END_SEEN_MS = 1000;

function keep(write: () => void): void {
  try {
    write();
  } catch {
    // no storage: the page still holds it
  }
}
