/** What a teacher would mark as right. The page computes it. */
export const right = "bac";

/** How many machines a reader follows a word through. */
export const machines = 2;

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [["#machine [data-part^='curve']", "weight", "a curve has its number in its name"]];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = { "#moved td": "the cosine of two rows that the machine shows" };

/** Only cells of the machine open. */
export const onlyMatrices = true;
