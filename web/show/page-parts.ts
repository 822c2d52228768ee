// Parts of a page that documents for tests, such as jsdom and happy-dom, lack. There nothing is painted, but the
// element still holds its table.

/** Calls back in the next frame; where there are no frames, soon. */
export function inNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run);
}

/** Without the 4 ms that a browser makes timers wait, or the second of a page in the background. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel !== "function") return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resolve());
    port2.postMessage(undefined);
  });
}

/** The answer to a media query; undefined where there are no media. */
export function mediaQuery(query: string): MediaQueryList | undefined {
  return typeof matchMedia === "function" ? matchMedia(query) : undefined;
}

/** Calls back when the size of an element changes. */
export function whenResized(element: Element, run: () => void): void {
  if (typeof ResizeObserver === "function") new ResizeObserver(run).observe(element);
}

/** Says whether an element is in the browser's window when that changes, until the returned function is called. */
export function watchSight(element: Element, tell: (seen: boolean) => void): () => void {
  if (typeof IntersectionObserver !== "function") return () => {};
  const observer = new IntersectionObserver((entries) => tell(entries.at(-1)!.isIntersecting));
  observer.observe(element);
  return () => observer.disconnect();
}

/** Whether canvases take pixels. jsdom prints an error for each canvas that is asked for its context. */
export function takesPixels(): boolean {
  return typeof ImageData === "function";
}
