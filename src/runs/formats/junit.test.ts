import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../../base/errors.js";
import { readJUnit } from "./junit.js";

const recorded = (name: string) =>
  readJUnit(readFileSync(join(import.meta.dirname, "recorded", name), "utf8"), { name });
const read = (xml: string) => readJUnit(xml, { name: "report.xml" });
const outcome = (xml: string) => read(xml).outcome;
const errorOf = (xml: string) => {
  try {
    read(xml);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_input") return error;
    throw error;
  }
  return undefined;
};

describe("readJUnit on a recorded report", () => {
  it("the report of vitest becomes a failure with its three errors", () => {
    const { outcome, errors, detail } = recorded("vitest.xml");
    expect(outcome).toEqual({
      result: "failure",
      durationMs: 29,
      errorCount: 3,
      retryCount: 0,
      failureType: "failed_test",
      failureDetails: detail,
    });
    expect(detail).toBe(
      "3 of 5 tests failed in vitest.xml: session.test.ts › session > adds: " +
        "expected 2 to be 3 // Object.is equality",
    );
    expect(errors.map(({ type, context, tool }) => [type, context, tool])).toEqual([
      ["validation", "session.test.ts › session > adds", "junit"],
      ["validation", 'session.test.ts › session > is <safe> & "sound"', "junit"],
      ["timeout", "session.test.ts › session > waits", "junit"],
    ]);
    expect(errors[2]?.message).toMatch(/^Test timed out in 20ms\. If this is/);
    expect(errors[0]?.stackTrace).toMatch(
      /^AssertionError: expected 2 to be 3[\s\S]*session\.test\.ts:5:34$/,
    );
  });

  it("the report of Node's test runner becomes a failure with its three errors", () => {
    const { outcome, errors } = recorded("node-test.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 24, errorCount: 3, retryCount: 0 });
    expect(errors.map(({ type, message, context }) => [type, message, context])).toEqual([
      ["validation", "Expected values to be strictly equal:2 !== 3", "test › adds"],
      ["validation", "x is not a function", "test › is <safe> & sound"],
      ["timeout", "test timed out after 20ms", "test › waits"],
    ]);
  });

  it("the report of pytest becomes a failure with its three errors", () => {
    const { outcome, errors, detail } = recorded("pytest.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 27, errorCount: 3, retryCount: 0 });
    expect(detail).toBe("3 of 4 tests failed in pytest.xml: test_session › test_adds: assert (1 + 1) == 3");
    expect(errors.map(({ type, message }) => [type, message])).toEqual([
      ["validation", "assert (1 + 1) == 3"],
      ["timeout", "TimeoutError: no answer in 5 s"],
      ["tool_failure", 'failed on setup with "OSError: disk gone"'],
    ]);
  });

  it("the report of Biome, whose root counts each failure twice, has three errors", () => {
    const { outcome, errors } = recorded("biome.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 2, errorCount: 3 });
    expect(errors.map(({ type }) => type)).toEqual(["validation", "validation", "validation"]);
  });
});

describe("the result that readJUnit reports", () => {
  it.each([
    [
      "in which all tests passed",
      '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>',
      "success",
      0,
    ],
    [
      "in which some tests were skipped",
      "<testsuite><testcase/><testcase><skipped/></testcase></testsuite>",
      "success",
      0,
    ],
    [
      "in which one test failed",
      "<testsuite><testcase/><testcase><failure/></testcase></testsuite>",
      "failure",
      1,
    ],
    ["in which one test broke", "<testsuite><testcase><error/></testcase></testsuite>", "failure", 1],
    [
      "in which one test failed and broke",
      "<testsuite><testcase><failure/><error/></testcase></testsuite>",
      "failure",
      2,
    ],
    [
      "in which a suite broke",
      '<testsuite tests="0" errors="1"><error message="setup"/></testsuite>',
      "failure",
      1,
    ],
    ["with counts only, all passed,", '<testsuites tests="5" failures="0" errors="0"/>', "success", 0],
    ["with counts only, some failed,", '<testsuites tests="5" failures="1" errors="1"/>', "failure", 2],
    [
      "that counts a failure without its test",
      '<testsuite tests="2" failures="1"><testcase/></testsuite>',
      "failure",
      1,
    ],
    [
      "with suites inside suites",
      "<testsuites><testsuite><testsuite><testcase><failure/></testcase></testsuite></testsuite>" +
        "</testsuites>",
      "failure",
      1,
    ],
    [
      "with a namespace",
      '<j:testsuite xmlns:j="u"><j:testcase><j:failure/></j:testcase></j:testsuite>',
      "failure",
      1,
    ],
    [
      "with tags in the output of a test",
      "<testsuite><testcase><system-out>&lt;failure/&gt;</system-out></testcase></testsuite>",
      "success",
      0,
    ],
  ])("a report %s has the right result and error count", (_what, xml, result, errorCount) => {
    expect(outcome(xml)).toMatchObject({ result, errorCount, retryCount: 0 });
  });

  it("reruns count as retries, and a test that passed in the end counts as passed", () => {
    const flaky = `<testsuite><testcase name="a">
      <flakyFailure type="java.lang.AssertionError">x</flakyFailure>
      <flakyError>y</flakyError></testcase></testsuite>`;
    expect(outcome(flaky)).toMatchObject({ result: "success", errorCount: 0, retryCount: 2 });
    const rerun = `<testsuite><testcase name="a">
      <failure message="m" type="java.lang.AssertionError">x</failure>
      <rerunFailure message="m">x</rerunFailure><rerunError>y</rerunError></testcase></testsuite>`;
    expect(outcome(rerun)).toMatchObject({ result: "failure", errorCount: 1, retryCount: 2 });
    expect(outcome("<testsuite><testcase><rerun/></testcase></testsuite>")).toMatchObject({ retryCount: 1 });
  });

  it.each([
    ["no suite", "<testsuites/>", "it has no tests"],
    ["an empty suite", '<testsuite tests="0"/>', "it has no tests"],
    [
      "skipped tests only",
      "<testsuite><testcase><skipped/></testcase></testsuite>",
      "all of its 1 tests were skipped",
    ],
    ["counts of skipped tests only", '<testsuite tests="2" skipped="2"/>', "all of its 2 tests were skipped"],
  ])("a report with %s is refused because no test ran", (_what, xml, why) => {
    expect(errorOf(xml)?.message).toBe(
      `report.xml: no test ran, so the result is neither success nor failure: ${why}`,
    );
  });
});

describe("the duration that readJUnit reports", () => {
  const cases = '<testcase time="0.5"/><testcase time="1.25"/>';
  it.each([
    [
      "the time of the root",
      `<testsuites time="3"><testsuite time="2">${cases}</testsuite></testsuites>`,
      3_000,
    ],
    [
      "the sum of the suites",
      `<testsuites><testsuite time="2">${cases}</testsuite><testsuite time="1"/></testsuites>`,
      3_000,
    ],
    ["the sum of the tests", `<testsuite>${cases}</testsuite>`, 1_750],
    ["the sum of the tests when the suite wrote 0", `<testsuite time="0.000">${cases}</testsuite>`, 1_750],
    ["missing when the report has no time", "<testsuite><testcase/></testsuite>", undefined],
    [
      "zero when the suite has 0 and the tests have no time",
      '<testsuite time="0"><testcase/></testsuite>',
      0,
    ],
    ["read with thousands separators", '<testsuite time="1,234.5"><testcase/></testsuite>', 1_234_500],
    ["read in scientific notation", '<testsuite time="5e-3"><testcase/></testsuite>', 5],
    ["missing when the time is negative", '<testsuite time="-1"><testcase/></testsuite>', undefined],
    [
      "missing when the time is not a number",
      '<testsuite time="NaN"><testcase time="Infinity"/></testsuite>',
      undefined,
    ],
    ["missing when the time is not finite", '<testsuite time="1e308"><testcase/></testsuite>', undefined],
    ["missing when the time has a decimal comma", '<testsuite time="0,5"><testcase/></testsuite>', undefined],
  ])("the duration is %s", (_what, xml, ms) => {
    const { durationMs } = outcome(
      xml.replace('<testsuite time="1"/>', '<testsuite time="1"><testcase/></testsuite>'),
    );
    expect(durationMs).toBe(ms);
  });
});

describe("the errors that readJUnit reports", () => {
  const failing = (inner: string) =>
    `<testsuite name="s"><testcase classname="c" name="n">${inner}</testcase></testsuite>`;
  it.each([
    [
      "a failed assertion",
      '<failure type="org.opentest4j.AssertionFailedError" message="expected: 1"/>',
      "validation",
      "expected: 1",
    ],
    ["a failure without a type", '<failure message="it is wrong"/>', "validation", "it is wrong"],
    [
      "a failure by timeout",
      '<failure message="Timeout of 2000ms exceeded."/>',
      "timeout",
      "Timeout of 2000ms exceeded.",
    ],
    [
      "an assertion about a timeout",
      '<failure type="AssertionError" message="expected timed out"/>',
      "validation",
      "expected timed out",
    ],
    ["an error without a type", '<error message="it broke"/>', "unknown", "it broke"],
    [
      "an error of a connection",
      '<error type="java.net.ConnectException" message="x"/>',
      "tool_failure",
      "x",
    ],
    [
      "a conflict",
      '<error message="EEXIST: file already exists"/>',
      "conflict",
      "EEXIST: file already exists",
    ],
    [
      "an error with text only",
      "<error><![CDATA[\n  java.lang.IllegalArgumentException: bad\n\tat A.b]]></error>",
      "validation",
      "java.lang.IllegalArgumentException: bad",
    ],
    ["an empty failure", "<failure/>", "validation", "failure without a message"],
  ])("%s has the right type and message", (_what, inner, type, message) => {
    expect(read(failing(inner)).errors).toMatchObject([{ type, message, context: "c › n", tool: "junit" }]);
  });

  it("each error is one safe line, and at most two hundred are kept", () => {
    const one = '<testcase name="a&#10;b"><failure message="x&#10;&#10;## y --&gt; \u202e z"/></testcase>';
    const { outcome, errors } = read(`<testsuite>${one.repeat(1_000)}</testsuite>`);
    expect(outcome.errorCount).toBe(1_000);
    expect(errors.length).toBe(200);
    expect(errors[0]).toMatchObject({ message: "x ## y z", context: "a b" });
    const long = read(failing(`<failure message="${"m".repeat(1e6)}">${"t".repeat(1e6)}</failure>`));
    expect(JSON.stringify(long).length).toBeLessThan(10_000);
  });
});

describe("readJUnit on a text that is not a JUnit report", () => {
  it.each([
    [
      "another format",
      "<html/>",
      "line 1 of the XML: this is not a JUnit report: the root is <html>, not <testsuites> or <testsuite>",
    ],
    [
      "a count that is not a number",
      '\n<testsuite failures="many"/>',
      'line 2 of the XML: failures="many" is not a number',
    ],
    ["a negative count", '<testsuite errors="-1"/>', 'line 1 of the XML: errors="-1" is not a number'],
    ["a truncated file", "<testsuite>\n<testcase>", "line 2 of the XML: the text ends inside <testcase>"],
    ["plain text", "PASS src/a.test.ts", "line 1 of the XML: there is text outside the root element"],
    [
      "an external entity",
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite/>',
      "line 1 of the XML: a DOCTYPE or other declaration is not accepted",
    ],
  ])("%s is refused with its line and the reason", (_what, xml, message) => {
    expect(errorOf(xml)?.message).toBe(message);
    expect(errorOf(xml)?.field).toMatch(/^line \d+$/);
  });

  it("a report with a byte order mark is read like any other", () => {
    expect(outcome("\uFEFF<testsuite><testcase/></testsuite>").result).toBe("success");
  });
});

describe("readJUnit on generated reports", () => {
  const part: fc.Arbitrary<string> = fc.constantFrom(
    "<testcase>",
    "</testcase>",
    "<testcase/>",
    "<testsuite>",
    "</testsuite>",
    "<failure>",
    "</failure>",
    "<error/>",
    "<failure/>",
    "<skipped/>",
    "<rerunFailure/>",
    '<testcase time="1"/>',
    '<testsuite failures="2"/>',
    "text",
    "&lt;",
    "&",
  );

  it("every report is read or refused with a clear error, and one with a failure is never a success", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const xml = `<testsuites>${parts.join("")}</testsuites>`;
        if (errorOf(xml) !== undefined) return;
        const { outcome, errors } = read(xml);
        const failed = /<failure>|<failure\/>|<error\/>/.test(xml);
        if (failed) expect(outcome.result).toBe("failure");
        expect(outcome.result === "failure").toBe(outcome.errorCount > 0);
        expect(errors.length).toBeLessThanOrEqual(outcome.errorCount);
      }),
    );
  });

  it("the counts and the duration are the sums over the tests", () => {
    const test = fc.record({
      ms: fc.nat(10_000),
      end: fc.constantFrom("", "<failure/>", "<error/>", "<skipped/>"),
    });
    fc.assert(
      fc.property(fc.array(fc.array(test, { minLength: 1 }), { minLength: 1 }), (suites) => {
        const testcase = ({ ms, end }: (typeof suites)[number][number]) =>
          `<testcase time="${ms / 1_000}">${end}</testcase>`;
        const xml = suites.map((tests) => `<testsuite>${tests.map(testcase).join("")}</testsuite>`);
        const all = suites.flat();
        if (all.every(({ end }) => end === "<skipped/>")) return;
        const failed = all.filter(({ end }) => end === "<failure/>" || end === "<error/>").length;
        expect(outcome(`<testsuites>${xml.join("")}</testsuites>`)).toMatchObject({
          result: failed > 0 ? "failure" : "success",
          durationMs: all.reduce((sum, { ms }) => sum + ms, 0),
          errorCount: failed,
        });
      }),
    );
  });
});

describe("the type of failure in a JUnit report", () => {
  const suite = (...problems: readonly string[]) =>
    `<testsuite>${problems.map((each) => `<testcase name="returns 404">${each}</testcase>`).join("")}</testsuite>`;

  it("an error that names its kind gives the report that type", () => {
    const refused = '<error message="connect ECONNREFUSED 127.0.0.1:5432"/>';
    expect(outcome(suite(refused, refused, '<error message="it broke"/>')).failureType).toBe("network");
  });

  it("a failed assertion is a failed test, whatever its values and its name are", () => {
    const asserted = '<failure type="AssertionError" message="expected 404 to be 401 unauthorized"/>';
    expect(outcome(suite(asserted)).failureType).toBe("failed_test");
  });
});
