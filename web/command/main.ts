// The command line: npx heed show FILE.
//
// Exit codes: 0 done, 1 the file cannot be shown, 2 the command was not understood.
import { HELP, optionsOf, Misunderstood } from "./options.js";
import { show } from "./show.js";

try {
  const asked = optionsOf(process.argv.slice(2));
  if (asked.help) console.log(HELP);
  else if (asked.version) console.log(__HEED_VERSION__);
  else await show(asked);
} catch (error) {
  console.error(`heed: ${(error as Error).message}`);
  process.exitCode = error instanceof Misunderstood ? 2 : 1;
}
