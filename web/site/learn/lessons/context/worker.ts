// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openFlip } from "./flip.js";
import { openPointing } from "./pointing.js";

serveExperiments({ flip: openFlip, pointing: openPointing });
