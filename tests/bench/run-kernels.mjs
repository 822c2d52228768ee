// The kernels alone, in one engine: of one build, or of two builds in turns.
import { openEntry, runPeak } from "./run.mjs";

const AGAINST = " against";

/** Opens one flavour of each build. What does not start is said in `missing`. */
async function openFlavour(host, flavour, { entries, missing }) {
  const opened = [];
  for (const { suffix, entry } of entries) {
    const one = await openEntry(host, { ...entry(flavour), name: flavour + suffix });
    if (one.failed) missing.push(`${flavour}${suffix} ${one.failed}`);
    else opened.push(one);
  }
  return opened;
}

/** One shape in one flavour. With another build, `ratio` is its median time divided by that of the judged build. */
async function measureShape(host, names, shape, budget) {
  try {
    const [kernel, against] = await host.call("measureKernels", { names, shape, budget });
    return { kernel, ...(against && { against, ratio: against.ms / kernel.ms }) };
  } catch (error) {
    return { refused: String(error.message).split("\n")[0] };
  }
}

async function measureRows({ host, opened, shapes, budget, log }) {
  const rows = [];
  for (const shape of shapes) {
    const row = { shape, figures: {} };
    for (const [flavour, builds] of Object.entries(opened)) {
      log(`${shape.name}: ${flavour}`);
      const names = builds.map(({ name }) => name);
      row.figures[flavour] = await measureShape(host, names, shape, budget);
    }
    rows.push(row);
  }
  return rows;
}

/** The flavour that the package chooses in this engine as it starts by itself. */
async function chosenFlavour(place, given) {
  const host = await place.startPlainHost();
  try {
    return (await host.call("flavours", given)).chosen;
  } finally {
    await host.stop();
  }
}

/**
 * Measures in a place of hosts/engines.mjs. `entry` gives the contender of a flavour, and `against` that of another
 * build.
 * @param {{ place: object, entry: (flavour: string) => object, against?: (flavour: string) => object,
 *   flavours: string[], shapes: object[], budget: "normal" | "quick", log: (line: string) => void }} plan
 */
export async function runKernels({ place, entry, against, flavours, shapes, budget, log }) {
  const given = entry(flavours[0]).settings;
  const entries = [{ suffix: "", entry }, ...(against ? [{ suffix: AGAINST, entry: against }] : [])];
  const missing = [...place.lacks];
  const chosen = await chosenFlavour(place, given);
  const host = await place.startHost();
  try {
    const { run } = await host.call("flavours", given);
    const opened = {};
    for (const flavour of flavours) {
      if (!run.includes(flavour)) missing.push(`it does not run ${flavour}`);
      else {
        const builds = await openFlavour(host, flavour, { entries, missing });
        if (builds[0]?.name === flavour) opened[flavour] = builds;
      }
    }
    log("the peak of this engine");
    const survey = await host.call("surveyPeak");
    const rows = await measureRows({ host, opened, shapes, budget, log });
    const versions = Object.values(opened)[0]?.map(({ version }) => version) ?? [];
    return { chosen, missing, versions, peak: runPeak(survey, rows), rows };
  } finally {
    await host.stop();
  }
}
