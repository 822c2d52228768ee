// What the front door trains in its worker.
import { serveExperiments } from "../../rooms/training/worker/index.js";
import { openPronouns } from "../../rooms/pronouns/worker/index.js";

serveExperiments({ pronouns: openPronouns });
