// Which lessons the reader has done. It is kept in the reader's own browser and nowhere else.
// Where the browser keeps nothing for a page, it lasts as long as the page.

const PLACE = "heed.learn.done";
/** What the browser does not keep. */
const unkept = new Set<string>();

/** The names of the lessons that are done, in whichever tab. */
export function doneLessons(): ReadonlySet<string> {
  return new Set([...keptLessons(), ...unkept]);
}

function keptLessons(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    // no storage, or no JSON: what this page holds counts
    return [];
  }
}

/** A lesson is done. @param name as in LESSONS of scripts/site-pages.mjs */
export function markDone(name: string): void {
  const done = doneLessons();
  if (done.has(name)) return;
  try {
    localStorage.setItem(PLACE, JSON.stringify([...done, name]));
  } catch {
    unkept.add(name);
  }
}

export function forgetDone(): void {
  unkept.clear();
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // no storage: there is nothing else to forget
  }
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
