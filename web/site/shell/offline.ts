// Runs before the script of every page: over http, a second visit of a page needs no network. From disk none is needed.
import { NO_WORKER, type Wish } from "../rooms/offline/index.js";

declare const __SITE_ROOT__: string;

// After the page's own work.
if (/^https?:$/.test(location.protocol) && "serviceWorker" in navigator)
  addEventListener("load", () => void keepPage());

/** Where a browser refuses (a private window, an old engine), the page still works online. */
async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator;
  const cameThroughWorker = serviceWorker.controller !== null;
  try {
    await serviceWorker.register(`${__SITE_ROOT__}service-worker.js`);
  } catch {
    dispatchEvent(new Event(NO_WORKER));
    return;
  }
  const { active } = await serviceWorker.ready;
  if (!cameThroughWorker) active!.postMessage("page" satisfies Wish);
}
