// A reporter for node:test that writes one line of JSON: { passed, failed, skipped, failures, emptyFiles }.

import { relative } from "node:path";

function sentence({ name, file, details }, path) {
  const error = details.error?.cause ?? details.error;
  const text = error?.stack ?? error?.message ?? String(error);
  return `${relative(process.cwd(), file ?? "")}: ${[...path, name].join(" › ")}\n${text}`;
}

export default async function* tally(events) {
  const result = { passed: 0, failed: 0, skipped: [], failures: [], emptyFiles: [] };
  const path = []; // the names that enclose the test now reported
  for await (const { type, data } of events) {
    if (type === "test:start") path.splice(data.nesting, path.length, data.name);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const within = path.slice(0, data.nesting);
    const isFile = data.nesting === 0 && data.file !== undefined && data.name.endsWith(".mjs");
    if (type === "test:fail") {
      // A suite fails because a test in it does, and that one is counted; hooks and files fail on their own.
      if (data.details.error?.failureType === "subtestsFailed") continue;
      result.failed++;
      result.failures.push(sentence(data, within));
    } else if (isFile) result.emptyFiles.push(data.name);
    else if (data.skip !== undefined || data.todo !== undefined) {
      const why = data.skip || data.todo;
      result.skipped.push([...within, data.name].join(" › ") + (typeof why === "string" ? ` (${why})` : ""));
    } else if (data.details.type !== "suite") result.passed++;
  }
  yield JSON.stringify(result) + "\n";
}
