// Files of a few folders over http on localhost, for a browser that measures: isolated, so that its clock is fine and
// threads may share memory.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
  ".json": "application/json",
};
const HEADERS = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const EMPTY_PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>heed bench</title>";

/** `folders`: what is served under each first name of a path. "/" is an empty page. */
export function serve(folders) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    if (path === "/") return response.writeHead(200, { ...HEADERS, "Content-Type": "text/html" }).end(EMPTY_PAGE);
    const [, first, ...rest] = path.split("/");
    const file = folders[first] && join(folders[first], normalize(`/${rest.join("/")}`));
    if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404, HEADERS).end();
    response.writeHead(200, { ...HEADERS, "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://localhost:${server.address().port}`,
        stop: () => (server.close(), server.closeAllConnections()),
      }),
    );
  });
}
