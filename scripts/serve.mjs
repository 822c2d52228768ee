// A static server on this machine alone: for npm start, the tests and the benchmark.
//
//   node scripts/serve.mjs [folder, default dist-site]      PORT names the port to try first, default 4173

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./setup/checkout.mjs";
import { command, Refusal, say } from "./setup/report.mjs";

const kHost = "127.0.0.1";
const kFirstPort = 4173;
const kPortsTried = 100;

export const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

// The file that a path of a URL means, or null. It is always inside the folder, however the path is written.
export function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(url.split(/[?#]/)[0]);
  } catch {
    return null;
  }
  if (path.includes("\0")) return null;
  const file = resolve(folder, `.${path}`);
  if (file !== folder && !file.startsWith(folder + sep)) return null;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return path.endsWith("/") ? fileFor(folder, `${path}index.html`) : null;
  return stat?.isFile() ? file : null;
}

function answer({ folders, headers, texts }, request, response) {
  const { method, url } = request;
  const path = url.split(/[?#]/)[0];
  const send = (status, type, more) =>
    response.writeHead(status, { "content-type": type, "cache-control": "no-cache", ...headers, ...more });
  if (method !== "GET" && method !== "HEAD") return send(405, TYPES[".txt"], { allow: "GET, HEAD" }).end();
  if (Object.hasOwn(texts, path)) return send(200, TYPES[extname(path)] ?? TYPES[".html"]).end(texts[path]);
  const prefix = Object.keys(folders).find((start) => path.startsWith(start));
  const file = prefix && fileFor(folders[prefix], `/${path.slice(prefix.length)}`);
  if (!file) return send(404, TYPES[".txt"]).end("There is no such page.\n");
  const { mtimeMs, size } = statSync(file);
  const etag = `"${mtimeMs}-${size}"`;
  const isKnown = request.headers["if-none-match"] === etag;
  send(isKnown ? 304 : 200, TYPES[extname(file)] ?? "application/octet-stream", { etag });
  if (isKnown || method === "HEAD") return response.end();
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}

function listening(server, port) {
  return new Promise((resolvePort, reject) => {
    server.once("error", reject);
    server.listen(port, kHost, () => {
      server.off("error", reject);
      resolvePort(server.address().port);
    });
  });
}

// The first free port from `first` on; 0 leaves the choice to the system.
async function firstFree(server, first) {
  const last = Math.min(first + kPortsTried - 1, 65535);
  for (let port = first; port <= last; ++port) {
    try {
      return await listening(server, port);
    } catch (error) {
      if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    }
  }
  throw new Refusal(`No port from ${first} to ${last} is free on ${kHost}. Set PORT to a free one.`);
}

export function portWanted(said = process.env.PORT, usual = kFirstPort) {
  if (said === undefined || said === "") return usual;
  const port = Number(said);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new Refusal(`PORT should be a whole number from 1 to 65535, and is "${said}".`);
}

/**
 * Serves until close() is called.
 * @param {string | Record<string, string>} folders a folder, or folders by the start of the paths they serve ("/dist/")
 * @param {{ port?: number, headers?: Record<string, string>, texts?: Record<string, string>,
 *   answers?: import("node:http").RequestListener }} options the first port to try, headers of every answer, texts by
 *   the path that they are served at; or what answers every request instead
 * @returns {Promise<{
 *   url: string, port: number, asked: string[], sent: () => number, close: () => Promise<void>
 * }>} the address without a "/" at its end, `asked`: the path of each request so far, `sent`: the bytes of all answers
 */
export async function serve(folders, { port = 0, headers = {}, texts = {}, answers } = {}) {
  const byPrefix = Object.entries(typeof folders === "string" ? { "/": folders } : folders);
  const site = {
    folders: Object.fromEntries(byPrefix.map(([prefix, folder]) => [prefix, resolve(folder)])),
    headers,
    texts,
  };
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url.split(/[?#]/)[0]);
    if (answers) answers(request, response);
    else answer(site, request, response);
  });
  const sockets = [];
  server.on("connection", (socket) => sockets.push(socket));
  const sent = () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const got = await firstFree(server, port);
  const close = () => new Promise((closed) => (server.close(closed), server.closeAllConnections()));
  return { url: `http://${kHost}:${got}`, port: got, asked, sent, close };
}

export async function serveAndSay(folder) {
  const wanted = portWanted();
  const { url, port } = await serve(folder, { port: wanted });
  if (port !== wanted) say(`port ${wanted} is taken; ${port} is the next that is free`);
  say(`\nheed is at ${url}/   (Ctrl+C ends it)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(() => serveAndSay(process.argv[2] ?? join(root, "dist-site")));
}
