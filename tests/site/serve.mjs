// A static server on a free port of this machine, which remembers what it was asked for.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

/**
 * @param {Record<string, string>} folders from a path that begins and ends with "/" to a folder on disk
 * @param {Record<string, string>} headers sent with every answer
 * @param {Record<string, string>} texts from a path to a text that is served there
 */
export async function serve(folders, { headers = {}, texts = {} } = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    asked.push(pathname);
    try {
      const content = texts[pathname] ?? (await readFile(fileFor(folders, pathname)));
      response
        .writeHead(200, { "content-type": TYPES[path.extname(pathname)] ?? TYPES[".html"], ...headers })
        .end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () => new Promise((closed) => (server.close(closed), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close };
}

function fileFor(folders, pathname) {
  const prefix = Object.keys(folders).find((folder) => pathname.startsWith(folder));
  const inside = pathname.slice(prefix.length);
  return path.join(folders[prefix], inside === "" ? "index.html" : inside);
}
