// "Keep everything here offline": a button with its size, and how far it has come. The service worker fetches one file
// for each message, so a reader who stops, or closes the page, stops it.
import "./offline.css";
import { make } from "../../../show/index.js";
import { Announcer } from "../../kit/index.js";
import { clear, fill, filled, phrase, type Parameters } from "../../kit/texts/index.js";
import type { Kept, Wish } from "./messages.js";
import "./texts/en.json";

/** The event of the window after the browser has refused the service worker. */
export const NO_WORKER = "heed-no-worker";

/** Fills a hidden section. From disk it stays hidden: everything is there already. */
export function offerOffline(host: HTMLElement): void {
  if (/^https?:$/.test(location.protocol)) void new Offer(host).start();
}

class Offer {
  readonly #button = make("button", { type: "button" });
  readonly #bar = make("progress", { "data-t-label": "offline.title", hidden: true });
  readonly #count = make("p", { class: "count" });
  readonly #said = make("p", { class: "outcome", role: "status", tabindex: -1 });
  readonly #text = make("p");
  readonly #announcements = make("p", { class: "unseen", "aria-live": "polite" });
  readonly #announcer = new Announcer(this.#announcements);
  #running = false;

  constructor(readonly host: HTMLElement) {
    const title = filled("h2", "offline.title", { id: "offline-title" });
    host.setAttribute("aria-labelledby", "offline-title");
    host.replaceChildren(title, this.#text, this.#button, this.#bar, this.#count, this.#said, this.#announcements);
    this.#button.addEventListener("click", () => {
      this.#running = !this.#running;
      if (this.#running) void this.#keepAll();
    });
  }

  async start(): Promise<void> {
    if (!(await hasWorker())) {
      this.#button.hidden = true;
      fill(this.#text, "offline.no-worker");
      this.host.hidden = false;
      return;
    }
    this.#show(await ask("state"));
    this.host.hidden = false;
  }

  async #keepAll(): Promise<void> {
    clear(this.#said);
    let kept = await ask("state");
    while (this.#running && kept.keptFiles < kept.files && kept.problem === undefined) {
      this.#show(kept);
      const before = quarterOf(kept);
      kept = await ask("next");
      if (quarterOf(kept) > before) this.#announcer.say(phrase("offline.progress", numbersOf(kept)));
    }
    const stopped = !this.#running;
    this.#running = false;
    this.#show(kept);
    if (kept.problem !== undefined)
      fill(this.#said, `offline.problem-${kept.problem.why}`, { ...numbersOf(kept), file: kept.problem.file });
    else if (stopped && kept.keptFiles < kept.files) fill(this.#said, "offline.stopped", numbersOf(kept));
  }

  #show(kept: Kept): void {
    const isWhole = kept.keptFiles === kept.files;
    fill(this.#text, "offline.text", numbersOf(kept));
    fill(this.#button, this.#running ? "offline.stop" : "offline.keep", numbersOf(kept));
    this.#bar.hidden = !this.#running;
    this.#bar.max = kept.bytes;
    this.#bar.value = kept.keptBytes;
    if (this.#running) fill(this.#count, "offline.progress", numbersOf(kept));
    else clear(this.#count);
    if (!isWhole) return;
    fill(this.#said, "offline.done");
    if (document.activeElement === this.#button) this.#said.focus();
    this.#button.hidden = true;
  }
}

/** Waits until the browser has taken the service worker, or refused it. */
async function hasWorker(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const refused = new Promise<false>((resolve) => addEventListener(NO_WORKER, () => resolve(false)));
  return Promise.race([navigator.serviceWorker.ready.then(() => true), refused]);
}

/** A new build may have taken over since the last question. */
async function ask(wish: Wish): Promise<Kept> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  active!.postMessage(wish, [port2]);
  return new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data as Kept)));
}

const megabytes = (bytes: number): number => Number((bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0));

const numbersOf = ({ files, keptFiles, bytes, keptBytes, room }: Kept): Parameters => ({
  files,
  kept: keptFiles,
  size: megabytes(bytes),
  arrived: megabytes(keptBytes),
  left: megabytes(bytes - keptBytes),
  room: megabytes(room),
});

/** Each quarter is announced to screen readers. */
const quarterOf = ({ bytes, keptBytes }: Kept): number => Math.floor((4 * keptBytes) / bytes);
