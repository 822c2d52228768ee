// The colours of queries, keys, values and outputs, as colour-blind eyes see them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "./serve.mjs";

const NAMES = ["query", "key", "value", "output"];
/** Neighbours in a picture are told apart from 10 on; below 5 one looks twice. */
const APART = 14;

/** What is left of a colour, in linear RGB, without one kind of cones (Machado, Oliveira and Fernandes 2009). */
const EYES = {
  "all cones": [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

/** The style sheet's `:root` for a theme: name → linear RGB. */
const themes = Object.fromEntries(
  Array.from(
    readFileSync(path.join(root, "web/site/styles.css"), "utf8").matchAll(/:root \{([^}]*--query:[^}]*)\}/g),
    ([, rules], at) => [
      ["light", "dark", "paper"][at],
      Object.fromEntries(
        Array.from(rules.matchAll(/--([\w-]+): #([0-9a-f]{3,6});/g), ([, name, hex]) => [name, linear(hex)]),
      ),
    ],
  ),
);

function linear(hex) {
  const long = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex;
  return [0, 2, 4].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

const times = (matrix, [r, g, b]) => [0, 3, 6].map((at) => matrix[at] * r + matrix[at + 1] * g + matrix[at + 2] * b);
const seenBy = (eye, colour) => times(EYES[eye], colour).map((part) => Math.min(1, Math.max(0, part)));

test("the four colours keep their distance for all eyes, light and dark, and 4.5 : 1 on both grounds", () => {
  assert.deepEqual(Object.keys(themes), ["light", "dark", "paper"]);
  for (const [theme, colours] of Object.entries(themes)) {
    for (const eye of Object.keys(EYES)) {
      const seen = NAMES.map((name) => toLab(seenBy(eye, colours[name])));
      for (const [i, a] of seen.entries())
        for (const [j, b] of seen.slice(0, i).entries()) {
          const distance = ciede2000(a, b);
          assert.ok(
            distance >= APART,
            `${theme}, ${eye}: ${NAMES[j]} and ${NAMES[i]} are ${distance.toFixed(1)} apart`,
          );
        }
    }
    for (const ground of ["paper", "field"])
      for (const name of NAMES) {
        const ratio = contrast(colours[name], colours[ground]);
        assert.ok(ratio >= 4.5, `${theme}: ${name} has ${ratio.toFixed(2)} : 1 on ${ground}`);
      }
  }
});

test("the distance is CIEDE2000: three pairs of its authors' test data", () => {
  for (const [a, b, distance] of [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  ])
    assert.ok(Math.abs(ciede2000(a, b) - distance) < 1e-4);
});

function contrast(a, b) {
  const [dark, light] = [a, b].map((c) => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]).sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Linear sRGB in CIE Lab, white D65. */
function toLab(colour) {
  const xyz = times(
    [0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041],
    colour,
  );
  const [x, y, z] = [0.95047, 1, 1.08883]
    .map((white, at) => xyz[at] / white)
    .map((share) => (share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Sharma, Wu and Dalal 2005, in their order of steps. */
function ciede2000([l1, a1, b1], [l2, a2, b2]) {
  const [sin, cos] = [Math.sin, Math.cos].map((of) => (degrees) => of((degrees * Math.PI) / 180));
  const seventh = (chroma) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const g = 0.5 * (1 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const polar = (a, b) => [Math.hypot(a * (1 + g), b), ((Math.atan2(b, a * (1 + g)) * 180) / Math.PI + 360) % 360];
  const [[c1, h1], [c2, h2]] = [polar(a1, b1), polar(a2, b2)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const [l, c, h] = [(l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2 + 360) % 360];
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const chroma = (c2 - c1) / (1 + 0.045 * c);
  const hue = (2 * Math.sqrt(c1 * c2) * sin(turn / 2)) / (1 + 0.015 * c * t);
  const rotation = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * 2 * seventh(c);
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hue ** 2 + rotation * chroma * hue);
}
