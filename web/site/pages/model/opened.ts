// What can be open: a text of a file, or a text that a model read here.
import type { OpenText } from "./open-file.js";
import type { ModelText } from "./running/running-model.js";

export type Opened = OpenText | ModelText;
