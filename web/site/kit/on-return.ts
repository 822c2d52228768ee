/**
 * `follow` reads the fields again. A browser that comes back to a page brings back what was chosen and typed there,
 * after the page's scripts have run, and tells nobody.
 */
export function onReturn(follow: () => void): void {
  addEventListener("pageshow", follow);
}
