// The state as the hash of a link: "#v=1&preset=journey&causal=1&query=2". README.md beside this file is the format.
// Only what differs from the preset is written. Whatever a link holds, the state that comes out is whole and in range.
import { isLink, joined, languagePart, partsOf, VERSION, type LinkPart } from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { settled } from "./changes.js";
import { LOOK } from "./look.js";
import { quoted, type Part } from "./part.js";
import { begin, presetNamed, UNNAMED } from "./presets.js";
import { SETTING, settingOf } from "./setting-parts.js";
import type { Begun } from "./setting.js";
import type { State } from "./state.js";

export interface Opened {
  readonly state: State;
  /** What the link held and the page could not take, a sentence each. */
  readonly problems: readonly string[];
}

type Report = (sentence: string) => void;
type Rows = readonly (readonly [key: string, part: Part<unknown>])[];

const SETTING_ROWS = Object.entries(SETTING) as Rows;
const ROWS: Rows = [...SETTING_ROWS, ...(Object.entries(LOOK) as Rows)];
/** The names of all parts that a link may have. */
export const PART_NAMES: readonly string[] = ["v", "lang", "preset", ...ROWS.map(([, { name }]) => name), "pin"];

/** "#v=1&…", the same for the same state. @param language the language that was chosen */
export function encode(state: State, language?: string): string {
  const start = begin(state.preset);
  const preset: LinkPart[] = state.preset === UNNAMED ? [] : [["preset", state.preset]];
  const pin: LinkPart[] =
    state.pinned === null ? [] : [["pin", joined(written(SETTING_ROWS, state.pinned, start)) || "."]];
  return `#${joined([["v", VERSION], ...languagePart(language), ...preset, ...written(ROWS, state, start), ...pin])}`;
}

/** The parts that have changed since the start. A value that follows from a written change needs no part of its own. */
function written(rows: Rows, state: object, start: State): LinkPart[] {
  const values = state as Readonly<Record<string, unknown>>;
  const grown = rows.reduce((now, [key, part]) => part.put?.(now, values[key]) ?? now, start);
  return rows.flatMap(([key, part]) => {
    const text = part.write(values[key]);
    const usual = part.write((part.put === undefined ? grown : start)[key as keyof State]);
    return text === usual ? [] : [[part.name, text] as const];
  });
}

export function decode(hash: string): Opened {
  const problems: string[] = [];
  const report: Report = (sentence) => void problems.push(sentence);
  if (!isLink(hash)) return { state: begin(), problems };
  const parts = split(hash, report);
  // A link that only chooses a language leaves the rest as it is at first.
  if (parts.delete("lang") && parts.size === 0) return { state: begin(), problems };
  const version = parts.get("v");
  if (version !== VERSION) {
    const problem =
      version === undefined
        ? phrase("link.no-version", { version: VERSION })
        : phrase("link.other-version", { came: quoted(version), version: VERSION });
    return { state: begin(), problems: [problem] };
  }
  const start = startOf(parts, report);
  const pinned = readPin(start, parts, report);
  const state = { ...readRows(ROWS, start, parts, report), pinned };
  for (const name of parts.keys())
    if (!PART_NAMES.includes(name)) report(phrase("link.unknown", { part: quoted(name) }));
  return { state, problems };
}

function split(text: string, report: Report): Map<string, string> {
  return partsOf(text, (part, why) =>
    report(phrase(`link.${why}`, { part: quoted(why === "damaged" ? part.slice(0, 24) : part) })),
  );
}

function startOf(parts: ReadonlyMap<string, string>, report: Report): State {
  const name = parts.get("preset") ?? UNNAMED;
  if (presetNamed(name) === undefined) report(phrase("link.no-preset", { part: quoted(name) }));
  return begin(name);
}

function readPin(start: State, parts: ReadonlyMap<string, string>, report: Report): State["pinned"] {
  const text = parts.get("pin");
  if (text === undefined) return null;
  const inner = text === "." ? new Map<string, string>() : split(text, report);
  return settingOf(readRows(SETTING_ROWS, start, inner, (sentence) => report(phrase("link.pinned", { sentence }))));
}

function readRows<S extends Begun>(rows: Rows, start: S, parts: ReadonlyMap<string, string>, report: Report): S {
  let state = start;
  for (const [key, part] of rows) {
    const text = parts.get(part.name);
    if (text === undefined) continue;
    const value = part.read(text, state);
    if (value === undefined) {
      report(part.refusal!(text, state));
      continue;
    }
    state = part.put?.(state, value) ?? { ...state, [key]: value };
    part.missed?.(text, state).forEach(report);
  }
  return settled(state);
}

/** What a lesson's link changes in a preset. Counted as the state counts, from 0. */
export type Changes = Partial<Omit<State, "preset" | "pinned">>;

/** The hash of a preset with changes: what "open this in the playground" leads to. @param language the page's */
export function linkTo(preset: string, changes: Changes = {}, language?: string): string {
  const values = changes as Readonly<Record<string, unknown>>;
  const state = ROWS.filter(([key]) => values[key] !== undefined).reduce(
    (now: State, [key, part]) => part.put?.(now, values[key]) ?? { ...now, [key]: values[key] },
    begin(preset),
  );
  return encode(settled(state), language);
}
