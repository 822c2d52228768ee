// The part of a link that decides the numbers.
import { phrase } from "../../kit/texts/index.js";
import { grouped } from "../../kit/index.js";
import { clampedInteger, withProjections, withSize, withText, type Size } from "./changes.js";
import { shapeOf } from "./numbers.js";
import {
  HEADS,
  LIMITS,
  type MatrixKey,
  type Rows,
  type Scale,
  type Setting,
  type Source,
  type State,
} from "./state.js";
import { tokensOf } from "./tokens.js";

export type Field = readonly [name: string, text: string];
export type Report = (sentence: string) => void;

const SIZES = { width: "width", dk: "dim", dv: "valueDim", heads: "heads" } as const satisfies Record<string, Size>;
const SOURCES = { x: "x", wq: "query", wk: "key", wv: "value", wo: "output" } as const satisfies Record<
  string,
  MatrixKey
>;
const SCALE_NAMES = { none: "none", dk: "sqrt-dk", dmodel: "sqrt-dmodel" } as const;

/** What a setting has that its start has not. */
export function writeSetting(setting: Setting, start: State): Field[] {
  const [now, usual] = [allOf(setting), allOf(grownFrom(start, setting))];
  return now.filter(([name, text], at) => (isGrown(name) ? text !== allOf(start)[at]![1] : text !== usual[at]![1]));
}

/** The start after the changes of text and sizes: matrices that these alone have made need no words of their own. */
function grownFrom(start: State, { text, width, dim, valueDim, heads, projected }: Setting): Setting {
  let grown = withProjections(withText(start, text), projected);
  for (const [name, size] of Object.entries({ width, dim, valueDim, heads }))
    grown = withSize(grown, name as Size, size);
  return grown;
}

function isGrown(name: string): boolean {
  return name === "text" || name === "weights" || name in SIZES;
}

function allOf(setting: Setting): Field[] {
  return [
    ["text", setting.text],
    ...Object.entries(SIZES).map(([name, key]): Field => [name, String(setting[key])]),
    ["weights", setting.projected ? "1" : "0"],
    ...Object.entries(SOURCES).map(([name, key]): Field => [name, writeSource(setting[key])]),
    ["scale", writeScale(setting.scale)],
    ["softmax", setting.softmax ? "1" : "0"],
    ["causal", setting.causal ? "1" : "0"],
  ];
}

function writeScale(scale: Scale): string {
  return Object.entries(SCALE_NAMES).find(([, value]) => value === scale)?.[0] ?? String(scale);
}

function writeSource(source: Source | null): string {
  if (source === null) return "none";
  if (source.from === "random") return `random.${source.seed}`;
  if (source.from === "numbers") return source.rows.map((row) => row.join(",")).join(";");
  return source.from;
}

export function readSetting(start: State, fields: ReadonlyMap<string, string>, report: Report): State {
  let state = readText(start, fields.get("text"), report);
  const weights = readFlag("weights", fields, state.projected, report);
  if (weights !== state.projected) state = withProjections(state, weights);
  for (const [name, key] of Object.entries(SIZES)) state = readSize(state, name, key, fields.get(name), report);
  for (const [name, key] of Object.entries(SOURCES)) {
    const text = fields.get(name);
    const source = text === undefined ? undefined : readSource(text, name, state, key, report);
    if (source !== undefined) state = { ...state, [key]: source };
  }
  return {
    ...state,
    scale: readScale(fields.get("scale"), state.scale, report),
    softmax: readFlag("softmax", fields, state.softmax, report),
    causal: readFlag("causal", fields, state.causal, report),
  };
}

function readText(state: State, text: string | undefined, report: Report): State {
  if (text === undefined) return state;
  if (tokensOf(text).length > 0) return withText(state, text);
  report(phrase("link.no-token"));
  return state;
}

function readSize(state: State, name: string, key: Size, text: string | undefined, report: Report): State {
  if (text === undefined) return state;
  const size = Number(text);
  const allowed =
    key !== "heads"
      ? phrase("link.up-to", { most: LIMITS.dim })
      : state.projected
        ? HEADS.join(", ")
        : phrase("link.one-head");
  if (text.trim() === "" || !Number.isFinite(size)) {
    report(phrase("link.no-size", { name, text }));
    return state;
  }
  const next = withSize(state, key, size);
  if (next[key] !== size) report(phrase("link.other-size", { name, text, allowed, size: next[key] }));
  return next;
}

function readFlag(name: string, fields: ReadonlyMap<string, string>, otherwise: boolean, report: Report): boolean {
  const text = fields.get(name);
  if (text !== undefined && text !== "0" && text !== "1") report(phrase("link.no-flag", { name, text }));
  return text === "1" ? true : text === "0" ? false : otherwise;
}

function readScale(text: string | undefined, otherwise: Scale, report: Report): Scale {
  if (text === undefined) return otherwise;
  if (Object.keys(SCALE_NAMES).includes(text)) return SCALE_NAMES[text as keyof typeof SCALE_NAMES];
  const factor = Number(text);
  if (text.trim() !== "" && Number.isFinite(factor) && Math.abs(factor) <= LIMITS.number) return factor;
  report(phrase("link.no-scale", { limit: grouped(LIMITS.number), text }));
  return otherwise;
}

function readSource(
  text: string,
  name: string,
  setting: Setting,
  key: MatrixKey,
  report: Report,
): Source | null | undefined {
  if (text === "none" && key === "output") return null;
  if (text === "identity") return { from: "identity" };
  if (text === "letters" && key === "x") return { from: "letters" };
  const seed = /^random\.(\d{1,9})$/.exec(text)?.[1];
  if (seed !== undefined) return { from: "random", seed: clampedInteger(Number(seed), 0, LIMITS.seed) };
  return readRows(text, name, shapeOf(setting, key, tokensOf(setting.text)), report);
}

function readRows(
  text: string,
  name: string,
  [rows, columns]: readonly [number, number],
  report: Report,
): Source | undefined {
  const found: Rows = text
    .split(";")
    .map((row) => row.split(",").map((word) => (word.trim() === "" ? NaN : Number(word))));
  const bad = found.flat().find((value) => !Number.isFinite(value) || Math.abs(value) > LIMITS.number);
  if (bad !== undefined) {
    report(phrase("link.no-numbers", { name, limit: grouped(LIMITS.number) }));
    return undefined;
  }
  if (found.length !== rows || found.some((row) => row.length !== columns)) {
    const size = `${found.length} × ${found[0]!.length}`;
    report(phrase("link.no-shape", { name, size, needed: `${rows} × ${columns}` }));
    return undefined;
  }
  return { from: "numbers", rows: found };
}
