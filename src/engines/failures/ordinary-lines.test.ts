import { describe, expect, it } from "vitest";
import { mayStateCause, nonCauseLines } from "./ordinary-lines.js";

const ordinary = [
  "Exit code 2",
  "FAIL src/a 3.2s",
  "mise ERROR task failed",
  "exit status 1",
  "1 issues:",
  "=== RUN   TestA",
  "$ golint ./...",
  "> app@1.0.0 test",
  "npm ERR! code ELIFECYCLE",
  "make: *** [all] Error 2",
  "---",
  "### Error",
  "src/a.go:1: : # example.org/a [example.org/a.test]",
  "PASS src/a.test.ts",
  "ok 1 - adds",
  "    at main (src/a.js:3:5)",
  '  File "src/a.py", line 3, in main',
  "goroutine 1 [running]:",
  "\tsrc/a.go:9 +0x1d",
  "hint: use -f",
  "2026-01-02 10:11:12 INFO started",
  "[INFO] started",
  "warning: it is old",
  "(node:12) ExperimentalWarning: it is new",
  "npm error",
  "Usage: zap [flags]",
  "      --color string",
  "Rebasing (1/4)",
  "From github.com:acme/shop",
  "* goconst: 1",
  "[main 1a2b3c4] wip",
  " 2 files changed, 3 insertions(+)",
  "[ERROR] Failed to execute goal x",
  "[ERROR] Tests run: 2, Failures: 1",
  " ELIFECYCLE  Command failed with exit code 1.",
  "[warn] Code style issues found in the above file.",
  "rake aborted!",
  "collect2: error: ld returned 1 exit status",
  "Oops! Something went wrong! :(",
  "- hook id: ruff",
];

const telling = [
  "Error: it is missing",
  "FAIL: the bucket is missing",
  "make: *** No rule to make target 'it'.  Stop.",
  "[ERROR] CartTest.addsUp:14 expected: <4> but was: <3>",
  "ok: not found",
  'npm error Missing script: "tset"',
];

describe("lines that never state a cause", () => {
  it.each(ordinary)("the line %j states no cause", (line) => {
    expect(mayStateCause(line)).toBe(false);
  });

  it.each(telling)("the line %j may state a cause", (line) => {
    expect(mayStateCause(line)).toBe(true);
  });

  it("every pattern has an example here", () => {
    expect(nonCauseLines.filter((pattern) => !ordinary.some((line) => pattern.test(line)))).toEqual([]);
  });
});
