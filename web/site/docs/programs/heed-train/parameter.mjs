import { parameter } from "heed/train";

const bias = parameter("bias", Float32Array.of(1, 2)); // taken without a copy
bias.gradient.fill(0.5); // zeros at first
console.log(bias.name, bias.value.join(" "), bias.gradient.join(" "));
// bias 1 2 0.5 0.5
