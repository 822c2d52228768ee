// The element's style. It is a constructed style sheet, so that a strict style-src needs no exception.

const FRAME = `
:host {
  --_cell: var(--matrix-cell, 2.75rem);
  --_row: var(--matrix-row, 2.25rem);
  --_head: var(--matrix-head, 1.75rem);
  --_label: var(--matrix-label, 4.25rem);
  --_digits: var(--matrix-digits, 0.75rem);
  --_note: var(--matrix-note, 0.8125rem);
  /* Mixed with the page's own text colour, they keep their contrast on light and dark pages. */
  --_accent: var(--matrix-accent, color-mix(in srgb, #16808f 60%, CanvasText));
  --_ink: var(--matrix-ink, CanvasText);
  --_faint: var(--matrix-faint, color-mix(in srgb, CanvasText 70%, Canvas));
  --_ground: var(--matrix-ground, Canvas);
  --_bad: var(--matrix-bad, color-mix(in srgb, #c0391b 65%, CanvasText));
  --_rule: var(--matrix-rule, color-mix(in srgb, CanvasText 18%, Canvas));
  --_hatch: var(--matrix-hatch, var(--_faint));
  /* A tile, not a repeating gradient: Firefox fills a wide box with such a gradient in one colour. */
  --_hatching: linear-gradient(45deg,
    var(--_hatch) 0 12.5%, transparent 12.5% 50%, var(--_hatch) 50% 62.5%, transparent 62.5%) 0 0 / 7px 7px;
  display: block;
  position: relative;
  color: var(--_ink);
  font-variant-numeric: tabular-nums lining-nums;
}
:host([hidden]), [hidden] { display: none !important; }
figure {
  --move: var(--matrix-move, 0s); margin: 0;
  inline-size: calc(var(--_label) + var(--columns, 1) * var(--_cell)); max-inline-size: 100%;
}
figcaption {
  block-size: var(--matrix-caption, 1.75rem); line-height: var(--matrix-caption, 1.75rem); white-space: nowrap;
  padding-left: var(--_label);
}
/* Columns run from left to right on every page, as colours and arcs are drawn. Words keep their own direction. */
.plate, .bar, .controls, .readout { direction: ltr; }
:is(th, .axis) span, .note, .sentence, .arcs-note { unicode-bidi: plaintext; }
.plate { position: relative; }
canvas { display: block; image-rendering: pixelated; print-color-adjust: exact; }
.bar, .sentence, .readout, .problem, .top { padding: 0 0 0 var(--_label); }
.bar { position: relative; margin-block-start: 0.75rem; font-size: var(--_digits); color: var(--_faint); }
.bar canvas { inline-size: 100%; block-size: 0.5rem; image-rendering: auto; outline: 1px solid var(--_rule); }
.ticks { position: relative; block-size: 1.5em; margin-block-start: 0.25rem; line-height: 1.5; }
.ticks span {
  position: absolute; inset-inline-start: calc(var(--at) * 100%); transform: translateX(calc(var(--at) * -100%));
  white-space: nowrap;
}
.note:empty { display: none; }
.spoken {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.sentence {
  overflow-wrap: anywhere; margin: 0.5rem 0 0; font-size: var(--_note); line-height: 1.4; color: var(--_faint);
}
figure[data-quiet] .sentence {
  position: absolute; padding: 0; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
}
.readout { margin: 0.375rem 0 0; font-size: var(--_note); line-height: 1.4; overflow-wrap: anywhere; }
.problem { margin: 0.5rem 0 0; font-size: var(--_note); line-height: 1.4; color: var(--_bad); }
.problem:empty { margin: 0; }
.top { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0.5rem 0 0; list-style: none; font-size: var(--_digits); }
button {
  font: inherit; color: inherit; background: none; border: 1px solid var(--_faint); border-radius: 2px;
  min-block-size: 1.75rem; min-inline-size: 1.75rem; padding: 0 0.5em; cursor: pointer;
}
button:hover { border-color: var(--_accent); }
button:focus-visible, :is(input, select):focus-visible { outline: 3px solid var(--_accent); outline-offset: 1px; }
.top :is(li, button) { max-inline-size: 100%; }
.top span { unicode-bidi: isolate; overflow-wrap: anywhere; }
.top b { margin-inline-start: 0.5em; font-weight: 650; }
`;

const CELLS = `
.home { position: relative; }
.home canvas {
  position: absolute; inset: var(--_head) 0 0 var(--_label); inline-size: calc(100% - var(--_label));
  block-size: calc(100% - var(--_head));
}
table {
  position: relative; inline-size: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0;
  font-size: var(--_digits); line-height: 1;
}
thead tr { block-size: var(--_head); }
tbody tr { block-size: var(--_row); }
th, td { padding: 0; overflow: hidden; white-space: nowrap; }
th { font-weight: 400; color: var(--_faint); text-overflow: ellipsis; }
thead td, th[scope="row"] { inline-size: var(--_label); }
th[scope="row"] { text-align: end; padding-inline-end: min(0.6rem, var(--_label)); }
th[scope="col"] {
  text-align: center; vertical-align: bottom; padding: 0 1px 0.35rem; line-height: 1.2; font-size: 0.92em;
}
th.here { position: relative; z-index: 2; overflow: visible; color: var(--_ink); }
th.here span {
  display: inline-block; max-inline-size: 12rem; padding-block: 0.2em; margin-block: -0.2em; overflow: hidden;
  text-overflow: ellipsis; vertical-align: bottom; background: var(--_ground);
}
/* The last columns have room on the other side. */
.sheet:not([data-turned]) th[scope="col"].here:nth-last-child(-n+5) span { float: inline-end; }
.sheet[data-turned] { --_head: var(--matrix-upright, 4.5rem); }
.sheet[data-turned] th[scope="col"] { box-sizing: border-box; padding-block-end: 0; block-size: var(--_head); }
.sheet[data-turned] th[scope="col"] span {
  display: inline-block; writing-mode: vertical-rl; transform: rotate(180deg);
  max-inline-size: calc(var(--_head) - 0.35rem); overflow: hidden; text-overflow: ellipsis; vertical-align: bottom;
  margin-bottom: 0.35rem;
}
/* It may run over the caption, and no farther. */
.sheet[data-turned] th[scope="col"].here span {
  max-inline-size: calc(var(--_head) - 0.35rem + var(--matrix-caption, 1.75rem));
}
td[data-row] {
  text-align: center; vertical-align: middle; cursor: default; font-size: min(1em, var(--fitting, 1em));
  border: 0 solid var(--_ground); border-width: 0 1px 1px 0;
}
td[data-ink="black"] { color: #000; }
td[data-ink="white"] { color: #fff; }
td[data-hatched] { background: var(--_hatching); forced-color-adjust: none; print-color-adjust: exact; }
td[data-hatched]:not(:empty) {
  color: var(--_ink); text-shadow: 0 0 3px var(--_ground), 0 0 3px var(--_ground), 0 0 2px var(--_ground);
}
th.chosen { color: var(--_accent); font-weight: 650; }
th.marked { color: var(--_ink); font-weight: 650; }
/* One ring round the cell, the row or the column that is marked: it runs between the cells, not over their digits. */
td.marked { position: relative; overflow: visible; }
td.marked::before {
  --ring: 2px; content: ""; position: absolute; z-index: 1; inset: -1px; pointer-events: none;
  border: 0 solid var(--_ink); box-shadow: inset 0 0 0 1px var(--_ground);
}
table[data-marked="cell"] td.marked::before { border-width: var(--ring); }
table[data-marked="row"] td.marked::before { border-block-width: var(--ring); box-shadow: none; }
table[data-marked="column"] td.marked::before { border-inline-width: var(--ring); box-shadow: none; }
table[data-marked="row"] td.marked:nth-child(2)::before { border-inline-start-width: var(--ring); }
table[data-marked="row"] td.marked:last-child::before { border-inline-end-width: var(--ring); }
table[data-marked="column"] tr:first-child td.marked::before { border-block-start-width: var(--ring); }
table[data-marked="column"] tr:last-child td.marked::before { border-block-end-width: var(--ring); }
td[data-stands-in] { background: var(--_ground); color: var(--_ink); }
td[data-bar] { position: relative; }
td[data-bar]::after {
  --from: 0%; --whole: 100%; content: ""; position: absolute; inset-block-end: 0; block-size: 0.3125rem;
  inset-inline-start: calc(var(--from) + min(0, var(--bar)) * var(--whole));
  inline-size: calc(max(var(--bar), -1 * var(--bar)) * var(--whole));
  background: var(--_accent); box-shadow: 0 0 0 1px var(--_ground); forced-color-adjust: none; pointer-events: none;
}
figure:not([data-kind="weights"]) td[data-bar]::after { --from: 50%; --whole: 50%; }
td:focus-visible {
  outline: none; box-shadow: inset 0 0 0 3px var(--_accent), inset 0 0 0 5px var(--_ground) !important;
}
td.edited { overflow: visible; position: relative; z-index: 3; }
td input {
  box-sizing: border-box; inline-size: 100%; min-inline-size: 4.5rem; block-size: calc(100% + 2px);
  min-block-size: 1.5rem; margin: -1px; padding: 0; border: 1px solid var(--_accent); border-radius: 0;
  background: var(--_ground); color: var(--_ink); font: inherit; text-align: center;
}
td input:focus-visible { outline: 2px solid var(--_accent); outline-offset: 0; }
td input[aria-invalid] { color: var(--_bad); border-color: var(--_bad); text-decoration: underline wavy; }
figure[data-kind="vectors"] td[data-row] { border: 0 solid var(--_rule); border-block-end-width: 1px; }
figure[data-kind="vectors"] tbody tr:first-child td[data-row] { border-block-start-width: 1px; }
figure[data-kind="vectors"] td.chosen { font-weight: 650; }
figure[data-kind="vectors"] td.marked {
  background: color-mix(in srgb, var(--_accent) 16%, transparent);
}
figure[data-kind="vectors"] td.marked::before { display: none; }
`;

const DIGITS_ONLY = `
figure[data-view="table"] { inline-size: auto; }
figure[data-view="table"] .plate { overflow-x: auto; }
figure[data-view="table"] table { inline-size: auto; table-layout: auto; }
figure[data-view="table"] th[scope="row"] {
  position: sticky; inset-inline-start: 0; max-inline-size: 12rem; background: var(--_ground);
}
figure[data-view="table"] th[scope="col"] { padding-inline: 0.6em; max-inline-size: 8rem; text-align: end; }
figure[data-view="table"] td[data-row] {
  min-inline-size: 3.5rem; padding-inline: 0.6em; text-align: end; border: 0 solid var(--_rule);
  border-block-end-width: 1px;
}
`;

const MAP = `
.map {
  display: grid; grid-template-columns: var(--_label) minmax(0, 1fr);
  grid-template-rows: var(--matrix-upright, 4.5rem) auto; font-size: var(--_digits);
}
figure[data-layout="map"] { inline-size: min(100%, calc(var(--_label) + var(--matrix-map, 36rem))); }
.field {
  grid-area: 2 / 2; position: relative; overflow: hidden; contain: layout paint;
  inline-size: min(100%, calc(80vh * var(--ratio, 1))); aspect-ratio: var(--ratio, 1);
  background: var(--_hatching), var(--_ground); forced-color-adjust: none; print-color-adjust: exact; cursor: crosshair;
  touch-action: pan-x pan-y; outline: 1px solid var(--_rule);
}
.field[data-pans] { touch-action: none; }
.field canvas { position: absolute; pointer-events: none; }
.field .ink { inset: 0; inline-size: 100%; block-size: 100%; image-rendering: auto; }
.field table {
  position: absolute; inset: 0 auto auto 0; inline-size: var(--wide); transform: translate(var(--shift));
  pointer-events: none; color: transparent;
}
.field thead, .field th {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
}
.field table, .field tbody { display: block; }
.field tbody tr { display: flex; block-size: var(--side); }
.field td[data-row] {
  display: block; flex: none; inline-size: var(--side); block-size: var(--side); border: 0; line-height: 0;
  color: transparent; box-shadow: none !important;
}
.field td.edited { line-height: 1; color: var(--_ink); }
.field td input { min-inline-size: 0; pointer-events: auto; }
.ring, .hover, div.marked { position: absolute; box-sizing: border-box; pointer-events: none; }
.ring { outline: 2px solid var(--_ground); box-shadow: inset 0 0 0 3px var(--_accent), inset 0 0 0 4px var(--_ground); }
.hover { outline: 1.5px solid var(--_ink); box-shadow: 0 0 0 3px var(--_ground); }
div.marked { outline: 2px solid var(--_ink); box-shadow: 0 0 0 3.5px var(--_ground); }
.axis { position: relative; color: var(--_faint); line-height: 1; min-inline-size: 0; min-block-size: 0; }
.axis.rows { grid-area: 2 / 1; }
.axis.columns { grid-area: 1 / 2; inline-size: min(100%, calc(80vh * var(--ratio, 1))); }
.axis span { position: absolute; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.axis.rows span {
  inset: var(--at) min(0.5rem, var(--_label)) auto 0; transform: translateY(-50%); text-align: right; line-height: 15px;
}
.axis.columns span {
  inset: auto auto 0.35rem var(--at); max-inline-size: calc(100% - 0.35rem); writing-mode: vertical-rl;
  transform: translateX(-50%) rotate(180deg); line-height: 15px;
}
.axis .here { color: var(--_ink); font-weight: 650; }
.axis .chosen { color: var(--_accent); font-weight: 650; }
.controls {
  display: flex; flex-wrap: wrap; gap: 0.25rem; align-items: center; margin-block-start: 0.5rem;
  padding-left: var(--_label); font-size: var(--_note);
}
.controls button:last-of-type { margin-inline-end: 0.25rem; }
.controls label { display: flex; flex-wrap: wrap; gap: 0 0.4em; align-items: center; margin-inline-end: 0.25rem; }
.controls :is(input, select) {
  box-sizing: border-box; min-block-size: 1.75rem; max-inline-size: 100%; padding: 0 0.4em;
  border: 1px solid var(--_faint); border-radius: 2px; background: transparent; color: inherit; font: inherit;
}
.controls input { inline-size: 7.5em; }
.controls option { background: var(--_ground); color: var(--_ink); }
.controls input::placeholder { color: var(--_faint); opacity: 1; }
.controls input[aria-invalid] { border-color: var(--_bad); color: var(--_bad); }
.controls button[aria-disabled="true"] { color: var(--_faint); border-color: var(--_rule); cursor: default; }
`;

const ARCS = `
figure[data-layout="arcs"] { inline-size: min(100%, var(--matrix-arcs, 26rem)); }
.arcs {
  display: grid; grid-template-columns: minmax(0, 1fr) minmax(6rem, 2fr) minmax(0, 1fr); font-size: var(--_digits);
}
.arcs .axis { grid-area: auto; block-size: var(--tall); }
.arcs .axis.right span { inset: var(--at) 0 auto min(0.5rem, var(--_label)); text-align: left; }
.arcs .here, .arcs .chosen { background: var(--_ground); }
.arcs[data-focus] .here { box-shadow: inset 0 0 0 1px var(--_ground), 0 0 0 2px var(--_accent); }
.bundle { block-size: var(--tall); }
svg {
  display: block; inline-size: 100%; block-size: 100%; overflow: visible; forced-color-adjust: none;
  print-color-adjust: exact;
}
path { fill: none; vector-effect: non-scaling-stroke; pointer-events: stroke; }
[data-one] path:not(.own) { opacity: 0.22; }
path.own { stroke-linecap: round; }
path.at { stroke-width: 6; }
.arcs-note { grid-column: 1 / -1; margin: 0.5rem 0 0; color: var(--_faint); font-size: var(--_note); line-height: 1.4; }
.arcs-note:empty { display: none; }
`;

const MEDIA = `
@media (prefers-contrast: more) { :host { --_faint: var(--_ink); --_rule: var(--_ink); --_hatch: var(--_ink); } }
@media (prefers-reduced-motion: no-preference) {
  td[data-bar]::after { transition: inline-size 0.35s, inset-inline-start 0.35s; }
}
@media (forced-colors: active) {
  :host {
    --_hatch: CanvasText; --_ground: Canvas; --_ink: CanvasText; --_faint: CanvasText; --_accent: Highlight;
    --_rule: CanvasText;
  }
  /* Where every cell shows its digits, colours add nothing; in a map and in small cells they are the picture. */
  .sheet:not([data-wordless]) canvas, figure[data-layout="cells"]:not(:has([data-wordless])) .bar { display: none; }
  td[data-row] { border: 1px solid CanvasText; color: CanvasText !important; }
  td.marked::before { border-color: Highlight; }
  td:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; }
}
@media print {
  :host { --_accent: #0d6470; --_bad: #9c2b12; --_ground: #fff; --_ink: #000; --_faint: #333; --_rule: #999; }
  figure { break-inside: avoid; }
  .controls, .readout, .hover, .ring { display: none; }
  .top button { display: inline; border: 0; }
}
`;

const made = new WeakMap<Document, CSSStyleSheet>();

/**
 * Gives an element its style. All elements of a document share one style sheet, and a browser takes none of another
 * document. jsdom has none that can be made.
 */
export function addStyle(root: ShadowRoot): void {
  const { ownerDocument: page } = root;
  const Sheet = page.defaultView?.CSSStyleSheet;
  if (typeof Sheet !== "function" || !("replaceSync" in Sheet.prototype)) return;
  let sheet = made.get(page);
  if (sheet === undefined) {
    made.set(page, (sheet = new Sheet()));
    sheet.replaceSync(FRAME + CELLS + DIGITS_ONLY + MAP + ARCS + MEDIA);
  }
  root.adoptedStyleSheets = [sheet];
}
