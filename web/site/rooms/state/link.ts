// The state as the hash of a link: "#v=1&preset=journey&causal=1&query=2". README.md beside this file is the format.
// Only what differs from the preset is written. Whatever a link holds, the state that comes out is whole and in range.
import { shortened } from "../../../show/index.js";
import { phrase } from "../../kit/texts/index.js";
import { settled, withProjections, withSize, withSource, withText } from "./changes.js";
import { readSetting, writeSetting, type Field, type Report } from "./link-setting.js";
import { begin, presetNamed, UNNAMED } from "./presets.js";
import {
  COMPARED,
  CONVENTIONS,
  HIDEABLE,
  LIMITS,
  LOSSES,
  outputWidth,
  settingOf,
  STEPS,
  VIEWS,
  type Hideable,
  type State,
} from "./state.js";
import { tokensOf } from "./tokens.js";

export const VERSION = "1";

/** The field that says which language the page speaks. It is no part of the state. */
const LANGUAGE = "lang";

export interface Opened {
  readonly state: State;
  /** What the link held and the page could not take, a sentence each. */
  readonly problems: readonly string[];
}

const LOOKS = [
  "turn",
  "view",
  "stretch",
  "head",
  "query",
  "step",
  "compare",
  "gradients",
  "loss",
  "number",
  "hide",
  "task",
] as const;

/** "#v=1&…", the same for the same state. @param language the language that was chosen */
export function encode(state: State, language?: string): string {
  const start = begin(state.preset);
  const fields: Field[] = [["v", VERSION]];
  if (state.preset !== UNNAMED) fields.push(["preset", state.preset]);
  fields.push(...writeSetting(state, start));
  const look = writeLook(state);
  const usual = writeLook(start);
  for (const name of LOOKS) if (look[name] !== usual[name]) fields.push([name, look[name]]);
  if (state.pinned !== null) fields.push(["pin", join(writeSetting(state.pinned, start)) || "."]);
  if (language !== undefined) fields.push([LANGUAGE, language]);
  return `#${join(fields)}`;
}

function writeLook(state: State): Record<(typeof LOOKS)[number], string> {
  return {
    turn: state.convention,
    view: state.view,
    stretch: state.stretched === "auto" ? "auto" : state.stretched ? "1" : "0",
    head: String(state.head + 1),
    query: String(state.followed + 1),
    step: String(state.step),
    compare: state.compared,
    gradients: state.gradients ? "1" : "0",
    loss: state.loss,
    number: String(state.lossNumber + 1),
    hide: HIDEABLE.filter((part) => state.hidden.includes(part)).join(","),
    task: state.task,
  };
}

/** The link's own signs stay readable; what could end it or its parts is escaped. */
function join(fields: readonly Field[]): string {
  return fields
    .map(
      ([name, text]) =>
        `${name}=${encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3B/g, ";").replace(/%20/g, "+")}`,
    )
    .join("&");
}

/** Whether a hash is meant as a state: "#step-2" is a place on the page. */
export function isLink(hash: string): boolean {
  return hash.includes("=");
}

export function decode(hash: string): Opened {
  const problems: string[] = [];
  const report: Report = (sentence) => void problems.push(sentence);
  if (!isLink(hash)) return { state: begin(), problems };
  const fields = split(hash.replace(/^#/, ""), report);
  // A link that only chooses a language leaves the rest as it is at first.
  if (fields.delete(LANGUAGE) && fields.size === 0) return { state: begin(), problems };
  const version = fields.get("v");
  if (version !== VERSION) {
    const problem =
      version === undefined
        ? phrase("link.no-version", { version: VERSION })
        : phrase("link.other-version", { came: quoted(version), version: VERSION });
    return { state: begin(), problems: [problem] };
  }
  const start = startOf(fields, report);
  const setting = readSetting(start, fields, report);
  const pinned = readPin(start, fields, report);
  const state = readLook({ ...setting, pinned }, fields, report);
  for (const name of fields.keys()) if (!KNOWN.has(name)) report(phrase("link.unknown", { part: quoted(name) }));
  return { state, problems };
}

const KNOWN = new Set<string>([
  "v",
  "preset",
  "pin",
  ...LOOKS,
  "text",
  "width",
  "dk",
  "dv",
  "heads",
  "weights",
  "x",
  "wq",
  "wk",
  "wv",
  "wo",
  "scale",
  "softmax",
  "causal",
]);

function split(text: string, report: Report): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of text.split("&").filter((piece) => piece !== "")) {
    const at = part.indexOf("=");
    try {
      const value = decodeURIComponent(part.slice(at + 1).replaceAll("+", " "));
      if (at > 0) fields.set(part.slice(0, at), value);
      else report(phrase("link.nameless", { part: quoted(part) }));
    } catch {
      report(phrase("link.damaged", { part: quoted(part.slice(0, 24)) }));
    }
  }
  return fields;
}

function startOf(fields: ReadonlyMap<string, string>, report: Report): State {
  const name = fields.get("preset") ?? UNNAMED;
  if (presetNamed(name) === undefined) report(phrase("link.no-preset", { part: quoted(name) }));
  return begin(name);
}

function readPin(start: State, fields: ReadonlyMap<string, string>, report: Report): State["pinned"] {
  const text = fields.get("pin");
  if (text === undefined) return null;
  const inner = text === "." ? new Map<string, string>() : split(text, report);
  return settingOf(readSetting(start, inner, (sentence) => report(phrase("link.pinned", { sentence }))));
}

function readLook(state: State, fields: ReadonlyMap<string, string>, report: Report): State {
  const choice = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value => {
    const text = fields.get(name);
    const value = values.find((one) => one === text);
    if (text !== undefined && value === undefined)
      report(phrase("link.no-choice", { part: quoted(text), name, choices: values.join(", ") }));
    return value ?? otherwise;
  };
  const place = (name: string, count: number, otherwise: number): number => {
    const text = fields.get(name);
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (text.trim() !== "" && Number.isFinite(value)) return Math.min(count, Math.max(1, Math.round(value)));
    report(phrase("link.no-place", { name, most: count, part: quoted(text) }));
    return otherwise;
  };
  return settled({
    ...state,
    convention: choice("turn", CONVENTIONS, state.convention),
    view: choice("view", VIEWS, state.view),
    stretched: STRETCHED[choice("stretch", ["auto", "0", "1"], "auto")],
    head: place("head", state.heads, state.head + 1) - 1,
    followed: place("query", tokensOf(state.text).length, state.followed + 1) - 1,
    step: place("step", STEPS, state.step),
    compared: choice("compare", COMPARED, state.compared),
    gradients: choice("gradients", ["0", "1"], "0") === "1",
    loss: choice("loss", LOSSES, state.loss),
    lossNumber: place("number", outputWidth(state), state.lossNumber + 1) - 1,
    hidden: readHidden(fields.get("hide") ?? "", report),
    task: (fields.get("task") ?? "").slice(0, LIMITS.task),
  });
}

const STRETCHED = { auto: "auto", "0": false, "1": true } as const;

function readHidden(text: string, report: Report): Hideable[] {
  const names = text.split(",").filter((name) => name !== "");
  for (const name of names)
    if (!HIDEABLE.includes(name as Hideable))
      report(phrase("link.hides", { part: quoted(name), choices: HIDEABLE.join(", ") }));
  return HIDEABLE.filter((part) => names.includes(part));
}

export function quoted(text: string): string {
  return phrase("link.quoted", { text: shortened(text) });
}

/** The language that a link asks for. */
export function languageOf(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, "")).get(LANGUAGE) ?? undefined;
}

/** What a lesson's link changes of a preset. Counted as the state counts, from 0. */
export type Changes = Partial<Omit<State, "preset" | "pinned" | "text">> & { readonly text?: string };

/** The hash of a preset with changes: what "open this in the playground" leads to. @param language the page's */
export function linkTo(preset: string, changes: Changes = {}, language?: string): string {
  const { text, width, dim, valueDim, heads, projected, x, query, key, value, output, ...rest } = changes;
  let state = begin(preset);
  if (text !== undefined) state = withText(state, text);
  for (const [name, size] of Object.entries({ width, dim, valueDim, heads }))
    if (size !== undefined) state = withSize(state, name as "width", size);
  if (projected !== undefined) state = withProjections(state, projected);
  for (const [name, source] of Object.entries({ x, query, key, value, output }))
    if (source !== undefined) state = withSource(state, name as "x", source);
  return encode(settled({ ...state, ...rest }), language);
}
