// What this lesson computes in its worker.
import { openPronouns } from "../../rooms/pronouns/worker/index.js";
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openTimeline } from "./timeline.js";

serveExperiments({ timeline: openTimeline, pronouns: openPronouns });
