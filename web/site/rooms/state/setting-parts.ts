// The parts of a link that decide the numbers.
import { flag, grouped, number } from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { clampedInteger, withMarks, withProjections, withSize, withText, type Size } from "./changes.js";
import { shapeOf } from "./numbers.js";
import type { Part, Table } from "./part.js";
import { HEADS, LEARNED_WIDTH, LIMITS, type MatrixKey, type Scale, type Setting, type Source } from "./setting.js";
import { tokensOf } from "./tokens.js";

export const SETTING: Table<Setting> = {
  marks: { ...yesOrNo("marks"), put: withMarks },
  text: {
    name: "text",
    read: (text, { marks }) => (tokensOf({ text, marks }).length > 0 ? text : undefined),
    write: (text) => text,
    refusal: () => phrase("link.no-token"),
    missed: (text) => (text.length > LIMITS.letters ? [phrase("link.too-long", { most: LIMITS.letters })] : []),
    put: withText,
  },
  // Without projections there is one head, so the sizes come after.
  projected: { ...yesOrNo("weights"), put: withProjections },
  width: size("width", "width"),
  dim: size("dk", "dim"),
  valueDim: size("dv", "valueDim"),
  heads: size("heads", "heads") as Part<Setting["heads"]>,
  x: matrix("x", "x"),
  query: matrix("wq", "query"),
  key: matrix("wk", "key"),
  value: matrix("wv", "value"),
  output: orNone(matrix("wo", "output")),
  scale: { name: "scale", read: readScale, write: writeScale, refusal: noScale },
  softmax: yesOrNo("softmax"),
  causal: yesOrNo("causal"),
  ahead: yesOrNo("ahead"),
};

export const SETTING_KEYS = Object.keys(SETTING) as (keyof Setting)[];

export function settingOf(state: Setting): Setting {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, state[key]])) as unknown as Setting;
}

function yesOrNo(name: string): Part<boolean> {
  return { ...flag(false), name, refusal: (text) => phrase("link.no-flag", { name, text }) };
}

function size(name: string, key: Size): Part<number> {
  const allowed = ({ projected }: Setting): string => {
    if (key !== "heads") return phrase("link.up-to", { most: LIMITS.dim });
    return projected ? HEADS.join(", ") : phrase("link.one-head");
  };
  return {
    ...number(1),
    name,
    refusal: (text) => phrase("link.no-size", { name, text }),
    put: (state, value) => withSize(state, key, value),
    missed: (text, taken) =>
      taken[key] === Number(text)
        ? []
        : [phrase("link.other-size", { name, text, allowed: allowed(taken), size: taken[key] })],
  };
}

function orNone<Value>(part: Part<Value>): Part<Value | null> {
  return {
    ...part,
    read: (text, setting) => (text === "none" ? null : part.read(text, setting)),
    write: (value) => (value === null ? "none" : part.write(value)),
  };
}

const SCALE_NAMES = { none: "none", dk: "sqrt-dk", dmodel: "sqrt-dmodel" } as const;

function writeScale(scale: Scale): string {
  return Object.entries(SCALE_NAMES).find(([, value]) => value === scale)?.[0] ?? String(scale);
}

function readScale(text: string): Scale | undefined {
  if (Object.keys(SCALE_NAMES).includes(text)) return SCALE_NAMES[text as keyof typeof SCALE_NAMES];
  return isNumber(text) ? Number(text) : undefined;
}

function noScale(text: string): string {
  return phrase("link.no-scale", { limit: grouped(LIMITS.number), text });
}

function isNumber(text: string): boolean {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= LIMITS.number;
}

function matrix(name: string, key: MatrixKey): Part<Source> {
  const shapeIn = (setting: Setting): readonly [number, number] => shapeOf(setting, key, tokensOf(setting));
  return {
    name,
    read: (text, setting) =>
      madeSource(text, key) ?? learnedSource(text, shapeIn(setting), key) ?? readRows(text, shapeIn(setting)),
    write: writeSource,
    refusal: (text, setting) => noRows(name, wordsIn(text), shapeIn(setting)),
  };
}

function writeSource(source: Source): string {
  if (source.from === "random") return `random.${source.seed}`;
  if (source.from === "numbers") return source.rows.map((row) => row.join(",")).join(";");
  return source.from === "learned" ? `${source.look}.${source.language}` : source.from;
}

/** A source that needs no numbers. */
function madeSource(text: string, key: MatrixKey): Source | undefined {
  if (text === "identity") return { from: "identity" };
  if (text === "letters" && key === "x") return { from: "letters" };
  const seed = /^random\.(\d{1,9})$/.exec(text)?.[1];
  return seed === undefined ? undefined : { from: "random", seed: clampedInteger(Number(seed), 0, LIMITS.seed) };
}

/** Weights that were learned have one shape, and so have the rows of X. */
function learnedSource(text: string, [rows, columns]: readonly [number, number], key: MatrixKey): Source | undefined {
  const [, look, language] = /^(first|second)\.(en|de)$/.exec(text) ?? [];
  const fits = columns === LEARNED_WIDTH && (key === "x" || rows === LEARNED_WIDTH);
  return look === undefined || !fits ? undefined : ({ from: "learned", look, language } as Source);
}

function wordsIn(text: string): string[][] {
  return text.split(";").map((row) => row.split(","));
}

function readRows(text: string, [rows, columns]: readonly [number, number]): Source | undefined {
  const found = wordsIn(text);
  const fits = found.length === rows && found.every((row) => row.length === columns && row.every(isNumber));
  return fits ? { from: "numbers", rows: found.map((row) => row.map(Number)) } : undefined;
}

function noRows(name: string, found: readonly string[][], needed: readonly [number, number]): string {
  if (!found.flat().every(isNumber)) return phrase("link.no-numbers", { name, limit: grouped(LIMITS.number) });
  const shape = [found.length, found[0]!.length];
  return phrase("link.no-shape", { name, size: shape.join(" × "), needed: needed.join(" × ") });
}
