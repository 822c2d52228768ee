/** What a teacher would mark as right. The page computes it. */
export const right = "bbb";

/** The parts with a Run button. */
export const runs = ["reversing", "translating"];

/** What is opened, and the number that it should be, as tour/numbers.mjs reads it. */
export const cells = [
  ["#mirror 1 6", "softmax"],
  ["#alignment 2 1", "softmax"],
];

/** Numbers in tables and lists that do not open: where they are, and why. */
export const closed = { "#roles td": "a count, and means over sentences of a test" };

/** All its computed numbers that open stand in matrices. */
export const onlyMatrices = true;

/** The trainings that tests start from: how many steps, and whether what is seen after each ten is kept. */
export const trainings = { alignment: { steps: 300 } };
