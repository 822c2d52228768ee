// The colours of values. Each ramp has a few anchors, spread to 255 colours in OKLab, where equal steps look equal.
// From the neutral colour to an end, lightness only rises or only falls: the order is seen with any colour blindness.
import { STEPS } from "./scale.js";

export type RampName = "sequential" | "diverging";
/** On paper, colours stay light enough for black digits. */
export type Theme = "light" | "dark" | "paper";

/** 255 colours, red, green, blue, one after another. */
export type Ramp = Uint8Array;

const ANCHORS: Record<RampName, Record<Theme, readonly string[]>> = {
  // From the ground of the page (nothing) to ink (all).
  sequential: {
    light: ["#f8f5ec", "#dcebdb", "#a6d5c8", "#62b2b1", "#2e8d98", "#15697c", "#114862", "#102b47"],
    dark: ["#1b2022", "#18383f", "#16565e", "#217779", "#43998f", "#7ab9a3", "#b6d8ba", "#eff5da"],
    paper: ["#ffffff", "#dcebdb", "#a6d5c8", "#6fb5b0"],
  },
  // Brown below zero, the ground of the page at zero, blue-green above zero. People with red-green or blue-yellow
  // blindness can also tell the two colours apart.
  diverging: {
    light: ["#4f2a06", "#8a5215", "#c08a44", "#e3c592", "#f8f5ec", "#b9ddd2", "#69b3ae", "#22797f", "#0a4550"],
    dark: ["#f9d9a2", "#d9a35b", "#9f6f31", "#5a4327", "#1b2022", "#1a474d", "#2c7d7e", "#69b7aa", "#c3ead3"],
    paper: ["#cf9f5f", "#ecd3a8", "#ffffff", "#b9ddd2", "#69b3ae"],
  },
};

/**
 * Most weights are small. So the sequential ramp leaves the ground quickly: a share x of the range is at x to this
 * power of the way.
 */
const BEND: Record<RampName, number> = { sequential: 0.65, diverging: 1 };

const made = new Map<string, Ramp>();

export function rampOf(name: RampName, theme: Theme): Ramp {
  const key = `${name} ${theme}`;
  let ramp = made.get(key);
  if (ramp === undefined) made.set(key, (ramp = spread(ANCHORS[name][theme], BEND[name])));
  return ramp;
}

/** Black or white, whichever has more contrast: at least 4.58 : 1 on any colour. At luminance 0.179 both have that. */
export function inkOn(red: number, green: number, blue: number): "black" | "white" {
  const luminance = 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
  return luminance > 0.179 ? "black" : "white";
}

type Triple = [number, number, number];

function spread(anchors: readonly string[], bend: number): Ramp {
  const stops = anchors.map((anchor) => toOklab(parse(anchor)));
  const ramp = new Uint8Array(STEPS * 3);
  for (let index = 0; index < STEPS; index++) {
    const place = (index / (STEPS - 1)) ** bend * (stops.length - 1);
    const left = Math.min(Math.floor(place), stops.length - 2);
    ramp.set(fromOklab(between(stops[left]!, stops[left + 1]!, place - left)), index * 3);
  }
  return ramp;
}

function parse(hex: string): Triple {
  return [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Triple;
}

function between(a: Triple, b: Triple, share: number): Triple {
  return a.map((from, axis) => from + (b[axis]! - from) * share) as Triple;
}

function linear(encoded: number): number {
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
}

function encode(light: number): number {
  const inside = Math.min(1, Math.max(0, light));
  return Math.round(255 * (inside <= 0.0031308 ? inside * 12.92 : 1.055 * inside ** (1 / 2.4) - 0.055));
}

// Björn Ottosson's OKLab: linear sRGB → cone responses → cube roots → lightness and two opponent axes, and back.
function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
