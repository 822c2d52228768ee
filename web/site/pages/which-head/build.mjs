// What the lesson carries: the stored story models of both languages, with their numbers rounded. In half precision the
// two would take 190 kB of the page, and so they take 70.
import { readFileSync } from "node:fs";

const STORED = new URL("../../rooms/stories/stored/", import.meta.url);
/** Steps of rounding in the root mean square of all numbers. */
const FINE = 3.7;
/** A sign for each number of steps. The last ones take two bytes, and few numbers have them. */
const [ASCII, LATIN] = [signs(35, 126), signs(192, 255)];

export const data = () => JSON.stringify({ en: rounded("en"), de: rounded("de") });

/** @param {string} language */
function rounded(language) {
  const { numbers: stored } = JSON.parse(readFileSync(new URL(`${language}.json`, STORED), "utf8"));
  const bytes = Buffer.from(stored, "base64");
  const all = Array.from({ length: bytes.length / 2 }, (_, at) => fromHalf(bytes.readUInt16LE(2 * at)));
  const step = Math.sqrt(all.reduce((sum, one) => sum + one ** 2, 0) / all.length) / FINE;
  const steps = all.map((one) => Math.round(one / step));
  const lowest = Math.min(...steps);
  const alphabet = (ASCII + LATIN).slice(0, Math.max(...steps) - lowest + 1);
  return { step, lowest, alphabet, numbers: steps.map((one) => alphabet[one - lowest]).join("") };
}

/** The signs from one code to another, without those that JSON or HTML would write otherwise. */
function signs(from, to) {
  const all = Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
  return all.filter((sign) => !'\\<"&'.includes(sign)).join("");
}

function fromHalf(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 ? -size : size;
}
