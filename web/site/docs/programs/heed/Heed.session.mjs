import { load } from "heed";

const heed = await load();
// The buffers stay in wasm memory. Nothing is copied or allocated in the loop.
const session = heed.session({ heads: 2, queries: 3, keys: 3, dim: 4, causal: true });
for (let frame = 0; frame < 3; frame++) {
  session.q.fill(frame);
  session.k.fill(1);
  session.v.fill(10 * frame);
  session.run();
  console.log(frame, session.output.length, session.output[0]);
}
// 0 24 0
// 1 24 10
// 2 24 20
session.dispose(); // or: using session = heed.session(…)
