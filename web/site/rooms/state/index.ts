// The playground's state, for the playground and for whoever links to it. README.md is the link's format.
export * from "./changes.js";
export { columnNames, type Named } from "./column-names.js";
export { decode, encode, linkTo, PART_NAMES, type Changes, type Opened } from "./link.js";
export { letterRow, numbersOf, rowsOf, shapeOf, type Numbers } from "./numbers.js";
export { begin, firstPreset, FIRSTS, presetNamed, PRESETS, type Preset } from "./presets.js";
export * from "./learned.js";
export * from "./look.js";
export { SETTING_KEYS, settingOf } from "./setting-parts.js";
export * from "./setting.js";
export * from "./state.js";
export { leftOver, tokensOf, withWord } from "./tokens.js";
