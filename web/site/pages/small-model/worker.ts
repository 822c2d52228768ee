// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openSmall } from "./training.js";

serveExperiments({ small: openSmall });
