import { load } from "heed";

const heed = await load();
const session = heed.session({ queries: 1, keys: 2, dim: 2, backward: true });
session.run({ q: [1, 0], k: [1, 0, 0, 1], v: [1, 1, 3, 3] });
session.dOutput.fill(1); // the gradient with respect to output: write it
session.backward();
console.log(Array.from(session.dv, (one) => one.toFixed(4)).join(" "));
// 0.6698 0.6698 0.3302 0.3302
session.dispose();
