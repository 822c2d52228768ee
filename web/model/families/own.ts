// What saveModel of heed/layers writes where no published family fits: GPT-2's names, and the options of languageModel.
import type { RotaryTurn, Window } from "../../lib/api/index.js";
import { isPlain } from "../../lib/read/index.js";
import { rotate } from "../../rotary/index.js";
import type { Config } from "../config.js";
import { gpt2 } from "./gpt2.js";
import type { Table } from "./table.js";

export const own: Table = {
  ...gpt2,
  // The file tells both.
  headSizes: ["", ""],
  names: { ...gpt2.names, projections: ["attn.query", "attn.key", "attn.value"] },
  rules(config, { layers, dim }) {
    const isBiased = config.flag("bias", true);
    const norm = config.word("norm", "layer") === "rms" ? "rms" : "layer";
    const all = attentionIn(config, layers);
    for (const { rotary } of all) if (rotary) rotate({ data: new Float32Array(dim), shape: [1, dim] }, rotary);
    const of = (layer: number): Attention => all[all.length === 1 ? 0 : layer]!;
    return {
      causal: of(0).causal ?? true,
      norm,
      normBias: isBiased && norm === "layer",
      epsilon: 1e-5,
      activation: config.activation("activation_function", "gelu"),
      biased: () => isBiased,
      positions: config.flag("positions", true),
      scale: (layer) => of(layer).scale ?? 1 / Math.sqrt(dim),
      window: (layer) => of(layer).window,
      turning(layer) {
        const { rotary } = of(layer);
        return rotary && { key: () => 0, at: () => rotary };
      },
    };
  },
};

/** What the attention of a layer may be. */
interface Attention {
  readonly causal?: boolean;
  readonly scale?: number;
  readonly window?: Pick<Window, "left" | "right">;
  readonly rotary?: RotaryTurn;
}

/** The options of attention that may be there. The file tells what kvHeads and dim are. */
const KNOWN = ["causal", "scale", "window", "rotary", "kvHeads", "dim"];

/** One for all layers, or one for each. */
function attentionIn(config: Config, layers: number): readonly Attention[] {
  const given = config.values["attention"] ?? {};
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  const causal = Object(all[0]).causal ?? true;
  const isAttention = (one: unknown): boolean =>
    isPlain(one) && Object.keys(one).every((name) => KNOWN.includes(name)) && (one["causal"] ?? true) === causal;
  if ((!Array.isArray(given) || all.length === layers) && all.every(isAttention)) return all as Attention[];
  return config.refuse(
    `attention must have ${KNOWN.join(", ")} and no more, or be an array of such for each layer, with the same causal.`,
  );
}
