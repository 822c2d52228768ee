// What the tests of the pages need of scripts/: the checkout's folder and the static server.
import { join } from "node:path";
import { serve } from "../../scripts/serve.mjs";
import { root } from "../../scripts/setup/checkout.mjs";

export { root, serve };

/**
 * The built site under a path. Its service worker keeps nothing, because each test would wait until it has fetched all
 * pages; opening.spec.mjs has the site's own.
 */
export const serveSite = (prefix = "/") =>
  serve({ [prefix]: join(root, "dist-site") }, { texts: { [`${prefix}service-worker.js`]: "" } });
