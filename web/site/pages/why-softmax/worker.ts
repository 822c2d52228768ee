// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openContest } from "./contest.js";

serveExperiments({ contest: openContest });
