// What this lesson computes in its worker.
import { serveExperiments } from "../../serve-experiments.js";
import { openTimeline } from "./timeline.js";

serveExperiments({ timeline: openTimeline });
