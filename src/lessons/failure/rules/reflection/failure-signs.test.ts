import { describe, expect, it } from "vitest";
import { decidingPrograms } from "../../../../reading/shell/outcome.js";
import { failureShownBy, isLabelledFor } from "./failure-signs.js";

const shown = (command: string, lines: readonly string[], askedForHelp = false) => {
  const [program] = decidingPrograms(command).deciding;
  if (program === undefined) throw new Error(`no program in ${command}`);
  return failureShownBy(program, lines, askedForHelp);
};
const work = ["so far", "so good", "and on", "and on"];

describe("lines that show a failure, whatever the program", () => {
  it.each([
    "FAIL src/a.test.ts",
    "--- FAIL: TestB (0.00s)",
    "FAILED (failures=1)",
    "BUILD FAILURE",
    "FAILURE: Build failed with an exception.",
    "ERROR in ./src/index.js",
    '✘ [ERROR] Could not resolve "b"',
    "[ERROR] Failed to execute goal x",
    "lint\tfail\t3s",
    "Tests: 1 failed, 8 passed, 9 total",
    " Test Files  1 failed | 2 passed (3)",
    "=========== 2 failed, 10 passed in 0.32s ===========",
    "7 examples, 2 failures",
    "[INFO] Tests run: 5, Failures: 1, Errors: 0",
    "# fail 1",
    "1 issues:",
    "✖ 3 problems (2 errors, 1 warning)",
    "Found 4 errors.",
    "3 files inspected, 2 offenses detected",
    "a.c:3:5: error: expected ';' before 'b'",
    "./a.go:3:2: undefined: b",
    "a.go:9:1: missing return",
    "src/a.ts(3,5): error TS2304: Cannot find name 'b'.",
    "error[E0425]: cannot find value `b` in this scope",
    "fatal error: all goroutines are asleep - deadlock!",
    "panic: runtime error: index out of range",
    "Traceback (most recent call last):",
    "Uncaught TypeError: x is not a function",
    "SyntaxError: Export named 'a' not found in module 'b'.",
    "unknown flag: --fast",
    "usage: zap [--fast]",
  ])("%s", (line) => {
    expect(shown("zap now", [...work, line, ...work])).toBeDefined();
    expect(shown("cat log", [...work, line, ...work])).toBeUndefined();
  });

  it.each([
    "0 failed, 12 passed",
    "Tests: 9 passed, 9 total",
    "test result: ok. 4 passed; 0 failed; 0 ignored",
    "✖ 3 problems (0 errors, 3 warnings)",
    "Found 0 errors.",
    "a.c:3:5: warning: unused variable 'b'",
    "    cart_test.go:277: Got expected error: undefined",
    "retrying after an earlier panic",
    "Process exited with code 0",
  ])("but not: %s", (line) => {
    expect(shown("zap now", [...work, line, ...work])).toBeUndefined();
  });

  it("a report that nothing failed speaks for the errors that were logged before it", () => {
    const logged = ["error: the upload was refused", "2 failed"];
    expect(shown("npm test", [...logged, " 8 pass", " 0 fail", "Ran 8 tests"])).toBeUndefined();
    expect(shown("npm test", [...logged, " 7 pass", " 1 fail", "Ran 8 tests"])).toBe("a count of failures");
  });

  it("a program complains under its own name, or that of what was to run it", () => {
    expect(shown("cat a", ["cat: a: No such file or directory"])).toBe("a program's own message");
    expect(shown("cat a", ["dog: a: No such file or directory"])).toBeUndefined();
    expect(shown("npm run x", ["npm error Missing script"])).toBe("a program's own message");
    expect(shown("sudo -u x cat a", ["sudo: cat: command not found"])).toBe("a program's own message");
  });

  it("what a program shows is an error only if it begins so", () => {
    expect(shown("git show x", ["fatal: bad revision 'x'"])).toBeDefined();
    expect(shown("git show x", ["commit 1a2b3c4", "fatal: gone"])).toBeUndefined();
  });

  it("a complaint is read where it stands alone or last, and not in quotations, paths and data", () => {
    expect(shown("zap now", ["the bucket", ...work, "imports b: import cycle not allowed"])).toBeDefined();
    expect(shown("zap now", ["cannot find the session"])).toBeDefined();
    expect(shown("git switch x", ["Switched to branch 'fix-missing-value'"])).toBeUndefined();
    expect(shown("zap now", [...work, '{"state":"failed"}'])).toBeUndefined();
    expect(shown("zap now", ["WORKTREE  STATUS   ELAPSED", "main      working  3s"])).toBeUndefined();
  });

  it("a help text mentions errors and usage", () => {
    const help = ["usage: zap [--fast]", "unknown options are refused"];
    expect(shown("zap --help", help, true)).toBeUndefined();
    expect(shown("zap x --help", ['Error: unknown command "x" for "zap"', ...help], true)).toBeDefined();
  });
});

it("a line is of the task that its label names", () => {
  const [lint, test] = decidingPrograms("mise run lint:go && npm test").deciding;
  if (lint === undefined || test === undefined) throw new Error("two programs were expected");
  expect(isLabelledFor(lint, "[lint:go] 1 issues:")).toBe(true);
  expect(isLabelledFor(test, "[lint:go] 1 issues:")).toBe(false);
  expect(isLabelledFor(test, "[ERROR] it broke")).toBe(false);
});
