// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openFlip } from "./flip.js";
import { openPointing } from "./pointing.js";

serveExperiments({ flip: openFlip, pointing: openPointing });
