/** What a teacher would mark as right. The page computes it. */
export const right = "bcb";

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [["#machine [data-part^='curve']", "weight", "a curve has its number in its name"]];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = {
  "#tries td": "weights that the machine opens, and shares of runs without a head, which it shows when the head is off",
  "#apart td": "weights that the machine opens, and differences of two runs",
  "#counted td": "counts over 100 texts",
  "#sheets td": "the same numbers on paper",
};

/** Only cells of the machine open. */
export const onlyMatrices = true;
