// What a suite says of itself: { name, passed, failed, skipped, failures, time }.
//   skipped   names of tests that were not run
//   failures  texts, one for each test that failed or for what kept the suite from running

export function suite(name, { passed = 0, failed = 0, skipped = [], failures = [] } = {}) {
  return { name, passed, failed, skipped, failures };
}

// A suite that could not do its work counts as one failure, so that nothing can be green for lack of tests.
export function broken(name, why) {
  return suite(name, { failed: 1, failures: [`${name}: ${why}`] });
}

export function sum(name, parts) {
  return suite(name, {
    passed: parts.reduce((total, part) => total + part.passed, 0),
    failed: parts.reduce((total, part) => total + part.failed, 0),
    skipped: parts.flatMap((part) => part.skipped),
    failures: parts.flatMap((part) => part.failures),
  });
}

// No test at all is a failure of the suite.
export function held(result) {
  return result.passed + result.failed > 0 ? result : sum(result.name, [result, broken(result.name, "ran no test")]);
}
