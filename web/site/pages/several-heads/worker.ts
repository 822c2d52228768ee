// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openGrouped } from "./grouped.js";
import { openHeads } from "./heads.js";

serveExperiments({ grouped: openGrouped, heads: openHeads });
