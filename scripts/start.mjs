// npm start: sets up, builds, serves the site and prints its address.

import { join } from "node:path";
import { build } from "./build.mjs";
import { serveAndSay } from "./serve.mjs";
import { root, withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { command } from "./setup/report.mjs";

await command(async () => {
  const { env } = await setUp();
  await withCheckout((lock) => build({ env, lock }));
  await serveAndSay(join(root, "dist-site"));
});
