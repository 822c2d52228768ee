// The element's own style. Adopted as a constructed sheet, so that a strict style-src needs no exception for it.

export const STYLES = `
:host {
  --_cell: var(--matrix-cell, 2.75rem);
  --_row: var(--matrix-row, 2.25rem);
  --_head: var(--matrix-head, 1.75rem);
  --_label: var(--matrix-label, 4.25rem);
  --_accent: var(--matrix-accent, #0d6470);
  --_ink: var(--matrix-ink, CanvasText);
  --_faint: var(--matrix-faint, GrayText);
  --_ground: var(--matrix-ground, Canvas);
  --_bad: var(--matrix-bad, #9c2b12);
  --_rule: var(--matrix-rule, color-mix(in srgb, CanvasText 18%, Canvas));
  display: block;
  color: var(--_ink);
  font-variant-numeric: tabular-nums lining-nums;
}
:host([hidden]) { display: none; }
figure { margin: 0; inline-size: calc(var(--_label) + var(--columns, 1) * var(--_cell)); max-inline-size: 100%; }
figcaption { block-size: var(--matrix-caption, 1.75rem); line-height: var(--matrix-caption, 1.75rem); white-space: nowrap; padding-inline-start: var(--_label); }
.plate { position: relative; }
canvas { display: block; image-rendering: pixelated; }
.plate canvas { position: absolute; inset: var(--_head) 0 0 var(--_label); inline-size: calc(100% - var(--_label)); block-size: calc(100% - var(--_head)); print-color-adjust: exact; }
table { position: relative; inline-size: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0; font-size: var(--matrix-digits, 0.75rem); line-height: 1; }
thead tr { block-size: var(--_head); }
tbody tr { block-size: var(--_row); }
th, td { padding: 0; overflow: hidden; white-space: nowrap; }
th { font-weight: 400; color: var(--_faint); text-overflow: ellipsis; }
thead td, th[scope="row"] { inline-size: var(--_label); }
th[scope="row"] { text-align: end; padding-inline-end: min(0.6rem, var(--_label)); }
th[scope="col"] { text-align: center; vertical-align: bottom; padding: 0 1px 0.35rem; line-height: 1.2; font-size: 0.92em; }
td[data-row] { text-align: center; vertical-align: middle; cursor: default; border: 0 solid var(--_ground); border-width: 0 1px 1px 0; }
:host([kind="vectors"]) td[data-row] { border: 0 solid var(--_rule); border-block-end-width: 1px; }
:host([kind="vectors"]) tbody tr:first-child td[data-row] { border-block-start-width: 1px; }
:host([kind="vectors"]) .plate canvas { display: none; }
td[data-ink="black"] { color: #000; }
td[data-ink="white"] { color: #fff; }
td[data-hatched] { background: repeating-linear-gradient(45deg, transparent 0 4px, var(--_rule) 4px 5px); }
th.chosen { color: var(--_accent); font-weight: 650; }
:host([kind="vectors"]) td.chosen { font-weight: 650; }
th.marked { color: var(--_ink); font-weight: 650; }
:host([kind="vectors"]) td.marked { background: color-mix(in srgb, var(--_accent) 16%, transparent); }
:host(:not([kind="vectors"])) td.marked { box-shadow: inset 0 0 0 2px var(--_ground), inset 0 0 0 3.5px var(--_ink); }
td:focus-visible { outline: none; box-shadow: inset 0 0 0 3px var(--_accent), inset 0 0 0 5px var(--_ground) !important; }
td.edited { overflow: visible; position: relative; z-index: 1; }
td input { box-sizing: border-box; inline-size: 100%; min-inline-size: 4.5rem; block-size: calc(100% + 2px); min-block-size: 1.5rem; margin: -1px; padding: 0; border: 1px solid var(--_accent); border-radius: 0; background: var(--_ground); color: var(--_ink); font: inherit; text-align: center; outline: 2px solid var(--_accent); }
td input[aria-invalid] { color: var(--_bad); border-color: var(--_bad); text-decoration: underline wavy; }
.problem { margin: 0.5rem 0 0; font-size: var(--matrix-note, 0.8125rem); line-height: 1.4; color: var(--_bad); }
.problem:empty { margin: 0; }
.bar { margin-block-start: 0.75rem; padding-inline-start: var(--_label); font-size: var(--matrix-digits, 0.75rem); color: var(--_faint); }
.bar canvas { inline-size: 100%; block-size: 0.5rem; image-rendering: auto; outline: 1px solid var(--_rule); print-color-adjust: exact; }
.ticks { display: flex; justify-content: space-between; margin-block-start: 0.25rem; }
.spoken { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sentence { margin: 0.5rem 0 0; padding-inline-start: var(--_label); font-size: var(--matrix-note, 0.8125rem); line-height: 1.4; color: var(--_faint); }
:host([quiet]) .sentence { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
:host { position: relative; }
@media (prefers-color-scheme: dark) { :host { --_bad: var(--matrix-bad, #ff9c80); } }
@media (forced-colors: active) {
  .plate canvas, .bar { display: none; }
  td[data-row] { border: 1px solid CanvasText; color: CanvasText !important; }
  td.marked { outline: 2px solid Highlight; outline-offset: -2px; }
  td:focus-visible { outline: 3px solid Highlight; outline-offset: -3px; }
}
`;
