// The page's address follows what is shown. Safari throws after 100 changes within 30 seconds.
const PAUSE_MS = 300;

/** A link of this page, as one that can be sent to others. */
export function wholeLink(link: string): string {
  return `${location.href.replace(/#.*$/, "")}${link}`;
}

export class Address {
  #waiting: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The address when the link was told to wait. If it has changed since, the reader followed a link, which stays. */
  #from = location.href;

  constructor() {
    addEventListener("pagehide", () => this.#writeNow());
    addEventListener("click", goToPlace);
  }

  /**
   * Writes this link into the address a moment later; "" is the page without a hash. Of several links in a row only the
   * last is written.
   */
  keep(link: string): void {
    this.#drop();
    this.#waiting = link;
    this.#from = location.href;
    this.#timer = setTimeout(() => this.#writeNow(), PAUSE_MS);
  }

  /** Writes this link into the address at once. */
  keepNow(link: string): void {
    this.keep(link);
    this.#writeNow();
  }

  /** Writes this link into the address at once, as a step that the browser can go back. */
  step(link: string): void {
    this.#writeNow();
    this.#change("pushState", link);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }

  #writeNow(): void {
    const link = this.#waiting;
    this.#drop();
    if (link !== undefined && location.href === this.#from) this.#change("replaceState", link);
  }

  /** What the browser refuses is tried again later. */
  #change(way: "pushState" | "replaceState", link: string): void {
    try {
      history[way](null, "", link === "" ? location.pathname + location.search : link);
    } catch {
      this.keep(link);
    }
  }
}

/** A link to a place on the page, such as the way past the header, leads there. The address keeps what is shown. */
function goToPlace(event: MouseEvent): void {
  const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href^='#']") : null;
  if (anchor === null || event.defaultPrevented) return;
  // The browser opens these in another tab.
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const place = document.getElementById(anchor.hash.slice(1));
  if (place === null) return;
  event.preventDefault();
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}
