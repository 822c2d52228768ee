// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openTimes } from "./times.js";

serveExperiments({ times: openTimes });
