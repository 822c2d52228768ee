// What options cost: heed with an option beside the same heed without it, in turns, in one engine.
import { openEntry, runPeak } from "./run.mjs";

/** The row in one flavour: figures of both calls, or why there are none. */
async function measureRow(host, entry, { shapes, how }, budget) {
  if (entry.failed) return { refused: entry.failed };
  try {
    const [plain, option] = await host.call("measureBeside", { name: entry.name, shapes, how, budget });
    return { plain, option };
  } catch (error) {
    return { refused: String(error.message).split("\n")[0] };
  }
}

/**
 * Measures in a place of hosts/engines.mjs. `entries` are heed in its flavours.
 * @param {{ place: object, entries: object[], rows: object[], budget: string, log: (line: string) => void }} plan
 */
export async function runOptions({ place, entries, rows, budget, log }) {
  const host = await place.startHost();
  try {
    const opened = [];
    for (const entry of entries) opened.push(await openEntry(host, entry));
    log("the peak of this engine");
    const survey = await host.call("surveyPeak");
    const measured = [];
    for (const row of rows) {
      const figures = {};
      for (const entry of opened) {
        log(`${row.shapes[1].name}: ${entry.name}`);
        figures[entry.name] = await measureRow(host, entry, row, budget);
      }
      measured.push({ ...row, figures });
    }
    const samples = measured.flatMap(({ figures }) => Object.values(figures).flatMap(Object.values));
    const peak = runPeak(survey, [{ figures: samples.filter(({ ms }) => ms) }]);
    const [{ version }] = opened;
    return { peak, version, flavours: opened.map(({ name }) => name), rows: measured };
  } finally {
    await host.stop();
  }
}
