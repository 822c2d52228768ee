// The results of the package in every engine, compared with those of Node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dist, flavours, load } from "../lib/support.mjs";
import { bitsOf, forwardBitsOf } from "./bits.mjs";
import { inEveryEngine } from "./every-engine.mjs";

/** relaxed-simd may multiply and add in one rounding or in two. Of 1600 such calls, the largest difference is 6e-6. */
const MOST_ERROR = 1e-5;

const expected = await bitsOf({ flavours, load });
const expectedForward = forwardBitsOf(await load({ flavour: "simd" }));

/** `both` is what bitsOf gives for heed and heed/external, `forward` what forwardBitsOf gives for heed/forward. */
function assertBits({ both: reports, forward }, context) {
  assert.deepEqual(forward, expectedForward, "heed/forward gives the bits of Node's heed");
  for (const report of reports) {
    assert.deepEqual(report.simd, expected.simd, "simd gives the bits of Node");
    const relaxed = report["relaxed-simd"];
    assert.ok(!relaxed || relaxed.error <= MOST_ERROR, `relaxed-simd is ${relaxed?.error} from simd`);
  }
  assert.deepEqual(reports[0], reports[1], "both entries give the same bits");
  const relaxed = reports[0]["relaxed-simd"];
  context.diagnostic(
    relaxed ? `relaxed-simd: ${relaxed.error} from simd, ${likeNode(relaxed)}` : "relaxed-simd does not run",
  );
}

function likeNode({ hashes }) {
  const others = hashes.filter((hash, call) => hash !== expected["relaxed-simd"].hashes[call]).length;
  return `other bits than in Node in ${others} of ${hashes.length} calls`;
}

test("Node: relaxed-simd is within 1e-5 of simd, and heed/forward gives the bits of heed", async (context) => {
  const { load: loadForward } = await import(new URL("forward.js", dist).href);
  assertBits({ both: [expected, expected], forward: forwardBitsOf(await loadForward()) }, context);
});

inEveryEngine(
  "in each entry, simd gives the bits of Node, and relaxed-simd is within 1e-5 of them",
  {
    module: "bits.mjs",
    name: "bitsOfEntries",
    entries: { heed: "heed.js", external: "external.js", forward: "forward.js" },
  },
  assertBits,
);
