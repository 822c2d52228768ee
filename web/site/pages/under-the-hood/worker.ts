// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openRace } from "./race.js";
import { openTimes } from "./times.js";

serveExperiments({ times: openTimes, race: openRace });
