import { load } from "heed";

const heed = await load();
const session = heed.session({ queries: 1, keys: 2, dim: 2, mask: [[true, true]] });
session.run({ q: [1, 0], k: [1, 0, 0, 1], v: [1, 1, 3, 3] });
console.log(session.output[0].toFixed(4));
// 1.6605

session.run({ mask: [true, false] }); // hides the second key from now on
console.log(session.output[0].toFixed(4));
// 1.0000

session.dispose();
console.log(session.disposed);
// true
