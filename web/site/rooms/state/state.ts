// The playground's whole state: one plain object. All else on the page is computed from it.

export type Rows = readonly (readonly number[])[];

/** Where the numbers of a matrix come from. */
export type Source =
  | { readonly from: "numbers"; readonly rows: Rows }
  /** Drawn; each cell has a stream of its own, so that a wider matrix keeps the numbers of a narrower one. */
  | { readonly from: "random"; readonly seed: number }
  /** Ones on the diagonal, of each head. */
  | { readonly from: "identity" }
  /** X only: each row made from its token's letters, not from its meaning. */
  | { readonly from: "letters" };

/**
 * x has tokens × width numbers; query and key width × heads·dim; value width × heads·valueDim;
 * output heads·valueDim × width.
 */
export const MATRICES = ["x", "query", "key", "value", "output"] as const;
export type MatrixKey = (typeof MATRICES)[number];

export const HEADS = [1, 2, 4] as const;
export type Heads = (typeof HEADS)[number];

export const SCALES = ["none", "sqrt-dk", "sqrt-dmodel"] as const;
export type Scale = (typeof SCALES)[number] | number;

/** What decides the numbers: what can be pinned and compared. */
export interface Setting {
  readonly text: string;
  /** d_model. */
  readonly width: number;
  /** d_k of a head. */
  readonly dim: number;
  /** d_v of a head. */
  readonly valueDim: number;
  readonly heads: Heads;
  /** false: the basic form, q = k = v = x, with one head. */
  readonly projected: boolean;
  readonly x: Source;
  readonly query: Source;
  readonly key: Source;
  readonly value: Source;
  /** W_O; null: the heads stay side by side. */
  readonly output: Source | null;
  readonly scale: Scale;
  readonly softmax: boolean;
  readonly causal: boolean;
}

/** A token as a row (Q = X·W_Q) or, as in some texts, as a column (Q = W_Q·X). */
export const CONVENTIONS = ["rows", "columns"] as const;
export const VIEWS = ["heatmap", "arcs", "table"] as const;
export const COMPARED = ["scores", "weights", "output"] as const;
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

/** Whose gradients are shown: the sum of all numbers of the output, or one number of the followed token's. */
export const LOSSES = ["sum", "one"] as const;

/** The steps of the query that is followed: its query, its scores, scaled, its weights, its mix. */
export const STEPS = 5;

/** How the numbers are looked at. */
export interface Look {
  readonly convention: (typeof CONVENTIONS)[number];
  readonly view: (typeof VIEWS)[number];
  /** Colours of the weights up to the largest there is; "auto": where all are small. */
  readonly stretched: boolean | "auto";
  /** From 0. */
  readonly head: number;
  /** The token that is followed, from 0. */
  readonly followed: number;
  /** How many of the STEPS of its way are on show; 0 while it is not followed. */
  readonly step: number;
  readonly compared: (typeof COMPARED)[number];
  readonly gradients: boolean;
  readonly loss: (typeof LOSSES)[number];
  /** Which number of the followed token's output is the loss, from 0, through all heads. */
  readonly lossNumber: number;
  readonly hidden: readonly Hideable[];
  /** What a lab asks its class to do; "" for none. */
  readonly task: string;
}

export interface State extends Setting, Look {
  /** What the state was begun from. */
  readonly preset: string;
  /** The setting that the present one is compared with. */
  readonly pinned: Setting | null;
}

export const LIMITS = { tokens: 64, letters: 600, task: 400, width: 16, dim: 16, seed: 999_999, number: 1e6 } as const;

export const SETTING_KEYS = [
  "text",
  "width",
  "dim",
  "valueDim",
  "heads",
  "projected",
  ...MATRICES,
  "scale",
  "softmax",
  "causal",
] as const satisfies readonly (keyof Setting)[];

export function settingOf(state: Setting): Setting {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, state[key]])) as unknown as Setting;
}

/** Columns of a head's q and k, and of its v: those of X where there are no projections. */
export function sizesOf(setting: Setting): { dim: number; valueDim: number } {
  return setting.projected
    ? { dim: setting.dim, valueDim: setting.valueDim }
    : { dim: setting.width, valueDim: setting.width };
}

/** How many numbers the layer gives for a token: its output, or the context vectors of all heads side by side. */
export function outputWidth(setting: Setting): number {
  return setting.output === null ? setting.heads * sizesOf(setting).valueDim : setting.width;
}

/** Gradients that nobody sees are not computed. */
export function showsGradients({ gradients, hidden }: State): boolean {
  return gradients && !hidden.includes("gradients");
}
