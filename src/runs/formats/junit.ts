import { WhetstoneError } from "../../base/errors.js";
import { classifyError } from "../errors/classify-error.js";
import type { ErrorType } from "../errors/error-type.js";
import { readFailureType } from "../reliability/failure-type.js";
import { type JUnitProblem, walkJUnit } from "./junit-walk.js";
import { type ReportedError, reportLine, stackChars, stripBom, type ToolReport } from "./tool-report.js";

/**
 * Reads a JUnit XML report as one outcome: failure when any test failed or broke, success when none did. A
 * run with some failures is a failure and not partial, because its purpose was that all pass. Tests that ran
 * again count as retries. A report in which no test ran is refused.
 */
export function readJUnit(xml: string, { name }: { readonly name: string }): ToolReport {
  const { totals, problems, retries } = walkJUnit(stripBom(xml));
  const ran = Math.max(0, totals.tests - totals.skipped);
  if (ran === 0 && totals.failed === 0) throw noTestRanError(name, totals.skipped);
  const errors = problems.map(reportedError);
  const failed = totals.failed > 0;
  const detail = summaryLine(
    name,
    failed ? `${totals.failed} of ${Math.max(ran, totals.failed)}` : `${ran}`,
    failed,
    errors[0],
  );
  return {
    outcome: {
      result: failed ? "failure" : "success",
      ...(totals.ms === undefined ? {} : { durationMs: totals.ms }),
      errorCount: totals.failed,
      retryCount: retries,
      ...(failed ? { failureType: junitFailureType(problems), failureDetails: detail } : {}),
    },
    errors,
    detail,
  };
}

function reportedError(problem: JUnitProblem): ReportedError {
  const { kind, message, text, where } = problem;
  const firstLine = reportLine(message) || reportLine(text.trim().split("\n")[0] ?? "");
  const context = reportLine(where);
  const stackTrace = text.trim().slice(0, stackChars);
  return {
    type: errorTypeOf(problem),
    message: firstLine || `${kind} without a message`,
    ...(context === "" ? {} : { context }),
    tool: "junit",
    ...(stackTrace === "" ? {} : { stackTrace }),
  };
}

/**
 * Classifies a problem by its text. A failure with unknown text is a failed assertion, so `validation`.
 */
function errorTypeOf({ kind, className, message, text }: JUnitProblem): ErrorType {
  const byMessage = classifyError({ name: className, message: message === "" ? text : message });
  if (byMessage !== "unknown") return byMessage;
  // pytest ends its text with the position and the class: "test_a.py:6: OSError".
  const byLastWord = classifyError({ name: /\w{1,100}(?:Error|Exception)$/.exec(text.trimEnd())?.[0] });
  return byLastWord === "unknown" && kind === "failure" ? "validation" : byLastWord;
}

/** The most frequent type; a failed assertion has no type of its own. */
function junitFailureType(problems: readonly JUnitProblem[]): string {
  const counts = new Map<string, number>();
  for (const problem of problems) {
    const type = typeOfProblem(problem);
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? failedTest;
}

const failedTest = "failed_test";
/** How test runners report a failed expectation; the values in it are the program's own. */
const assertion = /assert|comparisonfailure|^\s*expect(?:ed|\()/i;

function typeOfProblem({ className, message, text }: JUnitProblem): string {
  const said = message === "" ? text : message;
  if (assertion.test(className) || assertion.test(said.slice(0, 100))) return failedTest;
  return readFailureType(`${className}: ${said}`) ?? failedTest;
}

function summaryLine(name: string, count: string, failed: boolean, first: ReportedError | undefined): string {
  const counted = `${count} ${count === "1" ? "test" : "tests"} ${failed ? "failed" : "passed"} in ${name}`;
  const example =
    first === undefined ? "" : `: ${first.context === undefined ? "" : `${first.context}: `}${first.message}`;
  return reportLine(`${counted}${example}`);
}

function noTestRanError(name: string, skipped: number): WhetstoneError {
  const why = skipped === 0 ? "it has no tests" : `all of its ${skipped} tests were skipped`;
  return new WhetstoneError(
    "invalid_input",
    `${name}: no test ran, so the result is neither success nor failure: ${why}`,
    {
      field: "testcase",
      next: "find out why the tool ran no tests, or record the outcome by its fields",
      values: { skipped },
    },
  );
}
