import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidateOf, foldCandidates, signatureOf, withFix } from "./candidates.js";
import { classifyToolCall } from "./classify-tool-call.js";
import type { ToolCall } from "./tool-call.js";

const candidate = (call: ToolCall) => candidateOf(call, classifyToolCall(call));
const bash = (input: string, output: string): ToolCall => ({ tool: "Bash", input, output });

describe("a candidate", () => {
  it.each([
    [
      bash("npm test", "Tests: 1 failed\nError: expected 1, got 2"),
      "Bash `npm test` failed: Tests: 1 failed",
    ],
    [
      bash("go build ./...", "# a/b\na/b.go:3:2: undefined: c"),
      "Bash `go build` failed: a/b.go:3:2: undefined: c",
    ],
    [
      bash("mise run lint", "[lint] a.go:1:2: unused (x)\n[lint] 1 issues:"),
      "Bash `mise run lint` failed: a.go:1:2: unused (x)",
    ],
    [
      bash("zap -x", "bash: line 1: zap: command not found"),
      "Bash `zap` was not available: bash: line 1: zap: command not found",
    ],
    [
      bash("go test ./... | tail", "--- FAIL: TestA (0.1s)\nFAIL"),
      "Bash `go test` failed in part: --- FAIL: TestA (0.1s)",
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
      bash("git push", "The user doesn't want to proceed with this tool use. The tool use was rejected."),
      "Bash `git push` was refused by a person: no reason given",
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
    ["a failure without a word", { ...bash("ls", "---\n---"), facts: { exitCode: 1 } }],
  ] satisfies [string, ToolCall][])("no candidate is made of %s", (_what, call) => {
    expect(candidate(call)).toBeUndefined();
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
    const call = { ...bash("make", "make: *** [all] Error 2"), facts: { exitCode: 2 } };
    expect(candidate(call)?.source).toEqual({ tool: "Bash", by: "host" });
  });
});

describe("a candidate of a wrapped command", () => {
  it.each([
    ["timeout -s KILL 30 npm test", "Bash `npm test` failed: boom"],
    ["nice -n 5 make all", "Bash `make all` failed: boom"],
    ["sudo -u postgres psql -f schema.sql", "Bash `psql` failed: boom"],
    ["bash -lc 'npm test'", "Bash `npm test` failed: boom"],
  ])("the candidate of %s names the program behind the wrapper", (input, text) => {
    expect(candidate({ tool: "Bash", input, output: "boom", facts: { exitCode: 1 } })?.text).toBe(text);
  });

  it("two programs under the same wrapper have two signatures", () => {
    const of = (input: string) => signatureOf(bash(input, "boom"));
    expect(of("nice -n 5 make")).not.toBe(of("nice -n 5 psql"));
    expect(of("nice -n 5 make")).toBe(of("make"));
  });
});

describe("a signature of a failure", () => {
  it("a signature is the same for another path, number, id and time", () => {
    const one = bash("go test ./a", "2026-01-02 a/b_test.go:10: got 3 of 0a1b2c3d4e, want 4");
    const two = bash("go test ./c -v", "2026-03-04 c/d_test.go:99: got 7 of 9f8e7d6c5b, want 12");
    expect(signatureOf(one)).toBe(signatureOf(two));
    expect(signatureOf(one)).toBe("bash go test::unknown::<time> <path>:#: got # of <id>, want #");
  });

  it("a signature differs for another program, tool and message", () => {
    const signatures = [
      signatureOf(bash("git push", "fatal: no upstream")),
      signatureOf(bash("git pull", "fatal: no upstream")),
      signatureOf(bash("git push", "fatal: no access")),
      signatureOf({ tool: "Edit", input: "git push", output: "fatal: no upstream" }),
    ];
    expect(new Set(signatures).size).toBe(4);
  });

  it("a signature names the type of error where the line states it", () => {
    expect(signatureOf(bash("git merge b", "CONFLICT (content): Merge conflict in a/b.ts"))).toContain(
      "::conflict::",
    );
  });
});

describe("a fix", () => {
  const failed = bash("npm run test -- src/auth", "Error: no such script");
  const made = { text: "t", signature: "s", source: { tool: "Bash", by: "text" as const } };
  const how = (call: ToolCall) => classifyToolCall(call);

  it.each([
    ["a similar input that works", bash("npm test -- src/auth", "ok"), "npm test -- src/auth"],
    ["the same input that works", bash("npm run test -- src/auth", "ok"), undefined],
    ["a similar input that fails", bash("npm test -- src/auth", "Error: no such script"), undefined],
    ["another thing", bash("git status", "ok"), undefined],
    ["another tool", { tool: "Read", input: "npm test -- src/auth", output: "ok" }, undefined],
  ])("a failure gets a fix, or none, as expected from %s", (_what, later, fixedBy) => {
    expect(withFix(made, failed, later, how(later)).fixedBy).toBe(fixedBy);
  });

  it("the fix of a failure is the first call that works", () => {
    const later = bash("npm test -- src/auth", "ok");
    expect(withFix({ ...made, fixedBy: "x" }, failed, later, how(later)).fixedBy).toBe("x");
  });
});

describe("the candidates of a phase", () => {
  const made = (signature: string, text: string, fixedBy?: string) => ({
    ...{ signature, text, source: { tool: "Bash", by: "host" as const } },
    ...(fixedBy === undefined ? {} : { fixedBy }),
  });

  it("candidates of one signature are folded into one, with the newest text and a fix that was found", () => {
    const folded = foldCandidates([made("b", "1"), made("a", "2", "fix"), made("a", "3"), made("c", "4")]);
    expect(folded.map(({ signature, count, text }) => [signature, count, text])).toEqual([
      ["a", 2, "3"],
      ["b", 1, "1"],
      ["c", 1, "4"],
    ]);
    expect(folded[0]?.fixedBy).toBe("fix");
    expect(folded[1]).not.toHaveProperty("fixedBy");
  });

  it("folding loses no candidate from the count", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c")), (signatures) => {
        const folded = foldCandidates(signatures.map((signature) => made(signature, "t")));
        expect(folded.reduce((sum, { count }) => sum + count, 0)).toBe(signatures.length);
      }),
    );
  });
});
