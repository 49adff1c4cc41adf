import { classifyError } from "../engines/errors/classify-error.js";
import type { ErrorType } from "../engines/errors/error-type.js";
import { WhetstoneError } from "../errors.js";
import { type JUnitProblem, walkJUnit } from "./junit-walk.js";
import { type ErrorRead, type Reading, reportLine, stackChars } from "./reading.js";
import { withoutBom } from "./without-bom.js";

/**
 * A JUnit XML report as one outcome: failure when any test failed or broke, success when none did. A run with
 * some failures is a failure and not partial: its purpose was that all pass. Tests that were tried again
 * count as retries. A report in which no test ran says neither, and is refused.
 */
export function readJUnit(xml: string, { name }: { readonly name: string }): Reading {
  const { sums, problems, retries } = walkJUnit(withoutBom(xml));
  const ran = Math.max(0, sums.tests - sums.skipped);
  if (ran === 0 && sums.failed === 0) throw nothingRan(name, sums.skipped);
  const errors = problems.map(errorOf);
  const failed = sums.failed > 0;
  const detail = detailOf(
    name,
    failed ? `${sums.failed} of ${Math.max(ran, sums.failed)}` : `${ran}`,
    failed,
    errors[0],
  );
  return {
    outcome: {
      result: failed ? "failure" : "success",
      ...(sums.ms === undefined ? {} : { durationMs: sums.ms }),
      errorCount: sums.failed,
      retryCount: retries,
      ...(failed ? { failureDetails: detail } : {}),
    },
    errors,
    detail,
  };
}

function errorOf(problem: JUnitProblem): ErrorRead {
  const { kind, message, text, where } = problem;
  const said = reportLine(message) || reportLine(text.trim().split("\n")[0] ?? "");
  const context = reportLine(where);
  const stackTrace = text.trim().slice(0, stackChars);
  return {
    type: typeOf(problem),
    message: said || `${kind} without a message`,
    ...(context === "" ? {} : { context }),
    tool: "junit",
    ...(stackTrace === "" ? {} : { stackTrace }),
  };
}

/**
 * A failure is an assertion that did not hold, unless it says something else; an error is whatever it says.
 */
function typeOf({ kind, className, message, text }: JUnitProblem): ErrorType {
  const said = classifyError({ name: className, message: message === "" ? text : message });
  if (said !== "unknown") return said;
  // pytest ends its text with the place and the class: "test_a.py:6: OSError".
  const named = classifyError({ name: /\w{1,100}(?:Error|Exception)$/.exec(text.trimEnd())?.[0] });
  return named === "unknown" && kind === "failure" ? "validation" : named;
}

function detailOf(name: string, count: string, failed: boolean, first: ErrorRead | undefined): string {
  const said = `${count} ${count === "1" ? "test" : "tests"} ${failed ? "failed" : "passed"} in ${name}`;
  const example =
    first === undefined ? "" : `: ${first.context === undefined ? "" : `${first.context}: `}${first.message}`;
  return reportLine(`${said}${example}`);
}

function nothingRan(name: string, skipped: number): WhetstoneError {
  const why = skipped === 0 ? "it holds no test" : `all of its ${skipped} tests were skipped`;
  return new WhetstoneError(
    "invalid_input",
    `${name}: no test ran, so it is neither a success nor a failure: ${why}`,
    {
      field: "testcase",
      next: "look why the tool ran nothing, or record the outcome by its fields",
      values: { skipped },
    },
  );
}
