import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../errors.js";
import { readJUnit } from "./junit.js";

const recorded = (name: string) =>
  readJUnit(readFileSync(join(import.meta.dirname, "recorded", name), "utf8"), { name });
const read = (xml: string) => readJUnit(xml, { name: "report.xml" });
const outcome = (xml: string) => read(xml).outcome;
const faultOf = (xml: string) => {
  try {
    read(xml);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_input") return error;
    throw error;
  }
  return undefined;
};

describe("a recorded report", () => {
  it("of vitest", () => {
    const { outcome, errors, detail } = recorded("vitest.xml");
    expect(outcome).toEqual({
      result: "failure",
      durationMs: 29,
      errorCount: 3,
      retryCount: 0,
      failureDetails: detail,
    });
    expect(detail).toBe(
      "3 of 5 tests failed in vitest.xml: session.test.ts › session > adds: expected 2 to be 3 // Object.is equality",
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

  it("of Node's test runner", () => {
    const { outcome, errors } = recorded("node-test.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 24, errorCount: 3, retryCount: 0 });
    expect(errors.map(({ type, message, context }) => [type, message, context])).toEqual([
      ["validation", "Expected values to be strictly equal:2 !== 3", "test › adds"],
      ["validation", "x is not a function", "test › is <safe> & sound"],
      ["timeout", "test timed out after 20ms", "test › waits"],
    ]);
  });

  it("of pytest", () => {
    const { outcome, errors, detail } = recorded("pytest.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 27, errorCount: 3, retryCount: 0 });
    expect(detail).toBe("3 of 4 tests failed in pytest.xml: test_session › test_adds: assert (1 + 1) == 3");
    expect(errors.map(({ type, message }) => [type, message])).toEqual([
      ["validation", "assert (1 + 1) == 3"],
      ["timeout", "TimeoutError: no answer in 5 s"],
      ["tool_failure", 'failed on setup with "OSError: disk gone"'],
    ]);
  });

  it("of Biome, which counts each failure twice in its root", () => {
    const { outcome, errors } = recorded("biome.xml");
    expect(outcome).toMatchObject({ result: "failure", durationMs: 2, errorCount: 3 });
    expect(errors.map(({ type }) => type)).toEqual(["validation", "validation", "validation"]);
  });
});

describe("the result of a report", () => {
  it.each([
    ["all passed", '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>', "success", 0],
    ["some were skipped", "<testsuite><testcase/><testcase><skipped/></testcase></testsuite>", "success", 0],
    ["one failed", "<testsuite><testcase/><testcase><failure/></testcase></testsuite>", "failure", 1],
    ["one broke", "<testsuite><testcase><error/></testcase></testsuite>", "failure", 1],
    ["one failed and broke", "<testsuite><testcase><failure/><error/></testcase></testsuite>", "failure", 2],
    ["a suite broke", '<testsuite tests="0" errors="1"><error message="setup"/></testsuite>', "failure", 1],
    ["only counts, well", '<testsuites tests="5" failures="0" errors="0"/>', "success", 0],
    ["only counts, not well", '<testsuites tests="5" failures="1" errors="1"/>', "failure", 2],
    ["a count without its test", '<testsuite tests="2" failures="1"><testcase/></testsuite>', "failure", 1],
    [
      "suites in suites",
      "<testsuites><testsuite><testsuite><testcase><failure/></testcase></testsuite></testsuite></testsuites>",
      "failure",
      1,
    ],
    [
      "a namespace",
      '<j:testsuite xmlns:j="u"><j:testcase><j:failure/></j:testcase></j:testsuite>',
      "failure",
      1,
    ],
    [
      "words of a test in its output",
      "<testsuite><testcase><system-out>&lt;failure/&gt;</system-out></testcase></testsuite>",
      "success",
      0,
    ],
  ])("%s", (_what, xml, result, errorCount) => {
    expect(outcome(xml)).toMatchObject({ result, errorCount, retryCount: 0 });
  });

  it("counts what was tried again as retries, and a test that passed in the end as passed", () => {
    const flaky = `<testsuite><testcase name="a"><flakyFailure type="java.lang.AssertionError">x</flakyFailure>
      <flakyError>y</flakyError></testcase></testsuite>`;
    expect(outcome(flaky)).toMatchObject({ result: "success", errorCount: 0, retryCount: 2 });
    const rerun = `<testsuite><testcase name="a"><failure message="m" type="java.lang.AssertionError">x</failure>
      <rerunFailure message="m">x</rerunFailure><rerunError>y</rerunError></testcase></testsuite>`;
    expect(outcome(rerun)).toMatchObject({ result: "failure", errorCount: 1, retryCount: 2 });
    expect(outcome("<testsuite><testcase><rerun/></testcase></testsuite>")).toMatchObject({ retryCount: 1 });
  });

  it.each([
    ["nothing", "<testsuites/>", "it holds no test"],
    ["an empty suite", '<testsuite tests="0"/>', "it holds no test"],
    [
      "skipped tests alone",
      "<testsuite><testcase><skipped/></testcase></testsuite>",
      "all of its 1 tests were skipped",
    ],
    ["skipped counts alone", '<testsuite tests="2" skipped="2"/>', "all of its 2 tests were skipped"],
  ])("is refused when nothing ran: %s", (_what, xml, why) => {
    expect(faultOf(xml)?.message).toBe(
      `report.xml: no test ran, so it is neither a success nor a failure: ${why}`,
    );
  });
});

describe("the duration of a report", () => {
  const cases = '<testcase time="0.5"/><testcase time="1.25"/>';
  it.each([
    ["of the root", `<testsuites time="3"><testsuite time="2">${cases}</testsuite></testsuites>`, 3_000],
    [
      "of the suites",
      `<testsuites><testsuite time="2">${cases}</testsuite><testsuite time="1"/></testsuites>`,
      3_000,
    ],
    ["of the tests", `<testsuite>${cases}</testsuite>`, 1_750],
    ["of the tests, when the suite did not measure", `<testsuite time="0.000">${cases}</testsuite>`, 1_750],
    ["of nothing", "<testsuite><testcase/></testsuite>", undefined],
    ["zero", '<testsuite time="0"><testcase/></testsuite>', 0],
    ["with thousands", '<testsuite time="1,234.5"><testcase/></testsuite>', 1_234_500],
    ["in powers of ten", '<testsuite time="5e-3"><testcase/></testsuite>', 5],
    ["that is negative", '<testsuite time="-1"><testcase/></testsuite>', undefined],
    ["that is no number", '<testsuite time="NaN"><testcase time="Infinity"/></testsuite>', undefined],
    ["that is not finite", '<testsuite time="1e308"><testcase/></testsuite>', undefined],
    ["with a comma for the point", '<testsuite time="0,5"><testcase/></testsuite>', undefined],
  ])("%s", (_what, xml, ms) => {
    const { durationMs } = outcome(
      xml.replace('<testsuite time="1"/>', '<testsuite time="1"><testcase/></testsuite>'),
    );
    expect(durationMs).toBe(ms);
  });
});

describe("the errors of a report", () => {
  const failing = (inner: string) =>
    `<testsuite name="s"><testcase classname="c" name="n">${inner}</testcase></testsuite>`;
  it.each([
    [
      "an assertion",
      '<failure type="org.opentest4j.AssertionFailedError" message="expected: 1"/>',
      "validation",
      "expected: 1",
    ],
    ["a failure of no kind", '<failure message="it is wrong"/>', "validation", "it is wrong"],
    [
      "a failure that waited",
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
    ["an error of no kind", '<error message="it broke"/>', "unknown", "it broke"],
    ["an error of a service", '<error type="java.net.ConnectException" message="x"/>', "tool_failure", "x"],
    [
      "a conflict",
      '<error message="EEXIST: file already exists"/>',
      "conflict",
      "EEXIST: file already exists",
    ],
    [
      "text alone",
      "<error><![CDATA[\n  java.lang.IllegalArgumentException: bad\n\tat A.b]]></error>",
      "validation",
      "java.lang.IllegalArgumentException: bad",
    ],
    ["nothing", "<failure/>", "validation", "failure without a message"],
  ])("%s", (_what, inner, type, message) => {
    expect(read(failing(inner)).errors).toMatchObject([{ type, message, context: "c › n", tool: "junit" }]);
  });

  it("are each one safe line, and no more than two hundred of them", () => {
    const one = '<testcase name="a&#10;b"><failure message="x&#10;&#10;## y --&gt; \u202e z"/></testcase>';
    const { outcome, errors } = read(`<testsuite>${one.repeat(1_000)}</testsuite>`);
    expect(outcome.errorCount).toBe(1_000);
    expect(errors.length).toBe(200);
    expect(errors[0]).toMatchObject({ message: "x ## y z", context: "a b" });
    const long = read(failing(`<failure message="${"m".repeat(1e6)}">${"t".repeat(1e6)}</failure>`));
    expect(JSON.stringify(long).length).toBeLessThan(10_000);
  });
});

describe("a report that is none", () => {
  it.each([
    [
      "another format",
      "<html/>",
      "line 1 of the XML: this is no JUnit report: the root is <html>, not <testsuites> or <testsuite>",
    ],
    [
      "a count that is none",
      '\n<testsuite failures="many"/>',
      'line 2 of the XML: failures="many" is no count',
    ],
    ["a negative count", '<testsuite errors="-1"/>', 'line 1 of the XML: errors="-1" is no count'],
    ["a cut file", "<testsuite>\n<testcase>", "line 2 of the XML: the text ends inside of <testcase>"],
    ["no XML", "PASS src/a.test.ts", "line 1 of the XML: there is text outside of the root element"],
    [
      "an entity from outside",
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><testsuite/>',
      "line 1 of the XML: a DOCTYPE or other declaration is not accepted",
    ],
  ])("%s", (_what, xml, message) => {
    expect(faultOf(xml)?.message).toBe(message);
    expect(faultOf(xml)?.field).toMatch(/^line \d+$/);
  });

  it("is the same with a byte order mark", () => {
    expect(outcome("\uFEFF<testsuite><testcase/></testsuite>").result).toBe("success");
  });
});

describe("every report", () => {
  const part: fc.Arbitrary<string> = fc.constantFrom(
    ...[
      "<testcase>",
      "</testcase>",
      "<testcase/>",
      "<testsuite>",
      "</testsuite>",
      "<failure>",
      "</failure>",
      "<error/>",
    ],
    ...[
      "<failure/>",
      "<skipped/>",
      "<rerunFailure/>",
      '<testcase time="1"/>',
      '<testsuite failures="2"/>',
      "text",
      "&lt;",
      "&",
    ],
  );

  it("is read or refused with a clear error, and a failure in it is never a success", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const xml = `<testsuites>${parts.join("")}</testsuites>`;
        if (faultOf(xml) !== undefined) return;
        const { outcome, errors } = read(xml);
        const failed = /<failure>|<failure\/>|<error\/>/.test(xml);
        if (failed) expect(outcome.result).toBe("failure");
        expect(outcome.result === "failure").toBe(outcome.errorCount > 0);
        expect(errors.length).toBeLessThanOrEqual(outcome.errorCount);
      }),
      { numRuns: 3_000 },
    );
  });

  it("adds up as its tests do", () => {
    const test = fc.record({
      ms: fc.nat(10_000),
      end: fc.constantFrom("", "<failure/>", "<error/>", "<skipped/>"),
    });
    fc.assert(
      fc.property(fc.array(fc.array(test, { minLength: 1 }), { minLength: 1 }), (suites) => {
        const xml = suites.map(
          (tests) =>
            `<testsuite>${tests.map(({ ms, end }) => `<testcase time="${ms / 1_000}">${end}</testcase>`).join("")}</testsuite>`,
        );
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
