// heed/workers in Chromium. WebKit and Firefox do the same deeds: see tests/engines/workers.mjs.
import { test } from "@playwright/test";
import { NESTED_WORKERS, WORKERS } from "../engines/workers.mjs";

for (const [sentence, deed] of Object.entries({ ...WORKERS, ...NESTED_WORKERS })) {
  test(sentence, async ({ page }, { annotations }) => {
    const run = (call, ...args) => page.evaluate(`(${call})(...${JSON.stringify(args)})`);
    const diagnostic = (description) => annotations.push({ type: "diagnostic", description });
    await deed({ goto: (address) => page.goto(address), run }, { diagnostic });
  });
}
