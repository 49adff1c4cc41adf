import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateOf } from "./candidates.js";
import { classifyToolCall } from "./classify-tool-call.js";
import type { ToolCall } from "./tool-call.js";

const candidate = (call: ToolCall) => candidateOf(call, classifyToolCall(call));
const bash = (input: string, output: string): ToolCall => ({ tool: "Bash", input, output });

describe("a candidate", () => {
  it.each([
    [
      bash("zap -x", "bash: line 1: zap: command not found"),
      "Bash `zap` was not available: bash: line 1: zap: command not found",
    ],
    [
      bash("cat -A a.ts | sed -n 1,5p", "cat: illegal option -- A"),
      "Bash `cat` failed in part: cat: illegal option -- A",
    ],
    [
      { tool: "Edit", input: "/srv/app/src/a.ts", output: "String to replace not found in file.\nString: b" },
      "Edit `src/a.ts` failed: String to replace not found in file.",
    ],
    [
      bash(
        "git push --force",
        "The user doesn't want to proceed with this tool use. To tell you how, the user said:\nnever force",
      ),
      "Bash `git push` was refused by a person: never force",
    ],
    [
      bash("rm a", "PreToolUse:Bash hook error: keep a"),
      "Bash `rm` was blocked: PreToolUse:Bash hook error: keep a",
    ],
  ])("the candidate of the call %j has its text", (call, text) => {
    expect(candidate(call)?.text).toBe(text);
  });

  it.each([
    ["a success", bash("ls", "a b")],
    [
      "nothing to do",
      { ...bash("git commit -m x", "nothing to commit, working tree clean"), facts: { exitCode: 1 } },
    ],
    [
      "a call that was never started",
      { tool: "Edit", input: "a", output: "Sibling tool call errored", facts: { isError: true } },
    ],
    [
      "a refusal without a reason",
      bash("git push", "The user doesn't want to proceed with this tool use. The tool use was rejected."),
    ],
    ["a failure without a word", { ...bash("ls", "---\n---"), facts: { exitCode: 1 } }],
  ] satisfies [string, ToolCall][])("no candidate is made of %s", (_what, call) => {
    expect(candidate(call)).toBeUndefined();
  });

  it.each([
    ["a failed test", bash("npm test", "Tests: 1 failed\nError: expected 1, got 2")],
    ["code that does not compile", bash("go build ./...", "# a/b\na/b.go:3:2: undefined: c")],
    ["a finding of a linter", bash("mise run lint", "[lint] a.go:1:2: unused (x)\n[lint] 1 issues:")],
    ["a failed test behind a pipe", bash("go test ./... | tail", "--- FAIL: TestA (0.1s)\nFAIL")],
  ] satisfies [string, ToolCall][])("the candidate of %s is about work", (_what, call) => {
    expect(candidate(call)?.failure.kind).toBe("work");
  });

  it("a candidate is one safe line of at most 280 characters, whatever was printed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (input, output) => {
        const made = candidateOf(
          { tool: "Bash", input, output: `fatal: ${output}`, facts: { exitCode: 1 } },
          {
            result: "failure",
            by: "host",
            because: "exit code 1",
          },
        );
        expect([...(made?.text ?? "")].length).toBeLessThanOrEqual(280);
        expect(made?.text ?? "").not.toMatch(/[\p{Cc}\p{Cf}]|<!--|```/u);
      }),
    );
  });

  it("a candidate names its tool and how its result was determined", () => {
    const call = {
      ...bash("make it", "make: *** No rule to make target 'it'.  Stop."),
      facts: { exitCode: 2 },
    };
    expect(candidate(call)?.source).toEqual({ tool: "Bash", by: "host" });
  });
});

describe("a candidate of a wrapped command", () => {
  it.each([
    ["timeout -s KILL 30 npm publish", "Bash `npm publish` failed: boom"],
    ["nice -n 5 make all", "Bash `make all` failed: boom"],
    ["sudo -u postgres psql -f schema.sql", "Bash `psql` failed: boom"],
    ["bash -lc 'npm publish'", "Bash `npm publish` failed: boom"],
  ])("the candidate of %s names the program behind the wrapper", (input, text) => {
    expect(candidate({ tool: "Bash", input, output: "boom", facts: { exitCode: 1 } })?.text).toBe(text);
  });

  it("two programs under the same wrapper have two signatures", () => {
    const of = (input: string) => candidate({ ...bash(input, "boom"), facts: { exitCode: 1 } })?.signature;
    expect(of("nice -n 5 make")).not.toBe(of("nice -n 5 psql"));
    expect(of("nice -n 5 make")).toBe(of("make"));
  });
});
