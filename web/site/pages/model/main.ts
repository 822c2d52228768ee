// The viewer: a file or a model comes in, its heads fill the grid, and each one opens, alone or beside another.
import "heed/element";
import { CellInspector, GridPanel, HeadPanel, Session, showDefinitions, type Change } from "../../rooms/heads/index.js";
import { Announcer, byId, encode } from "../../kit/index.js";
import { fill, phrase, Speaker } from "../../kit/texts/index.js";
import { figureView } from "../../rooms/inspector/index.js";
import { isCellOf } from "../../rooms/machine/index.js";
import { showFacts } from "./facts.js";
import { FilePanel } from "./file-panel.js";
import { showProblem } from "./intro/problem.js";
import { startRecipes } from "./intro/recipes.js";
import { OpenText } from "./open-file.js";
import type { Opened } from "./opened.js";
import { ModelPanel } from "./running/model-panel.js";
import { FIELDS, START, stateOf, type State } from "./state.js";
import { StoryPanel } from "./story/story-panel.js";
import { TextChoice } from "./text-choice.js";

const speaker = new Speaker("model", () => {
  showNames();
  session.renewLink();
});
speaker.chooseByLink();
speaker.translate();

const session = new Session<State, Opened>(stateOf(location.hash), (state) => encode(FIELDS, state, speaker.asked));
const host = {
  announcer: new Announcer(byId("announcements")),
  inspector: new CellInspector(),
  beside: false,
  failed: showProblem,
};
const grid = new GridPanel(session, host);
const head = new HeadPanel(session, host);
const texts = new TextChoice(session, showProblem);
const models = new ModelPanel(session, grid, {
  ...host,
  inspect: (...shown) => host.inspector.show(...shown),
});
const files = new FilePanel(session, models, showScreen);
const story = new StoryPanel({
  announcer: host.announcer,
  open(opened, back) {
    if (isCellOf(opened)) host.inspector.show(opened[1], opened[0], back);
    else
      host.inspector.show(
        figureView(() => opened, back),
        undefined,
        back,
      );
  },
  changed(text, off) {
    session.follow({ ...session.state, story: text, off });
    session.renewLink();
  },
});
let isStoryBegun = false;

const titleNow = (): string => (document.body.dataset.screen === "own" ? "own-title" : "title");

function nameTab(): void {
  document.title = phrase("frame.document-title", { title: phrase(titleNow()) });
}

/** The page has a story, or what the reader has opened. */
function showScreen(isOwn: boolean): void {
  document.body.dataset.screen = isOwn ? "own" : "story";
  byId<HTMLDetailsElement>("own-files").open = isOwn;
  fill(byId("page-title"), titleNow());
  nameTab();
  fill(byId("skip"), isOwn ? "skip" : "skip-story");
  byId<HTMLAnchorElement>("skip").href = isOwn ? "#opened" : "#story-text";
  if (isOwn || isStoryBegun) return;
  isStoryBegun = true;
  void story.start(session.state);
}

function show(change: Change): void {
  const { opened, state } = session;
  if (opened === undefined) return;
  if (change.before === undefined) {
    byId("opened").hidden = false;
    document.body.toggleAttribute("data-own", !opened.file.isExample);
    passFocus();
    showFacts(opened);
  }
  texts.show(opened);
  models.show(opened);
  // Once all heads are read, so is nearly all of the file.
  if (opened instanceof OpenText && opened.scanned.size === opened.count) void check(opened);
  byId("heads").hidden = state.head !== undefined;
  byId("head").hidden = state.head === undefined;
  grid.show(change);
  head.show(change);
}

/** The part where a file is chosen gives way to the file, and the focus goes with it. */
function passFocus(): void {
  const { activeElement } = document;
  if (activeElement?.closest(".start") && activeElement.getClientRects().length === 0) byId("opened").focus();
}

/** A file that is damaged shows heads like any other. */
async function check(opened: OpenText): Promise<void> {
  const problem = await opened.check().then(
    () => "",
    ({ message }: Error) => message,
  );
  if (problem !== "" && session.opened === opened) showProblem(problem);
}

/** Every text is written in the language of now. */
function showNames(): void {
  speaker.translate();
  nameTab();
  grid.showNames();
  head.showNames();
  if (isStoryBegun) story.translate();
  const { opened } = session;
  if (opened === undefined) return;
  showFacts(opened);
  session.refresh();
}

/** Back and forward of the browser, or an address that was changed. */
function onAddress(): void {
  speaker.chooseByLink();
  showNames();
  const state = stateOf(location.hash);
  files.follow(state);
  if (state.file === "") story.follow(state);
}

byId("to-story").addEventListener("click", (event) => {
  event.preventDefault();
  files.follow(START);
  session.renewLink();
});

byId("to-own").addEventListener("click", (event) => {
  event.preventDefault();
  const own = byId<HTMLDetailsElement>("own-files");
  own.open = true;
  own.querySelector("summary")!.focus();
  own.scrollIntoView();
});

session.onChange(show);
addEventListener("hashchange", onAddress);
startRecipes();
showDefinitions();
files.start();
