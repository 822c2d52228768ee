import {
  checkNamed,
  checkNames,
  checkObject,
  fault,
  kindOf,
  MOST_TURNED,
  numberFault,
  ofBase,
  positive,
  powersOf,
  readNumber,
  readNumbers,
} from "../lib/read/index.js";

/**
 * How a model was stretched to longer sequences than it was trained on, as its configuration says it. `originalLength`
 * is the length that it was trained on, `length` the length of the sequence.
 */
export type RotaryScaling =
  | { type: "linear"; factor: number }
  | { type: "ntk"; factor: number }
  | { type: "dynamic"; factor: number; originalLength: number; length: number }
  | {
      type: "llama3";
      factor: number;
      originalLength: number;
      /** @default 1 */
      lowFactor?: number | undefined;
      /** @default 4 */
      highFactor?: number | undefined;
    }
  | {
      type: "yarn";
      factor: number;
      originalLength: number;
      /** @default 32 */
      betaFast?: number | undefined;
      /** @default 1 */
      betaSlow?: number | undefined;
    }
  | {
      type: "longrope";
      /** The divisors of each pair's frequency, up to originalLength and beyond it. */
      shortFactors: readonly number[];
      longFactors: readonly number[];
      originalLength: number;
      length: number;
      /**
       * The longest length over originalLength. It gives the factor √(1 + ln factor / ln originalLength).
       * @default 1
       */
      factor?: number | undefined;
    };

/** For the option `rotary`: `rotary: { pairs, ...rotaryFrequencies(…) }`. */
export interface RotaryFrequencies {
  /** How many columns are turned. */
  readonly dims: number;
  /** The radians of each pair for each position: dims/2 numbers. */
  readonly frequencies: number[];
  /** Multiplies cosines and sines. */
  readonly factor: number;
}

type Numbers = Readonly<Record<string, number>>;
type Scaled = Omit<RotaryFrequencies, "dims">;
/** The number of this name must be above the least, which may have a name, too. */
type Above = readonly [name: string, number: number, least: number, leastName?: string];

/**
 * A kind of scaling: the numbers that it needs, those that it may have with what they are otherwise, and its formula.
 */
interface Kind {
  readonly needs: readonly string[];
  readonly has: Numbers;
  /** Numbers that must be above others, or the formula divides by 0 or its ends change places. */
  readonly above?: (settings: Numbers, base: number) => readonly Above[];
  readonly scaled: (plain: readonly number[], settings: Numbers, dims: number, base: number) => Scaled;
}

const KINDS: Readonly<Record<string, Kind>> = {
  linear: {
    needs: ["factor"],
    has: {},
    scaled: (plain, { factor }) => ({ frequencies: plain.map((frequency) => frequency / factor!), factor: 1 }),
  },
  ntk: {
    needs: ["factor"],
    has: {},
    scaled: (_, { factor }, dims, base) => stretched(base, factor!, dims),
  },
  dynamic: {
    needs: ["factor", "originalLength", "length"],
    has: {},
    scaled: (_, { factor, originalLength, length }, dims, base) =>
      stretched(base, Math.max(1, (factor! * length!) / originalLength! - (factor! - 1)), dims),
  },
  llama3: {
    needs: ["factor", "originalLength"],
    has: { lowFactor: 1, highFactor: 4 },
    above: ({ lowFactor, highFactor }) => [["scaling.highFactor", highFactor!, lowFactor!, "lowFactor"]],
    scaled: llama3,
  },
  yarn: {
    needs: ["factor", "originalLength"],
    has: { betaFast: 32, betaSlow: 1 },
    above: ({ betaFast, betaSlow }, base) => [
      ["base", base, 1],
      ["scaling.betaFast", betaFast!, betaSlow!, "betaSlow"],
    ],
    scaled: yarn,
  },
  longrope: {
    needs: ["originalLength", "length"],
    has: { factor: 1 },
    above: ({ factor, originalLength }) => (factor! > 1 ? [["scaling.originalLength", originalLength!, 1]] : []),
    scaled: longrope,
  },
};
const LISTS = ["shortFactors", "longFactors"];

/**
 * The frequencies of the pairs of `dims` columns, in radians for each position: base^(−2i/dims), scaled as some models
 * are.
 */
export function rotaryFrequencies(options: {
  /** How many columns are turned. */
  dims: number;
  /**
   * As in `rotary`.
   * @default 10000
   */
  base?: number | undefined;
  /**
   * How the model was stretched.
   * @default none
   */
  scaling?: RotaryScaling | undefined;
}): RotaryFrequencies {
  const where = "heed/rotary.rotaryFrequencies";
  checkNamed(where, "option", options, ["dims", "base", "scaling"]);
  const dims = positive(where, "dims", options.dims, undefined, MOST_TURNED);
  if (dims % 2 !== 0) throw fault("value", `${where}: dims must be even; got ${dims}.`);
  const base = readNumber(where, "base", options.base, 10000);
  const plain = ofBase(where, base, dims);
  if (options.scaling === undefined) return { dims, frequencies: plain, factor: 1 };
  const { kind, settings, factors } = readScaling(where, options.scaling, dims);
  for (const [name, number, least, leastName] of kind.above?.(settings, base) ?? []) {
    if (number > least) continue;
    const needed = leastName === undefined ? least : `${leastName}, ${least}`;
    throw fault("value", `${where}: ${name} must be above ${needed}, with this scaling; got ${number}.`);
  }
  const scaled = kind.scaled(plain, settings, dims, base);
  const frequencies = scaled.frequencies.map((frequency, pair) => frequency / (factors?.[pair] ?? 1));
  if ([...frequencies, scaled.factor].every(Number.isFinite)) return { dims, frequencies, factor: scaled.factor };
  throw fault("value", `${where}: the numbers of scaling must give finite frequencies; these do not.`);
}

function readScaling(where: string, scaling: unknown, dims: number) {
  checkObject(where, "scaling", scaling, "{ type, factor, … }");
  const given = scaling as Readonly<Record<string, unknown>>;
  const { type } = given;
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) {
    throw fault("type", `${where}: scaling.type must be one of ${Object.keys(KINDS).join(", ")}; got ${kindOf(type)}.`);
  }
  const names = [...kind.needs, ...Object.keys(kind.has)];
  const lists = type === "longrope" ? LISTS : [];
  checkNames(where, "part of scaling", given, ["type", ...names, ...lists]);
  const settings = Object.fromEntries(
    names.map((name) => [name, readPositive(where, name, given[name], kind.has[name])]),
  );
  const [short, long] = lists.map((name) => readFactors(where, name, given[name], dims));
  return { kind, settings, factors: settings.length! > settings.originalLength! ? long : short };
}

function readPositive(where: string, name: string, value: unknown, otherwise: number | undefined): number {
  const number = value === undefined && otherwise !== undefined ? otherwise : value;
  if (Number.isFinite(number) && (number as number) > 0) return number as number;
  throw numberFault(number, `${where}: scaling.${name} must be a finite number above 0; got ${kindOf(value)}.`);
}

function readFactors(where: string, name: string, value: unknown, dims: number): number[] {
  const text = `${dims / 2} numbers above 0, one for each pair`;
  const { numbers } = readNumbers(where, `scaling.${name}`, value, { counts: [dims / 2], text });
  const wrong = numbers.find((factor) => factor <= 0);
  if (wrong === undefined) return Array.from(numbers);
  throw fault("value", `${where}: scaling.${name} must have ${text}; it holds ${wrong}.`);
}

/** A larger base: the last pair turns `factor` times slower, the first one as before. */
function stretched(base: number, factor: number, dims: number): Scaled {
  if (dims === 2) return { frequencies: [1], factor: 1 };
  return { frequencies: powersOf(base * factor ** (dims / (dims - 2)), dims), factor: 1 };
}

/** Long waves are stretched, short ones are not, and those between in part. */
function llama3(plain: readonly number[], { factor, originalLength, lowFactor, highFactor }: Numbers): Scaled {
  const frequencies = plain.map((frequency) => {
    const wave = (2 * Math.PI) / frequency;
    if (wave < originalLength! / highFactor!) return frequency;
    if (wave > originalLength! / lowFactor!) return frequency / factor!;
    const part = (originalLength! / wave - lowFactor!) / (highFactor! - lowFactor!);
    return ((1 - part) * frequency) / factor! + part * frequency;
  });
  return { frequencies, factor: 1 };
}

/**
 * Pairs that turn more than betaFast times in originalLength stay, those that turn less than betaSlow are stretched.
 */
function yarn(plain: readonly number[], settings: Numbers, dims: number, base: number): Scaled {
  const { factor, originalLength, betaFast, betaSlow } = settings as Record<string, number>;
  const pairThatTurns = (times: number): number =>
    (dims * Math.log(originalLength! / (times * 2 * Math.PI))) / (2 * Math.log(base));
  const low = Math.max(0, Math.floor(pairThatTurns(betaFast!)));
  const high = Math.max(low, Math.min(dims - 1, Math.ceil(pairThatTurns(betaSlow!))));
  const frequencies = plain.map((frequency, pair) => {
    const ramp = Math.min(Math.max((pair - low) / (high === low ? 0.001 : high - low), 0), 1);
    return (1 - ramp) * frequency + (ramp * frequency) / factor!;
  });
  return { frequencies, factor: factor! > 1 ? 0.1 * Math.log(factor!) + 1 : 1 };
}

function longrope(plain: readonly number[], { factor, originalLength }: Numbers): Scaled {
  const more = factor! > 1 ? Math.log(factor!) / Math.log(originalLength!) : 0;
  return { frequencies: plain.slice(), factor: Math.sqrt(1 + more) };
}
