// npm run picture: builds, and takes the README's picture of the built page. tests/site/picture.spec.mjs says how, and
// fails once the page looks different.

import { createRequire } from "node:module";
import { build } from "./build.mjs";
import { root, withCheckout } from "./setup/checkout.mjs";
import { setUp } from "./setup/main.mjs";
import { command, say } from "./setup/report.mjs";
import { must } from "./setup/run.mjs";

await command(async () => {
  const { env } = await setUp({ browsers: true, suites: ["site"] });
  await withCheckout(async (lock) => {
    await build({ env, lock });
    const cli = createRequire(import.meta.url).resolve("@playwright/test/cli");
    const words = ["test", "-c", "tests/site", "picture", "--update-snapshots", "--project=wide fonts"];
    await must("Taking the picture", process.execPath, [cli, ...words], { env, cwd: root, lock });
  });
  say("web/site/picture.png shows the page of this build.");
});
