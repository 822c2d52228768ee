import { load } from "heed";

const heed = await load();
const session = heed.session({ queries: 1, keys: 1, dim: 1 });
heed.dispose(); // the module and all its memory can be collected now
console.log(heed.disposed, session.disposed);
// true true

// The next load() starts a new one.
const next = await load();
console.log(next === heed, next.attention([[1]], [[1]], [[7]]).output.data[0]);
// false 7
