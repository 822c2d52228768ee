// "Your journey starts with one step": the worked example of chapter 3 of Build a Large Language Model (From Scratch)
// by Sebastian Raschka. The weights are what torch.manual_seed(123) draws there.

export type Rows = readonly (readonly number[])[];

/** The four matrices that a reader can change. Weights are in × out: a token's row times the matrix. */
export interface Numbers {
  readonly x: Rows;
  readonly query: Rows;
  readonly key: Rows;
  readonly value: Rows;
}

export const TOKENS: readonly string[] = ["Your", "journey", "starts", "with", "one", "step"];

/** The token that the book follows: its second. */
export const FOLLOWED = 1;

export const EXAMPLE: Numbers = {
  x: [
    [0.43, 0.15, 0.89],
    [0.55, 0.87, 0.66],
    [0.57, 0.85, 0.64],
    [0.22, 0.58, 0.33],
    [0.77, 0.25, 0.1],
    [0.05, 0.8, 0.55],
  ],
  query: [
    [0.29611194, 0.5165623],
    [0.25167072, 0.6885568],
    [0.07397246, 0.86652195],
  ],
  key: [
    [0.13657987, 0.10247904],
    [0.18405646, 0.72644675],
    [0.3152539, 0.68710667],
  ],
  value: [
    [0.075635314, 0.19663817],
    [0.31641197, 0.40174013],
    [0.1185683, 0.8273954],
  ],
};
