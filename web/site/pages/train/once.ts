/** Makes something at its first use. After a failure the next use tries again. */
export function once<Given, Made>(make: (given: Given) => Promise<Made>): (given: Given) => Promise<Made> {
  let made: Promise<Made> | undefined;
  return (given) =>
    (made ??= make(given).catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
