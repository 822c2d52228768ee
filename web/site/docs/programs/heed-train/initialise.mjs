import { initialise, parameter, seededRandom } from "heed/train";

const [weight, bias] = [parameter("w", new Float32Array(6), [2, 3]), parameter("b", new Float32Array(3))];
initialise([weight, bias], seededRandom(1), 0.02);
console.log(weight.value.every((one) => one !== 0), bias.value.join(" "));
// true 0 0 0
