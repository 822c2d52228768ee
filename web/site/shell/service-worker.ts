// Keeps each page that is opened, with the files beside it, so that its next visit needs no network; and every file, if
// the reader asks for it. Nothing else is fetched. Paths are relative to this file: the site may stand under any path.
//
// A new build has another VERSION and a cache of its own. It takes over once it has fetched again what earlier builds
// kept. A file is kept only if it is of this build: a host may deliver this script before the pages, or after them.
import type { Kept, Problem, Wish } from "../rooms/offline/index.js";

/** What a file weighs plain and compressed, the start of its SHA-256, and the files that it needs beside it. */
type Facts = readonly [bytes: number, compressed: number, hash: string, beside: readonly string[]];

declare const __FILES__: Readonly<Record<string, Facts>>;
declare const __VERSION__: string;

interface WorkerEvent {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface MessageEvent extends WorkerEvent {
  readonly data: Wish;
  readonly source: { readonly url: string };
  readonly ports: readonly MessagePort[];
}
interface Worker {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const scope = worker.registration.scope;
// Caches belong to an origin, and other sites may share it.
const PREFIX = `heed ${scope} `;
const NAME = PREFIX + __VERSION__;
const hrefOf = (file: string): string => new URL(file, scope).href;
const FILES = new Map(Object.entries(__FILES__).map(([file, facts]) => [hrefOf(file), { file, facts }]));

worker.addEventListener("install", (event) => event.waitUntil(bringOver().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => event.waitUntil(dropOld().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (event) => {
  const address = addressOf(event.request.url);
  if (event.request.method === "GET" && address !== undefined) event.respondWith(answer(address, event));
});
let turn: Promise<unknown> = Promise.resolve();
worker.addEventListener("message", (event) => {
  // One after another: two pages that ask for the same file fetch it once.
  turn = turn.then(() => grant(event)).catch(() => undefined);
  event.waitUntil(turn);
});

/** The file that an address means; a folder means its index.html. */
function addressOf(url: string): string | undefined {
  const plain = url.replace(/[?#].*$/, "");
  const address = plain.endsWith("/") ? `${plain}index.html` : plain;
  return FILES.has(address) ? address : undefined;
}

/** A page of another build asks for its files by another hash: "docs.js?0123456789abcdef". */
function isOfThisBuild(url: string, address: string): boolean {
  const [, hash] = /\?([0-9a-f]{16})$/.exec(url) ?? [];
  return hash === undefined || FILES.get(address)!.facts[2] === hash;
}

/** These files, and those that they need beside them. */
const withBeside = (addresses: readonly string[]): string[] =>
  Array.from(new Set(addresses.flatMap((one) => [one, ...(FILES.get(one)?.facts[3] ?? []).map(hrefOf)])));

// ---- what is kept ---------------------------------------------------------------------------------------------------

class NotKept extends Error {
  constructor(
    readonly why: Problem["why"],
    cause?: unknown,
  ) {
    super(why, { cause });
  }
}

async function keep(address: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer().catch((cause) => {
    throw new NotKept("network", cause);
  });
  const [, , hash] = FILES.get(address)!.facts;
  if (!response.ok || !(await hashOf(body)).startsWith(hash)) throw new NotKept("version");
  const cache = await caches.open(NAME);
  await cache.put(address, new Response(body, { headers: response.headers })).catch((cause) => {
    throw new NotKept("room", cause);
  });
}

async function hashOf(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches a file and keeps it. The browser asks the server whether what it still has is the newest. */
async function fetchAndKeep(address: string, from = address): Promise<void> {
  const response = await fetch(from, { cache: "no-cache" }).catch((cause) => {
    throw new NotKept("network", cause);
  });
  await keep(address, response);
}

const keptIn = async (cache: Cache): Promise<string[]> => (await cache.keys()).map(({ url }) => url);

/** The files of this build that are kept. */
const kept = async (): Promise<ReadonlySet<string>> => new Set(await keptIn(await caches.open(NAME)));

/** From what is kept; else from the network, to be kept; without a network, as any build kept it, the newest first. */
async function answer(address: string, event: FetchEvent): Promise<Response> {
  const own = await (await caches.open(NAME)).match(address);
  if (own !== undefined && isOfThisBuild(event.request.url, address)) return own;
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(address, response.clone()).then(dropOld, () => undefined));
    return response;
  } catch (cause) {
    for (const name of (await oldNames()).reverse()) {
      const old = await (await caches.open(name)).match(address);
      if (old !== undefined) return old;
    }
    if (own !== undefined) return own;
    throw cause;
  }
}

// ---- builds before this one -----------------------------------------------------------------------------------------

/** The caches of earlier builds, the oldest first: browsers list caches in the order in which they were made. */
async function oldNames(): Promise<string[]> {
  await caches.open(NAME);
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  return names.slice(0, names.indexOf(NAME));
}

/** The files of this build that an earlier one kept and this one does not keep yet. */
async function lacking(): Promise<string[]> {
  const [old, own] = [await oldNames(), await kept()];
  const held = await Promise.all(old.map(async (name) => keptIn(await caches.open(name))));
  return withBeside(held.flat()).filter((address) => FILES.has(address) && !own.has(address));
}

/** If a file cannot be kept, this build does not take over, and goes on from there at the next try. */
async function bringOver(): Promise<void> {
  // Who saves data gets each page of the new build when it is opened; until then the old one is there.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  for (const address of await lacking()) await fetchAndKeep(address);
}

/** Drops what earlier builds kept and this one keeps, too, or no longer has. */
async function dropOld(): Promise<void> {
  const own = await kept();
  for (const name of await oldNames()) {
    const cache = await caches.open(name);
    const held = await keptIn(cache);
    const left = held.filter((address) => FILES.has(address) && !own.has(address));
    if (left.length === 0) await caches.delete(name);
    else await Promise.all(held.filter((address) => !left.includes(address)).map((address) => cache.delete(address)));
  }
}

// ---- what pages ask -------------------------------------------------------------------------------------------------

/** What a page asks to be kept, the first one that is not kept yet if it asks for the next. */
function wantedBy(data: Wish, page: string | undefined, own: ReadonlySet<string>): string[] {
  const unkept = (addresses: readonly string[]): string[] => addresses.filter((address) => !own.has(address));
  if (data === "next") return unkept(Array.from(FILES.keys())).slice(0, 1);
  return data === "page" && page !== undefined ? unkept(withBeside([page])) : [];
}

/** The address under which the browser's cache has a page, or a file beside it: as the page asked for it. */
const asAsked = (address: string, page: string): string =>
  address === addressOf(page) ? page : `${address}?${FILES.get(address)!.facts[2]}`;

async function grant({ data, source, ports }: MessageEvent): Promise<void> {
  let problem: Problem | undefined;
  const own = await kept();
  const page = addressOf(source.url);
  for (const wanted of wantedBy(data, page, own)) {
    await fetchAndKeep(wanted, data === "next" ? wanted : asAsked(wanted, source.url))
      .then(dropOld)
      .catch((error) => (problem = { file: FILES.get(wanted)!.file, why: (error as NotKept).why ?? "room" }));
  }
  ports[0]?.postMessage({ ...(await sizes()), problem } satisfies Kept);
}

async function sizes(): Promise<Omit<Kept, "problem">> {
  const own = await kept();
  const [first] = own;
  const sample = first === undefined ? undefined : await (await caches.open(NAME)).match(first);
  const isCompressed = sample?.headers.has("content-encoding") === true;
  const all = Array.from(FILES, ([address, { facts }]) => ({
    address,
    bytes: facts[isCompressed ? 1 : 0],
    room: facts[0],
  }));
  const sum = (parts: readonly number[]): number => parts.reduce((total, size) => total + size, 0);
  return {
    files: FILES.size,
    keptFiles: own.size,
    bytes: sum(all.map(({ bytes }) => bytes)),
    keptBytes: sum(all.filter(({ address }) => own.has(address)).map(({ bytes }) => bytes)),
    room: sum(all.map(({ room }) => room)),
  };
}
