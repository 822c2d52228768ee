/** The signs by which a language writes numbers: the decimal sign, and what is between the numbers of a list. */
export const signs = { point: ".", between: ", " };
