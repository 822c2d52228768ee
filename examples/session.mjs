// The same call again and again: the tensors of a session stay where the core reads them, so a run copies nothing.
import { load } from "heed";
import { seededRandom } from "heed/train";

const heed = await load();
const draw = seededRandom(2);
const session = heed.session({ heads: 4, queries: 64, keys: 64, dim: 32, causal: true, keep: ["weights"] });

// Write to its views, run, read. A view is read anew each time, because growing memory would empty an old one.
draw.fillNormal(session.q);
draw.fillNormal(session.k);
draw.fillNormal(session.v);
for (let step = 0; step < 100; step++) {
  session.run();
  session.q.set(session.output); // what came out asks the next question
}
console.log(`output: ${session.output.length} numbers, all finite: ${session.output.every(Number.isFinite)}`);
// output: 8192 numbers, all finite: true

// A plain call with the same numbers gives the same bits.
const shape = [4, 64, 32];
const copied = ["q", "k", "v"].map((name) => ({ data: session[name].slice(), shape }));
session.run();
const { output, weights } = heed.attention(...copied, { causal: true, keep: ["weights"] });
const same = (a, b) => a.every((number, at) => Object.is(number, b[at]));
console.log(`as a plain call: ${same(output.data, session.output) && same(weights.data, session.weights)}`);
// as a plain call: true

// Its memory returns to the core. `using session = …` does it at the end of a block.
session.dispose();
