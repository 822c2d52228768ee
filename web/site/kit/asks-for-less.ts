/** A reader who asks for less, in the settings of the browser, begins every run and every fetch by hand. */
export const asksForLess = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
