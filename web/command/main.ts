// The command line: npx heed show FILE.
//
// Exit codes: 0 done, 1 the file cannot be shown, 2 the command was not understood.
import { FileProblem } from "../site/rooms/files/index.js";
import { NeedsTokens } from "./model.js";
import { HELP, optionsOf, Misunderstood } from "./options.js";
import { print, printError } from "./print.js";
import { show } from "./show.js";

try {
  const asked = optionsOf(process.argv.slice(2));
  if (asked.help) console.log(HELP);
  else if (asked.version) print(__HEED_VERSION__);
  else await show(asked);
} catch (error) {
  // What to type in Python is on lines of its own.
  const inLines = error instanceof FileProblem || error instanceof NeedsTokens;
  // The calls that opened and ran a model name themselves.
  const said = `heed: ${(error as Error).message.replace(/^(heed\/)?(model|gguf)\.\w+: /, "")}`;
  for (const line of inLines ? said.split("\n") : [said]) printError(line);
  process.exitCode = error instanceof Misunderstood ? 2 : 1;
}
