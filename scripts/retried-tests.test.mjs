import { describe, expect, it, vi } from "vitest";
import RetriedTests from "./retried-tests.mjs";

const ended = (fullName, flaky) => ({
  fullName,
  module: { relativeModuleId: "tests/shop.int.test.ts" },
  diagnostic: () => ({ flaky }),
});

describe("RetriedTests", () => {
  it("names the tests that passed only at their second try, and says nothing without one", () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
    const reporter = new RetriedTests();
    reporter.onTestCaseResult(ended("the shop opens", false));
    reporter.onTestRunEnd();
    expect(log).not.toHaveBeenCalled();
    reporter.onTestCaseResult(ended("the shop closes", true));
    reporter.onTestRunEnd();
    expect(log.mock.calls).toEqual([
      ["\nPassed only at the second try:\n  tests/shop.int.test.ts > the shop closes"],
    ]);
    log.mockRestore();
  });
});
