// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openAlignment } from "./training.js";

serveExperiments({ alignment: openAlignment });
