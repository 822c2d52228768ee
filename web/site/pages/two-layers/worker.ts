// What this lesson computes in its worker.
import { openWays } from "../../rooms/pronouns/worker/index.js";
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openInduction } from "./induction.js";

serveExperiments({ ways: openWays, induction: openInduction });
