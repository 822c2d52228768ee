// What a number outside of cells is made of, from what its panel shows: { text, rows, right, sum }.
import { numbersIn } from "./learn-lab.mjs";

const sumOf = (all) => all.reduce((sum, one) => sum + one, 0);
const column = (rows, at) => rows.map((row) => row[at]);
export const median = ({ rows }) => sumOf(column(rows, 0)) / rows.length;
export const mean = ({ text, sum }) => sum / numbersIn(text)[0];
export const difference = ({ rows: [[one], [other]] }) => Math.abs(one - other);
export const length = ({ rows }) => Math.hypot(...column(rows, 0));
export const products = ({ rows }) => sumOf(rows.map(([one, other]) => one * other));
export const loss = ({ rows, right }) => Math.log(sumOf(column(rows, 0).map(Math.exp))) - rows[right][0];
