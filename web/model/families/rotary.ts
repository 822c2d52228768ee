// How a config.json says that positions turn queries and keys.
import type { RotaryTurn } from "../../lib/api/index.js";
import { cutText } from "../../lib/read/index.js";
import { rotaryFrequencies, type RotaryScaling } from "../../rotary/index.js";
import type { Turning } from "../blueprint.js";
import { Config } from "../config.js";
import { LAYER_KINDS, type LayerKind } from "./layer-kinds.js";

/** A kind of scaling: what heed/rotary takes for a text of this length, and a factor of its own. */
interface Scaling {
  readonly of: (length: number) => RotaryScaling | undefined;
  /** The length up to which all texts turn alike; beyond it each length of its own, or all alike. */
  readonly alikeTo?: number;
  readonly eachItsOwn?: boolean;
  readonly factor?: number | undefined;
}

/** What a family has for its own. Names of config.json are with | between. */
export interface TurningOf {
  /** Columns of a head, and the tokens that the model was made for. */
  readonly dim: number;
  readonly context: number;
  readonly base?: readonly [names: string, otherwise: number];
  /** How much of each head turns: the first columns. Without it, it is whole heads. */
  readonly share?: readonly [names: string, otherwise: number];
  /** Its layers: newer files have numbers for each kind, older files stretch the layers that see all. */
  readonly layers?: LayerKind;
}

export function turningOf(
  config: Config,
  { dim, context, base: [baseNames, otherwise] = ["rope_theta", 10000], share, layers }: TurningOf,
): Turning {
  const given = givenFor(config, layers);
  const number = (newer: string, names: string, or: number): number =>
    given.has(newer) ? given.number(newer) : config.number(names, or);
  const base = number("rope_theta", baseNames, otherwise);
  if (share === undefined)
    for (const one of [config, given])
      one.mustBe("partial_rotary_factor", 1, "heed turns whole heads in these families");
  const dims = share ? Math.floor(dim * number("partial_rotary_factor", ...share)) : dim;
  if (dims % 2 !== 0 || dims < 2 || dims > dim) {
    const name = share ? share[0].split("|")[0] : "head_dim";
    config.refuse(`${name} must give rotary an even number of columns, ${dim} at most; it gives ${dims}.`);
  }
  const { of, alikeTo = Infinity, eachItsOwn, factor } = scalingOf(config, given, context);
  const key = (length: number): number => (length <= alikeTo ? 0 : eachItsOwn ? length : 1);
  const made = new Map<number, RotaryTurn>();
  const turning: Turning = {
    key,
    at(length) {
      const known = made.get(key(length));
      if (known !== undefined) return known;
      const turn = { pairs: "halves" as const, ...rotaryFrequencies({ dims, base, scaling: of(length) }) };
      const turned = factor === undefined ? turn : { ...turn, factor };
      made.set(key(length), turned);
      return turned;
    },
  };
  // Numbers that give no frequencies are refused now, for short texts and for long ones.
  for (const length of [1, context]) turning.at(length);
  return turning;
}

/** The part of a config.json that says how these layers turn. */
function givenFor(config: Config, layers: LayerKind | undefined): Config {
  const none = new Config(config.where, {});
  const all = config.part("rope_parameters") ?? config.part("rope_scaling") ?? none;
  if (layers === undefined) {
    for (const [name, value] of Object.entries(all.values))
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        all.refuse(`${cutText(name)} is for only some of the layers; this family turns all layers alike.`);
    return all;
  }
  if (LAYER_KINDS.some((kind) => all.has(kind))) return all.part(layers) ?? none;
  return layers === "full_attention" ? all : none;
}

function scalingOf(config: Config, given: Config, context: number): Scaling {
  const type = given.word("rope_type|type", "default");
  const originalLength = given.has("original_max_position_embeddings")
    ? given.size("original_max_position_embeddings")
    : config.size("original_max_position_embeddings", context);
  const own = given.has("attention_factor") ? given.number("attention_factor") : undefined;
  switch (type) {
    case "default":
      return { of: () => undefined };
    case "linear": {
      const factor = given.number("factor");
      return { of: () => ({ type, factor }) };
    }
    case "dynamic": {
      const factor = given.number("factor");
      return { of: (length) => ({ type, factor, originalLength, length }), alikeTo: originalLength, eachItsOwn: true };
    }
    case "llama3": {
      const [factor, lowFactor, highFactor] = [
        given.number("factor"),
        given.number("low_freq_factor", 1),
        given.number("high_freq_factor", 4),
      ];
      return { of: () => ({ type, factor, originalLength, lowFactor, highFactor }) };
    }
    case "yarn": {
      given.mustBe("truncate", true, "heed rounds the pairs between which yarn changes");
      const factor = given.number("factor", context / originalLength);
      const [betaFast, betaSlow] = [given.number("beta_fast", 32), given.number("beta_slow", 1)];
      const scaling = { type, factor, originalLength, betaFast, betaSlow } as const;
      return { of: () => scaling, factor: own ?? yarnFactor(given, factor) };
    }
    case "su":
    case "longrope": {
      const factor = context > originalLength ? context / originalLength : given.number("factor", 1);
      const [shortFactors, longFactors] = ["short_factor", "long_factor"].map((name) => given.values[name] as number[]);
      return {
        of: (length) => ({
          ...{ type: "longrope", originalLength, length, factor },
          ...{ shortFactors: shortFactors!, longFactors: longFactors! },
        }),
        alikeTo: originalLength,
        factor: own,
      };
    }
    default:
      return given.refuse(
        `rope_type is "${cutText(type)}"; heed has default, linear, dynamic, llama3, yarn and longrope.`,
      );
  }
}

/** DeepSeek's two scales; undefined where they are not given, and heed/rotary's own factor holds. */
function yarnFactor(given: Config, factor: number): number | undefined {
  if (!given.has("mscale") || !given.has("mscale_all_dim")) return undefined;
  const scale = (by: number): number => (factor <= 1 ? 1 : 0.1 * by * Math.log(factor) + 1);
  return scale(given.number("mscale")) / scale(given.number("mscale_all_dim"));
}
