import { arcsOf } from "heed/draw";

// The row of "it": how much it looks at each word.
const row = [0.05, 0.62, 0.03, 0.2, 0.1];
const svg = arcsOf(row, ["The", "animal", "saw", "it", "coming"], { from: 3 });
console.log(svg.match(/it → \w+: [\d.]+/g).slice(-5).join(", "));
// it → The: 0.05, it → animal: 0.62, it → saw: 0.03, it → it: 0.2, it → coming: 0.1
