/**
 * Counts of a vitest JSON report. A file that could not be loaded has no tests to fail, and an error outside
 * of any test shows only in the exit status: each is one failure, and so is a report that is missing or
 * empty.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 * testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
 * @param {number | null} status the exit status of vitest
 */
export function countTests(report, status) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const failed = report.numFailedTests + unloaded;
  const silent = failed === 0 && (status !== 0 || passed === 0);
  return { passed, failed: silent ? 1 : failed, skipped };
}
