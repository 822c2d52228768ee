// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openInduction } from "./induction.js";

serveExperiments({ induction: openInduction });
