import { load } from "heed";

const [heed, other] = [await load(), await load()]; // two callers, one module
const session = heed.session({ queries: 1, keys: 1, dim: 1 });
heed.dispose();
console.log(heed.disposed, session.disposed, other.disposed);
// true true false

console.log(other.attention([[1]], [[1]], [[7]]).output.data[0]);
// 7
other.dispose(); // the last one: the module and all its memory can be collected now
