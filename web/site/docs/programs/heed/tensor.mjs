import { tensor } from "heed";

const nested = tensor([[1, 2, 3], [4, 5, 6]]);
const flat = tensor([1, 2, 3, 4, 5, 6], [2, 3]);
console.log(nested.shape, flat.shape);
// [ 2, 3 ] [ 2, 3 ]
console.log(nested.data.join() === flat.data.join());
// true
