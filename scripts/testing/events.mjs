// How a reporter that runs inside a test program says what happens: a marked line of JSON on stdout for each event.
//
//   { of: 900 }                      how many tests there will be
//   { of: 44, unit: " files" }       or how many files
//   { passed | failed | skipped: name, ms?, text?, done? }     a test is over
//   { end: true }                    the report is complete

const kMark = "\x1eheed ";

/** @param {object} event */
export function eventLine(event) {
  // Some readers of lines end one at these two.
  const json = JSON.stringify(event).replace(/[\u2028\u2029]/g, (sign) => (sign === "\u2028" ? "\\u2028" : "\\u2029"));
  return `${kMark}${json}\n`;
}

/** The event of a line, or undefined where the line is something else that the program printed. */
export function eventIn(line) {
  const at = line.indexOf(kMark);
  if (at < 0) return undefined;
  try {
    return JSON.parse(line.slice(at + kMark.length));
  } catch {
    return undefined;
  }
}
