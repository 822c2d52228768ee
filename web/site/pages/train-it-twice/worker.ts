// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openRace } from "./race.js";

serveExperiments({ race: openRace });
