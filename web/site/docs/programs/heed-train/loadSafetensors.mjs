import { loadSafetensors, parameter, saveSafetensors } from "heed/train";

const learned = [parameter("w", Float32Array.of(1, 2, 3, 4), [2, 2])];
const bytes = saveSafetensors(learned); // a .safetensors file
const later = [parameter("w", new Float32Array(4), [2, 2])];
const { names } = loadSafetensors(bytes, later);
console.log(names.join(" "), later[0].value.join(" "));
// w 1 2 3 4
