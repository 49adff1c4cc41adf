import { describe, expect, it } from "vitest";
import { fromText } from "./classify-tool-call.js";

const isError = (tool: string, input: string, output: string) =>
  fromText({ tool, input, output }).facts.isError;

describe("recognising a failure from the text alone", () => {
  it.each([
    ["mcp__browser__click", "### Error\nError: Ref e12 not found in the current page snapshot."],
    ["mcp__browser__open", "### Result\nError: page.goto: net::ERR_CONNECTION_REFUSED"],
    ["mcp__api__query", '{"errors":[{"message":"Cannot query field \\"titel\\"","locations":[]}]}'],
    ["mcp__api__query", '{"data":null,"errors":[{"message":"no such field"}]}'],
    ["mcp__chat__post", '{"ok":false,"error":"channel_not_found"}'],
    ["mcp__chat__post", '{"isError":true,"content":[{"type":"text","text":"it is gone"}]}'],
    ["mcp__notes__get", '{"object":"error","status":404,"code":"object_not_found","message":"No such page"}'],
    ["mcp__api__list", '{"error":{"code":401,"message":"Bad credentials"}}'],
    ["mcp__api__cut", '{"error":{"code":500,"message":"it is cut off in the mid'],
    [
      "mcp__git__file",
      `MCP error -32602: Invalid arguments: [\n${'  {"code":"invalid_type"},\n'.repeat(40)}]`,
    ],
    ["mcp__linear__get", "Entity not found: Issue - Could not find referenced Issue."],
    ["Task", `Agent type 'reviewer' not found. Available agents: ${"general-purpose, ".repeat(40)}`],
    ["apply_patch", "apply_patch verification failed: Failed to find expected lines in a.ts"],
    ["exec_command", "exec_command failed for `/bin/zsh -lc 'npm test'`: CreateProcess { }"],
    [
      "shell",
      "failed in sandbox MacosSeatbelt with execution error: sandbox denied exec error, exit code: 2",
    ],
    ["write_stdin", "write_stdin failed: stdin is closed for this session"],
    ["update_plan", "failed to parse function arguments: missing field `plan`"],
  ])("an answer of %s that is an error is one: %s", (tool, output) => {
    expect(isError(tool, "{}", output)).toBe(true);
  });

  it.each([
    ["npm run build", "Exit code: 1\nWall time: 3.2 seconds\nOutput:\n> build"],
    ["npm run build", "Chunk ID: a1\nWall time: 0.2 seconds\nProcess exited with code 2\nOutput:\n> build"],
    ["npm run build", '{"output":"> build","metadata":{"exit_code":1,"duration_seconds":0.1}}'],
    ["pnpm run lnt", " ERR_PNPM_NO_SCRIPT  Missing script: lnt"],
    ["mvn compile", "[ERROR] Failed to execute goal x: Compilation failure"],
    ["terraform plan", "Planning failed.\n╷\n│ Error: Unsupported argument\n│\n╵"],
    ["sed -i 's/a/b' a.txt", "sed: -e expression #1, char 5: unterminated `s' command"],
  ])("%s failed by what it printed: %s", (input, output) => {
    expect(isError("Bash", input, output)).toBe(true);
  });

  it.each([
    ["Bash", "npm run build", "Exit code: 0\nWall time: 3.2 seconds\nOutput:\nerror handling was built"],
    ["Bash", "ls", '{"output":"error.log","metadata":{"exit_code":0,"duration_seconds":0.1}}'],
    ["Bash", "grep -rn 'unknown flag' src", 'src/cli.go:12: return errors.New("unknown flag: --stat")'],
    ["Bash", "cat docs/errors.md", "# Errors\n\nfatal: not a git repository\nError: no such service"],
    ["Bash", "git log --oneline", "1a2b3c4 Fix error: missing script\n2b3c4d5 Reject unknown option --x"],
    ["Bash", "npm test", "Tests: 12 passed, 12 total\n0 failed"],
    ["Bash", "cargo test", "test result: ok. 4 passed; 0 failed; 0 ignored"],
    [
      "Bash",
      "go test -v ./a",
      "=== RUN   TestA\n    a_test.go:7: got expected error: undefined\n--- PASS: TestA\nok  \ta",
    ],
    ["Bash", "pytest -q", "....\n4 passed, 1 warning in 0.02s"],
    ["Bash", 'git config --get a.b; echo "exit code: $?"', "exit code: 1"],
    ["Bash", "gh run view 3 --log", "build\tError: Process completed with exit code 1."],
    ["Bash", "terraform plan", "No changes. Your infrastructure matches the configuration."],
    [
      "Bash",
      "kubectl logs web",
      "2026-01-02 INFO start\n2026-01-02 ERROR connection refused, retrying\nready\n1\n2\n3\n4",
    ],
    ["Bash", "zap --help", "usage: zap [--fast]\nunknown options are refused"],
    ["mcp__sentry__list", "{}", '{"errors":[{"message":"TypeError in cart"}],"total":1,"page":1}'],
    ["mcp__api__get", "{}", '{"error":null,"data":{"id":1}}'],
    ["mcp__api__get", "{}", '{"errors":[],"data":{"id":1}}'],
    ["mcp__browser__open", "{}", "### Result\nPage opened\n### Page state\n- Console: 2 errors"],
    ["mcp__docs__read", "{}", "# Error handling\n\nError: is what most people see first."],
    ["Read", "a.log", "     1→Error: it failed\n     2→fatal: no"],
    ["Task", "{}", "The review is done. I found two errors: the first is in cart.ts."],
  ])("%s %s only talks of errors or went well: %s", (tool, input, output) => {
    expect(isError(tool, input, output)).not.toBe(true);
  });
});
