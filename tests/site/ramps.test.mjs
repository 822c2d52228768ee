// The colours of weights: their order is seen without colour, and small weights are not the colour of the page.
import assert from "node:assert/strict";
import test from "node:test";
import { siteModule } from "./runs.mjs";

const { rampOf } = await siteModule("../show/ramps.ts");

const luminances = (theme) => {
  const ramp = rampOf("sequential", theme);
  const linear = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return Array.from({ length: ramp.length / 3 }, (_, at) => {
    const [red, green, blue] = Array.from(ramp.subarray(3 * at, 3 * at + 3), linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
};
const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

test("from nothing to all, a weight only gains ink, and a tenth already differs from the page", () => {
  for (const [theme, tenth, third] of [
    ["light", 1.25, 2],
    ["dark", 1.5, 2.5],
    ["paper", 1.12, 1.3],
  ]) {
    const all = luminances(theme);
    const sign = theme === "dark" ? 1 : -1;
    for (const [at, one] of all.slice(1).entries()) assert.ok(sign * (one - all[at]) >= 0, `${theme} ${at}`);
    const of = (share) => contrast(all[Math.round(share * (all.length - 1))], all[0]);
    assert.ok(of(0.1) >= tenth, `${theme}: a weight of 0.1 has ${of(0.1)} : 1`);
    assert.ok(of(0.3) >= third, `${theme}: a weight of 0.3 has ${of(0.3)} : 1`);
  }
});
