import { describe, expect, it } from "vitest";
import { countTests } from "./count-tests.mjs";

const empty = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe("countTests", () => {
  it("adds what was left for later to the skipped ones", () => {
    const report = { ...empty, numPassedTests: 5, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };
    expect(countTests(report, 1)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it("counts a file that could not be loaded", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(countTests({ ...empty, numPassedTests: 1, numFailedTests: 1, testResults }, 1).failed).toBe(2);
  });

  it("counts an error outside of any test", () => {
    expect(countTests({ ...empty, numPassedTests: 5 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  });

  it("counts a crash and a run without tests", () => {
    expect(countTests(undefined, null).failed).toBe(1);
    expect(countTests(empty, 0).failed).toBe(1);
  });
});
