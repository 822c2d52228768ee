// Folds with the class "more": the parts of a long lesson, and the options of a run, that not every reader needs. Who
// wants to see all of them says so in the list of lessons. It is kept in the reader's own browser.

const PLACE = "heed.learn.all";

export function showsAll(): boolean {
  try {
    return localStorage.getItem(PLACE) === "1";
  } catch {
    // no storage: the folds are as they were built
    return false;
  }
}

export function showAll(shows: boolean): void {
  try {
    if (shows) localStorage.setItem(PLACE, "1");
    else localStorage.removeItem(PLACE);
  } catch {
    // no storage: nothing is kept
  }
}

/** Opens the folds of a reader who wants to see all. */
export function openMore(): void {
  if (!showsAll()) return;
  for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.more")) fold.open = true;
}

/** Opens the fold that a control is in: a link has set it. */
export function openAround(control: Element | undefined): void {
  const fold = control?.closest<HTMLDetailsElement>("details.more");
  if (fold) fold.open = true;
}
