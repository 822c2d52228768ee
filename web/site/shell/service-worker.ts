// Keeps the whole site, so that a second visit needs no network. Paths are relative to this file, so the site may stand
// under any path. A new build has another VERSION: it is fetched whole and replaces the old one.

declare const __FILES__: readonly string[];
declare const __VERSION__: string;

interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate",
    listener: (event: { waitUntil(done: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: "fetch",
    listener: (event: { readonly request: Request; respondWith(response: Promise<Response>): void }) => void,
  ): void;
}

const worker = globalThis as unknown as Worker;
const scope = worker.registration.scope;
// Caches belong to an origin, and other sites may share it.
const PREFIX = `heed ${scope} `;
const NAME = PREFIX + __VERSION__;
const FILES = new Map(__FILES__.map((file) => [new URL(file, scope).href, file]));

worker.addEventListener("install", (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const address = addressOf(event.request);
  if (address !== undefined) event.respondWith(answer(address, event.request));
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll(Array.from(FILES.keys(), (address) => new Request(address, { cache: "reload" })));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)),
  );
}

/** The kept file that a request means; a folder means its index.html. */
function addressOf({ method, url }: Request): string | undefined {
  if (method !== "GET") return undefined;
  const plain = url.replace(/[?#].*$/, "");
  const address = plain.endsWith("/") ? `${plain}index.html` : plain;
  return FILES.has(address) ? address : undefined;
}

/** From what is kept; where the browser has thrown it away, from the network. */
async function answer(address: string, request: Request): Promise<Response> {
  const kept = await (await caches.open(NAME)).match(address);
  return kept ?? fetch(request);
}
