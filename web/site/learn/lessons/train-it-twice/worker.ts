// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openRace } from "./race.js";

serveExperiments({ race: openRace });
