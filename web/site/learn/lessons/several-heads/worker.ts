// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openGrouped } from "./grouped.js";
import { openHeads } from "./heads.js";

serveExperiments({ grouped: openGrouped, heads: openHeads });
