// The views of heads that the pages share: a grid of all, one head, two heads side by side. Their markup is heads.html,
// their style heads.css.
export { CellInspector } from "./cell-inspector.js";
export { onChoice, fillSelect, setText } from "./dom.js";
export { showDefinitions } from "./definitions.js";
export { GridPanel } from "./grid-panel.js";
export { HeadPanel } from "./head-panel.js";
export { LONGEST_NAME, LOOK, PLACE, settled, type Look } from "./look.js";
export { Session, type Change } from "./session.js";
export {
  HeadSource,
  placeName,
  samePlace,
  type HeadFacts,
  type HeadPlace,
  type HeadTokens,
  type NoOwnHead,
  type OwnHead,
  type OwnRequest,
  type ScannedHead,
  type Sentence,
} from "./source.js";
