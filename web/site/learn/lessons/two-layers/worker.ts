// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openInduction } from "./induction.js";

serveExperiments({ induction: openInduction });
