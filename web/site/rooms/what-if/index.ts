// What if a head were switched off, or an edge cut? Changes of heads, what they do to a token, and how much each head
// matters. The markup is what-if.html, the style what-if.css.
export type { AskedEffect, AskedMap, Change, ChangeableText, ChangedShare, Effect } from "./changes.js";
export { WhatIfPanel } from "./what-if-panel.js";
