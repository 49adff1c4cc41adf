import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * Counts of a vitest JSON report, with a line for each failure. A file that could not be loaded has no tests
 * to fail, and an error outside of any test shows only in the exit status: each is one failure, and so is a
 * report that is missing or empty.
 *
 * @param {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: {
 * name: string, status: string, message?: string, assertionResults: { status: string, fullName: string,
 * failureMessages?: string[] }[] }[] } | undefined} report
 * @param {number | null} status the exit status of vitest
 * @param {string} [root] the folder from which files are named
 * @returns {{ passed: number, skipped: number, failures: string[] }}
 */
export function countTests(report, status, root = process.cwd()) {
  if (report === undefined)
    return { passed: 0, skipped: 0, failures: [failure("vitest", "it ended without a report")] };
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const failures = report.testResults
    .filter((file) => file.status === "failed")
    .flatMap((file) => failuresIn(file, relative(root, file.name)));
  if (failures.length === 0 && status !== 0)
    failures.push(failure("vitest", `it exited with status ${status}, outside of any test`));
  if (failures.length === 0 && passed === 0) failures.push(failure("vitest", "it ran no test"));
  return { passed, skipped, failures };
}

function failuresIn({ assertionResults, message }, file) {
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length === 0) return [failure(file, message)];
  return failed.map(({ fullName, failureMessages }) =>
    failure(`${file} > ${fullName}`, failureMessages?.[0]),
  );
}

const widest = 300;

/** One line: what failed, and the first line of why. */
export function failure(what, why = "") {
  const [first = ""] = stripVTControlCharacters(why).trim().split("\n");
  return first === "" ? what : `${what}: ${first.slice(0, widest)}`;
}
