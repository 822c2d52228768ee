// The viewer: a file comes in, its heads fill the grid, and each one opens, alone or beside another.
import "heed/element";
import { Announcer } from "../shared/index.js";
import { showDefinitions } from "./definitions.js";
import { byId } from "./dom.js";
import { showFacts } from "./facts.js";
import { FileDesk } from "./file-desk.js";
import { GridDesk } from "./grid-desk.js";
import { HeadDesk } from "./head-desk.js";
import { startRecipes } from "./intro/recipes.js";
import { Session, type Change } from "./session.js";
import { stateOf } from "./state.js";

const session = new Session(stateOf(location.hash));
const announcer = new Announcer(byId("announcements"));
const grid = new GridDesk(session, announcer);
const head = new HeadDesk(session, announcer);

function show(change: Change): void {
  const { opened, state } = session;
  if (opened === undefined) return;
  if (change.before === undefined) {
    byId("opened").hidden = false;
    document.body.toggleAttribute("data-own", !opened.file.isExample);
    showFacts(opened);
  }
  byId("heads").hidden = state.head !== undefined;
  byId("head").hidden = state.head === undefined;
  grid.show(change);
  head.show(change);
}

session.onChange(show);
startRecipes();
showDefinitions();
new FileDesk(session).start();
