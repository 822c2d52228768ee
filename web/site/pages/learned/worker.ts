// What this lesson computes in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openTimeline } from "./timeline.js";

serveExperiments({ timeline: openTimeline });
