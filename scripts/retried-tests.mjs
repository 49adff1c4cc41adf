/** A reporter for vitest that ends a run with the tests that passed only at their second try. */
export default class RetriedTests {
  #names = [];

  /** @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd() {
    if (this.#names.length === 0) return;
    console.log(`\nPassed only at the second try:\n${this.#names.map((name) => `  ${name}`).join("\n")}`);
  }
}
