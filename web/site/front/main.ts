// The front door.
import { forwardOldLinks } from "./forward.js";

forwardOldLinks();
addEventListener("hashchange", forwardOldLinks);
