// What whole numbers cost: how far a weight of a head is from that of the float model, on the sentences of the test that
// holds it.
export const ACCURACY = { mean: 0.0015, largest: 0.051 };
