// How the numbers are looked at: each value with its name in a link, and how a link holds it.
import {
  among,
  choice,
  flag,
  integer,
  place,
  some,
  typed,
  type Choice,
  type Field,
  type Values,
} from "../../kit/index.js";
import { phrase } from "../../kit/texts/index.js";
import { quoted, type Part } from "./part.js";
import { LIMITS, outputWidth, type Setting } from "./setting.js";
import { tokensOf } from "./tokens.js";

export const CONVENTIONS = ["rows", "columns"] as const;
export const VIEWS = ["heatmap", "arcs", "table"] as const;
export const COMPARED = ["scores", "weights", "output"] as const;
export const LOSSES = ["sum", "one"] as const;
/** The parts of the page that a link can leave out, to make a reduced lab. */
export const HIDEABLE = [
  "text",
  "options",
  "editing",
  "project",
  "score",
  "normalise",
  "mix",
  "join",
  "gradients",
  "follow",
  "compare",
  "inspector",
  "export",
  "about",
] as const;
export type Hideable = (typeof HIDEABLE)[number];

/** The steps of the query that is followed: its query, its scores, scaled, its weights, its mix. */
export const STEPS = 5;

type Row<Value> = Part<Value> & Field<Value> & { readonly name: string };

export const LOOK = {
  /** A token as a row (Q = X·W_Q) or, as in some texts, as a column (Q = W_Q·X). */
  convention: chosen("turn", choice(...CONVENTIONS)),
  view: chosen("view", choice(...VIEWS)),
  /** Whether the colours of the weights end at the largest weight; "auto": only where all weights are small. */
  stretched: chosen("stretch", among<boolean | "auto">(["auto", "auto"], ["0", false], ["1", true])),
  head: counted("head", place(), ({ heads }) => heads),
  /** The token that is followed. */
  followed: counted("query", place(), (setting) => tokensOf(setting).length),
  /** How many of the STEPS of its way are on show; 0 while it is not followed. */
  step: counted("step", { ...integer(1, 1, STEPS), initial: 0 }, () => STEPS),
  compared: chosen<(typeof COMPARED)[number]>("compare", { ...choice(...COMPARED), initial: "weights" }),
  gradients: chosen("gradients", flag(false)),
  /** Whose gradients are shown: the sum of all numbers of the output, or one number of the followed token's. */
  loss: chosen("loss", choice(...LOSSES)),
  /** Which number of the followed token's output is the loss, from 0, through all heads. */
  lossNumber: counted("number", place(), outputWidth),
  hidden: hiding("hide"),
  /** What a lab asks its class to do; "" for none. */
  task: { name: "task", ...typed("", LIMITS.task) },
} as const;

export type Look = Values<typeof LOOK>;

function chosen<Value>(name: string, field: Choice<Value>): Row<Value> {
  const choices = field.choices.join(", ");
  return { name, ...field, refusal: (text) => phrase("link.no-choice", { part: quoted(text), name, choices }) };
}

/** @param most how many there are */
function counted(name: string, field: Field<number>, most: (setting: Setting) => number): Row<number> {
  const refusal = (text: string, setting: Setting): string =>
    phrase("link.no-place", { name, most: most(setting), part: quoted(text) });
  return { name, ...field, refusal };
}

function hiding(name: string): Row<readonly Hideable[]> {
  const choices = HIDEABLE.join(", ");
  const known: readonly string[] = ["", ...HIDEABLE];
  const missed = (text: string): string[] =>
    text
      .split(",")
      .filter((part) => !known.includes(part))
      .map((part) => phrase("link.hides", { part: quoted(part), choices }));
  return { name, ...some(HIDEABLE), missed };
}
