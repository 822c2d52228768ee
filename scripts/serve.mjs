// A static server for the built site, on this machine alone.
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

const kTypes = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

// The file that a request means, or null. Nothing outside the folder is ever meant, however the path is spelt.
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

function answer(folder, request, response) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const file = fileFor(folder, request.url);
  if (!file) {
    response.writeHead(404, { "content-type": kTypes[".txt"] }).end("There is no such page.\n");
    return;
  }
  response.writeHead(200, {
    "content-type": kTypes[extname(file)] ?? "application/octet-stream",
    "cache-control": "no-store",
  });
  if (request.method === "HEAD") response.end();
  else
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

// The first port from `first` on that is free.
async function firstFree(server, first) {
  const last = Math.min(first + kPortsTried - 1, 65535);
  for (let port = first; port <= last; ++port) {
    try {
      return await listening(server, port);
    } catch (error) {
      if (error.code !== "EADDRINUSE" && error.code !== "EACCES") throw error;
    }
  }
  throw new Refusal(`No port from ${first} to ${last} can be had on ${kHost}. Set PORT to a free one.`);
}

export function portWanted(said = process.env.PORT) {
  if (said === undefined || said === "") return kFirstPort;
  const port = Number(said);
  if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
  throw new Refusal(`PORT should be a whole number from 1 to 65535, and is "${said}".`);
}

// { url, port, close() }
export async function serve(folder, { port = portWanted() } = {}) {
  const whole = resolve(folder);
  const server = createServer((request, response) => answer(whole, request, response));
  const got = await firstFree(server, port);
  return { url: `http://${kHost}:${got}/`, port: got, close: () => new Promise((closed) => server.close(closed)) };
}

export async function serveAndSay(folder) {
  const wanted = portWanted();
  const { url, port } = await serve(folder, { port: wanted });
  if (port !== wanted) say(`port ${wanted} is taken; ${port} is the next that is free`);
  say(`\nheed is at ${url}   (Ctrl+C ends it)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(() => serveAndSay(process.argv[2] ?? join(root, "dist-site")));
}
