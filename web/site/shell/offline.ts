// Before the script of every page: over http a second visit needs no network. From disk a page is whole as it is.

declare const __SITE_ROOT__: string;

if (/^https?:$/.test(location.protocol) && "serviceWorker" in navigator) {
  // After the page's own work. Where the browser refuses (a private window, an old engine), the page works all the same, with the network.
  addEventListener(
    "load",
    () => void navigator.serviceWorker.register(`${__SITE_ROOT__}service-worker.js`).catch(() => undefined),
  );
}

export {};
