import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyToolCall } from "./classify-tool-call.js";
import {
  type HostFacts,
  isBad,
  type ReflectionResult,
  reflectionResults,
  type ToolCall,
} from "./tool-call.js";

type Facts = readonly [string, HostFacts, Partial<ToolCall>, ReflectionResult, "host" | "text"];

const withFacts: readonly Facts[] = [
  ["exit code 0", { exitCode: 0 }, { output: "FAIL\n--- FAIL: TestA" }, "success", "host"],
  ["exit code 1", { exitCode: 1 }, { output: "all fine" }, "failure", "host"],
  ["exit code 2 with a clean summary", { exitCode: 2 }, { output: "0 failed, 12 passed" }, "failure", "host"],
  ["a negative code", { exitCode: -1 }, {}, "failure", "host"],
  ["exit code 127", { exitCode: 127 }, {}, "inapplicable", "host"],
  ["an error flag", { isError: true }, { output: "done" }, "failure", "host"],
  ["no error flag", { isError: false }, { output: "Error: it says so" }, "success", "host"],
  ["an error flag beside code 0", { isError: true, exitCode: 0 }, {}, "failure", "host"],
  ["refused", { rejected: true, isError: true }, { output: "ok" }, "blocked", "host"],
  ["refused beats an exit code", { rejected: true, exitCode: 137 }, {}, "blocked", "host"],
  ["stopped by a hook", { hookBlocked: true }, { output: "ok" }, "blocked", "host"],
  ["interrupted", { interrupted: true }, { output: "half of it" }, "blocked", "host"],
  ["nothing said", { rejected: false, interrupted: false }, { output: "ok" }, "success", "text"],
  [
    "no fields at all",
    {},
    { input: "npm ci", output: "bash: line 1: npm: command not found" },
    "inapplicable",
    "text",
  ],
  [
    "an error that a hook wrote",
    { isError: true },
    { output: "PreToolUse:Bash hook error: no pushing" },
    "blocked",
    "text",
  ],
  [
    "an error for want of the tool",
    { isError: true },
    { output: "No such tool available: Zap" },
    "inapplicable",
    "text",
  ],
  [
    "nothing to commit, flagged",
    { exitCode: 1 },
    { input: "git commit -m x", output: "nothing to commit, working tree clean" },
    "failure",
    "host",
  ],
  [
    "nothing to push",
    { exitCode: 0 },
    { input: "git push", output: "Everything up-to-date" },
    "skipped",
    "text",
  ],
  [
    "a failure lost in a pipe",
    { exitCode: 0 },
    { input: "npm test 2>&1 | tail -3", output: "Tests: 2 failed, 3 passed, 5 total" },
    "partial",
    "text",
  ],
  ["no match", { exitCode: 1 }, { input: "grep -n needle hay.txt", output: "" }, "skipped", "host"],
  [
    "no match behind a folder",
    { exitCode: 1 },
    { input: "cd docs && rg needle", output: "" },
    "skipped",
    "host",
  ],
  [
    "no match, but the folder is missing",
    { exitCode: 1 },
    { input: "cd docs && rg needle", output: "bash: line 1: cd: docs: No such file or directory" },
    "failure",
    "host",
  ],
  [
    "no match that the host calls an error",
    { exitCode: 1, isError: true },
    { input: "grep needle hay.txt", output: "" },
    "failure",
    "host",
  ],
];

type Shell = readonly [string, string, ReflectionResult];

const shell: readonly Shell[] = [
  // What hosts put around an output.
  ["ls", "Exit code 2\nls: nowhere: No such file or directory", "failure"],
  ["ls", "Error: Exit code 3\noops", "failure"],
  ["true", "Exit code: 0\nWall time: 0.1 seconds\nOutput:\nok", "success"],
  ["zap", "Exit code 127\nzap: not here", "inapplicable"],
  ["make", "Command: make\nDirectory: (root)\nOutput: (empty)\nExit Code: 2", "failure"],
  ["make", "Command: make\nOutput: done\nExit Code: 0", "success"],
  ["x", "Chunk ID: 1\nProcess exited with code 4\nOutput:\nhm", "failure"],
  ['./check.sh; echo "Exit code: $?"', "checked\nExit code: 1", "success"],
  // Test runners.
  ["npm test", "0 failed, 12 passed", "success"],
  ["npm test", "Result: 3 failed, 10 passed", "failure"],
  ["npm test", "Result: 0 failed, 10 passed", "success"],
  ["./deploy.sh", "error: none", "success"],
  ["./deploy.sh", "errors: 0", "success"],
  ["npx vitest run", " Test Files  3 passed (3)\n      Tests  41 passed (41)", "success"],
  [
    "npx vitest run",
    " Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 39 passed (41)",
    "failure",
  ],
  ["npx jest", "Tests:       1 failed, 8 passed, 9 total", "failure"],
  ["npx jest", "Tests:       9 passed, 9 total\nSnapshots:   0 total", "success"],
  ["pytest -q", "=========== 2 failed, 10 passed in 0.32s ===========", "failure"],
  ["pytest -q", "=========== 12 passed, 1 warning in 0.32s ===========", "success"],
  ["python -m pytest", "1 failed, 3 passed in 0.10s", "failure"],
  [
    "go test ./...",
    "ok  \texample.org/a\t0.2s\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\texample.org/b\t0.1s",
    "failure",
  ],
  ["go test ./...", "ok  \texample.org/a\t0.2s\n?   \texample.org/b\t[no test files]", "success"],
  ["cargo test", "test result: FAILED. 3 passed; 1 failed; 0 ignored", "failure"],
  ["cargo test", "test result: ok. 4 passed; 0 failed; 0 ignored", "success"],
  ["node --test", "# tests 3\n# pass 2\n# fail 1", "failure"],
  ["node --test", "# tests 3\n# pass 3\n# fail 0", "success"],
  ["mvn test", "[INFO] Tests run: 5, Failures: 1, Errors: 0", "failure"],
  ["bundle exec rspec", "7 examples, 2 failures", "failure"],
  ["bundle exec rspec", "7 examples, 0 failures", "success"],
  ["python -m unittest", "Ran 3 tests in 0.01s\n\nFAILED (failures=1)", "failure"],
  ["npx mocha", "  4 passing (12ms)\n  1 failing", "failure"],
  // Compilers, linters and task runners.
  ["npx tsc --noEmit", "src/a.ts(3,5): error TS2304: Cannot find name 'b'.", "failure"],
  ["go build ./...", "# example.org/a\n./a.go:3:2: undefined: b", "failure"],
  [
    "cargo build",
    "error[E0425]: cannot find value `b` in this scope\nerror: could not compile `a` (lib)",
    "failure",
  ],
  ["gcc a.c", "a.c:3:5: error: expected ';' before 'b'", "failure"],
  ["gcc a.c", "a.c:3:5: warning: unused variable 'b'", "success"],
  [
    "golangci-lint run",
    "a.go:1:2: return value is not checked (errcheck)\n1 issues:\n* errcheck: 1",
    "failure",
  ],
  ["golangci-lint run", "0 issues.", "success"],
  ["npx eslint src", "✖ 3 problems (2 errors, 1 warning)", "failure"],
  ["npx eslint src", "✖ 3 problems (0 errors, 3 warnings)", "success"],
  ["ruff check .", "Found 4 errors.", "failure"],
  ["mypy .", "Success: no issues found in 3 source files", "success"],
  ["npm run build", "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1", "failure"],
  ["make all", "make: *** [all] Error 2", "failure"],
  ["mise run lint", "[lint] $ golint\n[lint] ERROR task failed", "failure"],
  ["./gradlew build", "FAILURE: Build failed with an exception.", "failure"],
  ["docker build .", "Error response from daemon: no such image", "failure"],
  // Interpreters.
  [
    "python job.py",
    "Traceback (most recent call last):\n  File \"job.py\", line 1\nKeyError: 'a'",
    "failure",
  ],
  [
    "node job.js",
    "node:internal/modules/cjs/loader:1\n  throw err;\n\nError: Cannot find module 'x'\n\nNode.js v20.1.0",
    "failure",
  ],
  ["node job.js", "retrying after an earlier TypeError: no\ndone", "success"],
  ["go run .", "panic: runtime error: index out of range\n\ngoroutine 1 [running]:", "failure"],
  ["./deploy.sh", "copying\n✗ the bucket is missing", "failure"],
  ["some-tool run", "Error: unknown flag: --fast", "failure"],
  ["some-tool --help", "usage: some-tool [--fast]", "success"],
  // The shell and its programs.
  ["zap --now", "bash: line 1: zap: command not found", "inapplicable"],
  ["zap --now", "(eval):1: command not found: zap", "inapplicable"],
  ["zap --now", "sh: 1: zap: not found", "inapplicable"],
  ["./run.sh", "zsh: permission denied: ./run.sh", "failure"],
  ['echo "see `zap`"', "(eval):1: command not found: zap\nsee", "success"],
  ["cd nowhere && ls", "bash: line 1: cd: nowhere: No such file or directory", "failure"],
  ["ls *.nope", "zsh: no matches found: *.nope", "failure"],
  ["echo 'a", "bash: -c: line 1: unexpected EOF while looking for matching `''", "failure"],
  ["cat a.log", "Error: this is in the log\nFAIL", "success"],
  ["cat a.log", "cat: a.log: No such file or directory", "failure"],
  ["rm -r old", "rm: old: No such file or directory", "failure"],
  ["grep -rn FAIL src", 'src/a.go:3: t.Error("FAIL")', "success"],
  ["tail -20 build.log", "make: *** [all] Error 2", "success"],
  ["curl -s localhost:1", "curl: (7) Failed to connect to localhost port 1", "failure"],
  ["curl -s localhost:1/log", "Traceback (most recent call last):", "success"],
  // git and gh.
  [
    "git push",
    "To example.org:a.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs",
    "failure",
  ],
  ["git checkout nope", "error: pathspec 'nope' did not match any file(s) known to git", "failure"],
  ["git log", "fatal: not a git repository (or any of the parent directories): .git", "failure"],
  ["git merge b", "Auto-merging a\nCONFLICT (content): Merge conflict in a", "failure"],
  ["git show HEAD", "commit 1234567\n\n    fix: error when the build fails\n+fatal: gone", "success"],
  ["git diff", "+panic: not here\n-FAIL", "success"],
  ["git commit -m x", "On branch main\nnothing to commit, working tree clean", "skipped"],
  [
    "git commit -m x && git status",
    "[main 1a2b3c4] x\n 1 file changed\nOn branch main\nnothing to commit, working tree clean",
    "success",
  ],
  ["git status", "On branch main\nnothing to commit, working tree clean", "success"],
  ["git pull", "Already up to date.", "skipped"],
  ["npm install", "up to date, audited 3 packages in 1s", "skipped"],
  ["gh pr checks 3", "lint\tfail\t3s\thttps://example.org/1", "failure"],
  ["gh api repos/a/b", "gh: Not Found (HTTP 404)", "failure"],
  // What a command hides from its host.
  ["npm test | tail -5", "Tests: 1 failed, 2 passed, 3 total", "partial"],
  ["npm test || true", "Tests: 1 failed, 2 passed, 3 total", "partial"],
  ["npm test; echo done", "Tests: 1 failed, 2 passed, 3 total\ndone", "partial"],
  ["set -o pipefail; npm test | tail -5", "Tests: 1 failed, 2 passed, 3 total", "failure"],
  ["npm run lint && npm test | tail -5", "Tests: 1 failed, 2 passed, 3 total", "partial"],
  // Which of two programs spoke is not known: the last one that does not only print.
  ["npm run lint && npm test | tail -5", "✖ 1 problem (1 error, 0 warnings)", "partial"],
  ["mise run lint && npm test | tail -5", "[lint] ✖ 1 problem (1 error, 0 warnings)", "failure"],
  ["go test ./... 2>&1 | grep FAIL", "FAIL\texample.org/a\t0.1s", "partial"],
];

type Other = readonly [string, string, ReflectionResult];

const others: readonly Other[] = [
  ["Task", "Two endpoints are done; the remaining work is blocked on the schema migration.", "partial"],
  ["Task", "Nothing is blocked on the schema any more; all endpoints are done.", "success"],
  ["Read", "     1→Error: this is the content of a file\n     2→fatal: so is this", "success"],
  ["Read", "Error handling\n\nHow this program deals with errors.\n".repeat(20), "success"],
  ["Read", "File does not exist.", "failure"],
  ["read_file", "File not found: notes.md", "failure"],
  ["Read", "EISDIR: illegal operation on a directory, read", "failure"],
  ["Read", "<tool_use_error>File is unreadable</tool_use_error>", "failure"],
  ["Edit", "The file src/a.ts has been updated.", "success"],
  ["Edit", "File has not been read yet. Read it first before writing to it.", "failure"],
  ["Edit", "String to replace not found in file.\nString: return 1;", "failure"],
  ["Edit", "Found 3 matches of the string to replace, but replace_all is false.", "failure"],
  ["Edit", "No changes to make: both texts are the same.", "failure"],
  ["Write", "File created successfully at: docs/errors.md", "success"],
  ["apply_patch", "apply_patch verification failed: no such lines", "failure"],
  ["Grep", "src/a.ts:3: throw new Error('not found')", "success"],
  ["Grep", "No matches found", "skipped"],
  ["Glob", "No files found", "skipped"],
  ["Grep", "Path does not exist: lib", "failure"],
  ["WebFetch", "Request failed with status code 404", "failure"],
  ["WebFetch", "The page explains what a 404 error is.", "success"],
  ["Task", "Agent type 'gardener' not found. Available agents: coder", "failure"],
  ["Task", "I found the failing test and fixed the error.", "success"],
  ["mcp__tracker__create", '{"id":"A-1","title":"error in the build"}', "success"],
  ["mcp__tracker__create", "MCP error -32602: Invalid params", "failure"],
  ["mcp__tracker__create", "Argument Validation Error", "failure"],
  ["mcp__tracker__import", "3 of 5 records were imported", "partial"],
  ["mcp__tracker__import", "5 of 5 records were imported", "success"],
  ["mcp__tracker__import", "Showing 3 of 5 results", "success"],
  ["Task", "Partially done: 3 of 5 files were migrated, the rest remain.", "partial"],
  ["Task", "Completed 3 of 5 steps; remaining work left", "partial"],
  ["Task", "Completed 5 of 5 steps", "success"],
  ["mcp__tracker__import", "5 of 5 records were imported", "success"],
  ["mcp__tracker__import", "4 succeeded, 1 failed", "partial"],
  ["Bash", "The user doesn't want to proceed with this tool use. The tool use was rejected.", "blocked"],
  ["Edit", "[Request interrupted by user for tool use]", "blocked"],
  ["shell", "exec command rejected by user", "blocked"],
  ["bash", "The user rejected permission to use this specific tool call.", "blocked"],
  ["Bash", "PreToolUse:Bash hook error: [node guard.mjs]: no force pushes", "blocked"],
  ["Bash", "Command blocked by PreToolUse hook: no force pushes", "blocked"],
  ["Bash", "Permission to use Bash with command rm -rf / has been denied.", "blocked"],
  ["WebFetch", "Assistant requested permissions to use WebFetch, but you haven't granted it yet.", "blocked"],
  ["Edit", "Sibling tool call errored", "skipped"],
  ["Zap", "No such tool available: Zap", "inapplicable"],
  ["ExitPlanMode", "You are not in plan mode.", "inapplicable"],
  ["Read", "     1→The user doesn't want to proceed with this tool use.", "success"],
];

const call = (more: Partial<ToolCall>): ToolCall => ({ tool: "Bash", input: "work", output: "", ...more });

describe("a call with the host's facts", () => {
  it.each(withFacts)("a call with %s is classified by its facts", (_what, facts, more, result, by) => {
    expect(classifyToolCall(call({ ...more, facts }))).toMatchObject({ result, by });
  });
});

describe("exit code 1 without an error flag", () => {
  it.each([
    ["grep a b", "skipped"],
    ["cat a | grep -c b", "skipped"],
    ["git grep a", "skipped"],
    ["test -f a", "skipped"],
    ["diff a b", "success"],
    ["cd src && cmp a b", "success"],
    ["git diff --quiet", "success"],
    ["test -f a", "skipped"],
    ["sudo -u root grep a b", "skipped"],
    ["bash -lc 'cd x && grep a b'", "skipped"],
    ["grep a b && make", "failure"],
    ["make", "failure"],
    ["", "failure"],
  ])("exit code 1 of %j is a %s", (input, result) => {
    expect(classifyToolCall(call({ input, facts: { exitCode: 1 } })).result).toBe(result);
  });
});

describe("a shell command by its text", () => {
  it.each(shell)("the command %j that prints %j is a %s", (input, output, result) => {
    expect(classifyToolCall(call({ input, output }))).toMatchObject({ result, by: "text" });
  });
});

describe("another tool by its text", () => {
  it.each(others)("the tool %s that answers %j is a %s", (tool, output, result) => {
    expect(classifyToolCall(call({ tool, input: "src/a.ts", output }))).toMatchObject({ result, by: "text" });
  });
});

it("the cases cover every result, and there are enough of them", () => {
  const all = [
    ...withFacts.map(([, , , result]) => result),
    ...shell.map(([, , r]) => r),
    ...others.map(([, , r]) => r),
  ];
  expect(new Set(all)).toEqual(new Set(reflectionResults));
  expect(all.length).toBeGreaterThanOrEqual(120);
});

const said = [...shell.map(([, output]) => output), ...others.map(([, output]) => output)];
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...said));
const inputs = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...shell.map(([input]) => input)));
const tools = fc.constantFrom("Bash", "Read", "Edit", "Grep", "WebFetch", "mcp__a__b", "");
const calls = fc.record({ tool: tools, input: inputs, output: texts });

describe("whatever the text", () => {
  it("any text is classified, with a reason", () => {
    fc.assert(
      fc.property(calls, (each) => {
        const { result, because } = classifyToolCall(each);
        expect(reflectionResults).toContain(result);
        expect(because).not.toBe("");
      }),
      { numRuns: 1_000 },
    );
  });

  it("a text never changes the side that the host's facts are on", () => {
    const good = fc.constantFrom<HostFacts>(
      { exitCode: 0 },
      { isError: false },
      { isError: false, exitCode: 0 },
    );
    const bad = fc.constantFrom<HostFacts>(
      { exitCode: 2 },
      { isError: true },
      { rejected: true },
      { hookBlocked: true },
    );
    fc.assert(
      fc.property(calls, good, bad, (each, well, badly) => {
        expect(isBad(classifyToolCall({ ...each, facts: well }).result)).toBe(false);
        expect(isBad(classifyToolCall({ ...each, facts: badly }).result)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("a summary without failures is a success, with any counts", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (passed, seconds) => {
        const output = `0 failed, ${passed} passed in ${seconds}s`;
        expect(classifyToolCall(call({ input: "npm test", output })).result).toBe("success");
      }),
    );
  });

  it("the start and the end of a long output are read", () => {
    const noise = "a line that says nothing\n".repeat(40_000);
    expect(classifyToolCall(call({ input: "go test ./...", output: `${noise}FAIL\n` })).result).toBe(
      "failure",
    );
    expect(classifyToolCall(call({ input: "make", output: `make: *** [a] Error 1\n${noise}` })).result).toBe(
      "failure",
    );
  });

  it.each([
    ["brackets", "(".repeat(1_000_000)],
    ["quotes", "'\"`$(".repeat(200_000)],
    ["semicolons", "a;".repeat(500_000)],
    ["pipes and breaks", "a |\n".repeat(250_000)],
    ["spaces", " ".repeat(1_000_000)],
    ["failures", "FAIL: error TS2304\n".repeat(50_000)],
    ["words", "error ".repeat(160_000)],
  ])("a megabyte of %s is classified, as input and as output", (_what, text) => {
    expect(reflectionResults).toContain(classifyToolCall(call({ input: text, output: text })).result);
    expect(reflectionResults).toContain(
      classifyToolCall(call({ tool: "mcp__a__b", input: text, output: text })).result,
    );
  });
});
