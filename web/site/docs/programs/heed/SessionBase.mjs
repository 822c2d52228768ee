import { load } from "heed";

const heed = await load();
const session = heed.session({ queries: 1, keys: 2, dim: 2, mask: [[true, true]] });
session.q.set([1, 0]);
session.k.set([1, 0, 0, 1]);
session.v.set([1, 1, 3, 3]);
session.run();
console.log(session.output[0].toFixed(4));
// 1.6605

session.mask[1] = 0; // hides the second key from the next run on
session.run();
console.log(session.output[0].toFixed(4));
// 1.0000

session.dispose();
console.log(session.disposed);
// true
