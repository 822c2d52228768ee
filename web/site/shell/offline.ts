// Runs before the script of every page: over http, a second visit then needs no network. From disk none is needed.

declare const __SITE_ROOT__: string;

if (/^https?:$/.test(location.protocol) && "serviceWorker" in navigator) {
  // After the page's own work. Where a browser refuses (a private window, an old engine), the page still works online.
  addEventListener(
    "load",
    () => void navigator.serviceWorker.register(`${__SITE_ROOT__}service-worker.js`).catch(() => undefined),
  );
}

export {};
