import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../../base/errors.js";
import { readSarif } from "./sarif.js";

const driver = {
  name: "Lint",
  rules: [{ id: "R1", defaultConfiguration: { level: "error" } }, { id: "R2" }],
};
const log = (run: object) =>
  JSON.stringify({ version: "2.1.0", runs: [{ tool: { driver }, results: [], ...run }] });
const read = (text: string) => readSarif(text, { name: "report.sarif" });
const readRun = (run: object) => read(log(run));
const readResult = (result: object) => readRun({ results: [{ message: { text: "m" }, ...result }] });
const errorOf = (text: string) => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_input") return error;
    throw error;
  }
  return undefined;
};

describe("readSarif on a recorded log", () => {
  it("the log of Biome becomes a failure with its three errors", () => {
    const text = readFileSync(join(import.meta.dirname, "recorded/biome.sarif"), "utf8");
    const { outcome, errors, detail } = read(text);
    expect(outcome).toEqual({
      result: "failure",
      errorCount: 3,
      retryCount: 0,
      failureType: "finding",
      failureDetails: detail,
    });
    expect(detail).toBe(
      "3 errors, 1 warning, 0 notes from Biome in report.sarif: src/bad.ts:1: " +
        "lint/suspicious/noDebugger: This is an unexpected use of the debugger statement.",
    );
    expect(errors[1]).toEqual({
      type: "validation",
      message: "lint/suspicious/noDoubleEquals: Using == may be unsafe if you are relying on type coercion.",
      context: "src/bad.ts:1",
      tool: "Biome",
    });
    expect(errors[2]?.context).toBe("src/bad.ts");
  });
});

describe("the level that readSarif gives a result", () => {
  const accepted = { suppressions: [{ kind: "inSource" }] };
  it.each([
    ["its own", { level: "error" }, 1],
    ["its own when it is a warning", { level: "warning", ruleId: "R1" }, 0],
    ["its own when it is a note", { level: "note" }, 0],
    ["that of its rule by id", { ruleId: "R1" }, 1],
    ["that of its rule by index", { ruleIndex: 0 }, 1],
    ["that of its rule by reference", { rule: { index: 0 } }, 1],
    ["warning when neither result nor rule has one", { ruleId: "R2" }, 0],
    ["none when the result passed", { kind: "pass", level: "error" }, 0],
    ["none when the result is open", { kind: "open" }, 0],
    ["its own when the result failed", { kind: "fail", level: "error" }, 1],
    ["none when the result is suppressed", { level: "error", ...accepted }, 0],
    ["none when the suppression was accepted", { level: "error", suppressions: [{ status: "accepted" }] }, 0],
    [
      "its own when the suppression was rejected",
      { level: "error", suppressions: [{ status: "rejected" }] },
      1,
    ],
    [
      "its own while the suppression is under review",
      { level: "error", suppressions: [{ status: "underReview" }] },
      1,
    ],
    ["its own when the list of suppressions is empty", { level: "error", suppressions: [] }, 1],
    ["none when the result is absent since the baseline", { level: "error", baselineState: "absent" }, 0],
    [
      "its own when the result is unchanged since the baseline",
      { level: "error", baselineState: "unchanged" },
      1,
    ],
  ])("the level is %s", (_what, result, errorCount) => {
    const { outcome, errors } = readResult(result);
    expect(outcome).toMatchObject({
      result: errorCount > 0 ? "failure" : "success",
      errorCount,
      retryCount: 0,
    });
    expect(errors.length).toBe(errorCount);
  });

  it("the level can come from a rule in an extension", () => {
    const extensions = [{ name: "queries", rules: [{ id: "Q", defaultConfiguration: { level: "error" } }] }];
    const results = [{ message: { text: "m" }, rule: { id: "Q", index: 0, toolComponent: { index: 0 } } }];
    expect(readRun({ tool: { driver, extensions }, results }).outcome.errorCount).toBe(1);
  });
});

describe("the errors that readSarif reports", () => {
  it("an error names the rule, the message and the place", () => {
    const place = {
      physicalLocation: { artifactLocation: { uri: "src/a%20b.ts" }, region: { startLine: 42 } },
    };
    const result = { level: "error", ruleId: "R1", message: { text: "no\nway" }, locations: [place] };
    expect(readResult(result).errors).toEqual([
      { type: "validation", message: "R1: no way", context: "src/a b.ts:42", tool: "Lint" },
    ]);
  });

  it("an error takes its text from the rule and its place from the artifacts", () => {
    const rules = [{ id: "R", messageStrings: { two: { text: "'{0}' is not {1}, {2}" } } }];
    const message = { id: "two", arguments: ["a", "b"] };
    const locations = [{ physicalLocation: { artifactLocation: { index: 0 }, region: { startLine: 1 } } }];
    const results = [{ level: "error", ruleId: "R", message, locations }];
    const artifacts = [{ location: { uri: "file:///src/100%.ts" } }];
    const { errors } = readRun({ tool: { driver: { name: "Lint", rules } }, results, artifacts });
    expect(errors).toMatchObject([{ message: "R: 'a' is not b, {2}", context: "file:///src/100%.ts:1" }]);
  });

  it("at most two hundred errors are listed, and all are counted", () => {
    const results = Array.from({ length: 500 }, () => ({ level: "error", message: { text: "m" } }));
    const { outcome, errors } = readRun({ results });
    expect([outcome.errorCount, errors.length]).toEqual([500, 200]);
  });
});

describe("readSarif on invocations", () => {
  const times = (start: string, end: string) => ({
    executionSuccessful: true,
    startTimeUtc: start,
    endTimeUtc: end,
  });
  it.each([
    ["one time", [times("2026-01-01T00:00:00Z", "2026-01-01T00:00:01.500Z")], 1_500],
    [
      "two times",
      [
        times("2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"),
        times("2026-01-02T00:00:00Z", "2026-01-02T00:00:02Z"),
      ],
      3_000,
    ],
    [
      "a start without an end",
      [{ executionSuccessful: true, startTimeUtc: "2026-01-01T00:00:00Z" }],
      undefined,
    ],
    ["an end before the start", [times("2026-01-01T00:00:01Z", "2026-01-01T00:00:00Z")], undefined],
    ["times that are not dates", [times("yesterday", "today")], undefined],
    ["none at all", [], undefined],
  ])("invocations with %s give the sum of the valid times", (_what, invocations, durationMs) => {
    expect(readRun({ invocations }).outcome.durationMs).toBe(durationMs);
  });

  it("an invocation that did not succeed is a tool failure", () => {
    const notifications = [
      { level: "error", message: { text: "out of memory" } },
      { level: "note", message: { text: "by the way" } },
    ];
    expect(
      readRun({ invocations: [{ executionSuccessful: false, toolExecutionNotifications: notifications }] }),
    ).toMatchObject({
      outcome: { result: "failure", errorCount: 1 },
      errors: [{ type: "tool_failure", message: "out of memory", tool: "Lint" }],
    });
    const silent = readRun({ results: undefined, invocations: [{ executionSuccessful: false }] });
    expect(silent.errors).toEqual([{ type: "tool_failure", message: "Lint did not finish", tool: "Lint" }]);
    expect(readRun({ invocations: [{ exitCode: 1 }] }).outcome.result).toBe("success");
  });
});

describe("readSarif on a text that is not a SARIF log", () => {
  it.each([
    ["an array", "[]", "", "expected object, received array"],
    ["another version", '{"version":"2.0.0","runs":[]}', "version", 'expected "2.1.0"'],
    ["a log without runs", '{"version":"2.1.0"}', "runs", "expected array, received undefined"],
    [
      "a log with an empty list of runs",
      '{"version":"2.1.0","runs":[]}',
      "runs",
      "Too small: expected array to have >=1 items",
    ],
    [
      "a run without a tool",
      '{"version":"2.1.0","runs":[{"results":[]}]}',
      "runs.0.tool",
      "expected object, received undefined",
    ],
    [
      "a run without results",
      log({ results: undefined }),
      "runs.0.results",
      "it is missing, so nothing was scanned",
    ],
    [
      "an unknown level",
      log({ results: [{ level: "fatal", message: {} }] }),
      "runs.0.results.0.level",
      "one of",
    ],
    ["a result without message", log({ results: [{}] }), "runs.0.results.0.message", "expected object"],
    [
      "a string in place of a boolean",
      log({ invocations: [{ executionSuccessful: "false" }] }),
      "runs.0.invocations.0.executionSuccessful",
      "expected boolean, received string",
    ],
  ])("%s is refused with the field and the reason", (_what, text, field, reason) => {
    expect(errorOf(text)?.field).toBe(field);
    expect(errorOf(text)?.message).toContain("report.sarif is not a SARIF 2.1.0 log: ");
    expect(errorOf(text)?.message).toContain(reason);
  });

  it("a text that is not JSON is refused", () => {
    expect(errorOf("<sarif/>")?.message).toMatch(/^report\.sarif is not JSON: /);
  });
});

describe("readSarif on generated logs", () => {
  it("every log is read or refused, and its unsuppressed errors are counted", () => {
    const result = fc.record(
      {
        level: fc.constantFrom("none", "note", "warning", "error", "fatal"),
        ruleId: fc.constantFrom("R1", "R2", "R3"),
        ruleIndex: fc.integer({ min: -1, max: 3 }),
        kind: fc.constantFrom("pass", "fail"),
        suppressions: fc.constantFrom(null, [], [{}], [{ status: "rejected" }]),
        message: fc.constantFrom({ text: "x" }, { id: "__proto__" }, {}),
      },
      { requiredKeys: ["message"] },
    );
    fc.assert(
      fc.property(fc.array(result), (results) => {
        const text = log({ results });
        expect(errorOf(text) === undefined).toBe(results.every(({ level }) => level !== "fatal"));
        if (errorOf(text) !== undefined) return;
        const { outcome, errors } = read(text);
        const counted = results.filter(({ level, kind, suppressions }) => {
          const hidden =
            kind === "pass" || (suppressions?.length === 1 && !("status" in (suppressions[0] ?? {})));
          return level === "error" && !hidden;
        });
        expect(outcome.errorCount).toBeGreaterThanOrEqual(counted.length);
        expect(outcome.result === "failure").toBe(errors.length > 0);
      }),
    );
  });

  it("any JSON is read or refused with a clear error", () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, runs) => {
        errorOf(text);
        errorOf(JSON.stringify({ version: "2.1.0", runs }));
        errorOf(JSON.stringify({ version: "2.1.0", runs: [runs] }));
      }),
    );
  });
});
