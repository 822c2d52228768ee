import { alibiSlopes } from "heed";

console.log(alibiSlopes(8).join(" "));
// 0.5 0.25 0.125 0.0625 0.03125 0.015625 0.0078125 0.00390625
