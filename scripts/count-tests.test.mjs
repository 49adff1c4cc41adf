import { describe, expect, it } from "vitest";
import { countTests } from "./count-tests.mjs";

const empty = { numPassedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe("countTests", () => {
  it("adds what was left for later to the skipped ones", () => {
    const report = { ...empty, numPassedTests: 5, numPendingTests: 1, numTodoTests: 1 };
    expect(countTests(report, 0)).toEqual({ passed: 5, skipped: 2, failures: [] });
  });

  it("names every failed test with the first line of its error, and a file that could not be loaded", () => {
    const failed = {
      status: "failed",
      fullName: "a sum is right",
      failureMessages: ["\u001b[31mAssertionError: expected 3 to be 4\u001b[39m\n    at sum.test.ts:3:1"],
    };
    const testResults = [
      { name: "/shop/src/sum.test.ts", status: "failed", assertionResults: [failed, { status: "passed" }] },
      { name: "/shop/src/tax.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      { name: "/shop/src/ok.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    const { failures } = countTests({ ...empty, numPassedTests: 2, testResults }, 1, "/shop");
    expect(failures).toEqual([
      "src/sum.test.ts > a sum is right: AssertionError: expected 3 to be 4",
      "src/tax.test.ts: no such module",
    ]);
  });

  it("counts an error outside of any test", () => {
    const { passed, failures } = countTests({ ...empty, numPassedTests: 5 }, 1);
    expect({ passed, failures }).toEqual({
      passed: 5,
      failures: ["vitest: it exited with status 1, outside of any test"],
    });
  });

  it("counts a crash and a run without tests", () => {
    expect(countTests(undefined, null).failures).toEqual(["vitest: it ended without a report"]);
    expect(countTests(empty, 0).failures).toEqual(["vitest: it ran no test"]);
  });
});
