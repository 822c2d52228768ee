/** Where the largest number is, or the first of several. */
export function largestAt(numbers: ArrayLike<number>): number {
  let best = 0;
  for (let at = 1; at < numbers.length; at++) if (numbers[at]! > numbers[best]!) best = at;
  return best;
}
