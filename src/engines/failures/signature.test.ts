import { describe, expect, it } from "vitest";
import type { Failure } from "./failure.js";
import { signatureOf } from "./signature.js";

const failure = (changes: Partial<Failure> = {}): Failure => ({
  ...{ kind: "misuse", program: "go test", cause: "boom", named: "", suggested: [] },
  ...changes,
});

describe("the signature of a failure", () => {
  it("a signature is the same for another path, number, id and time", () => {
    const one = failure({ cause: "2026-01-02 a/b_test.go:10: got 3 of 0a1b2c3d4e, want 4" });
    const two = failure({ cause: "2026-03-04 c/d_test.go:99: got 7 of 9f8e7d6c5b, want 12" });
    expect(signatureOf("Bash", one)).toBe(signatureOf("Bash", two));
    expect(signatureOf("Bash", one)).toBe("bash go test::misuse::<time> <path>:#: got # of <id>, want #");
  });

  it("a signature differs for another program, tool, kind and message", () => {
    const signatures = [
      signatureOf("Bash", failure()),
      signatureOf("Shell", failure()),
      signatureOf("Bash", failure({ program: "go vet" })),
      signatureOf("Bash", failure({ kind: "work" })),
      signatureOf("Bash", failure({ cause: "no access" })),
    ];
    expect(new Set(signatures).size).toBe(5);
  });

  it("a signature keeps the flag that the cause is about, and drops a path", () => {
    const of = (named: string) => signatureOf("Bash", failure({ cause: "usage: go test", named }));
    expect(of("--stat")).not.toBe(of("--name-only"));
    expect(of("src/a.go")).toBe(of("src/b.go"));
  });

  it.each([
    ["what it proposes", "File does not exist.", "File does not exist. Did you mean app.ts?"],
    [
      "what there is instead",
      "Agent type 'tidy' not found. Available agents: Bash, Explore",
      "Agent type 'tidy' not found. Available agents: Bash, Explore, Plan, team:tidy",
    ],
    ["the file without a folder", "Path does not exist: .eslintrc.json", "Path does not exist: a/b"],
    [
      "how it says that it cannot start",
      "spawn /opt/a/rg ENOENT",
      "ENOENT: no such file or directory, posix_spawn '/b'",
    ],
    [
      "the limit that it names",
      "File content (3MB) exceeds maximum allowed size (2MB)",
      "File content (9 tokens) exceeds maximum allowed tokens (5)",
    ],
    ["how far it is behind", "! [rejected] a -> a (fetch first)", "! [rejected] b -> b (non-fast-forward)"],
  ])("a signature is the same whatever the message says of %s", (_what, one, other) => {
    const of = (cause: string) => signatureOf("Bash", failure({ cause }));
    expect(of(one)).toBe(of(other));
  });

  it("a signature keeps the name behind which there is a list", () => {
    const of = (name: string) =>
      signatureOf("Task", failure({ cause: `Agent type '${name}' not found. Available agents: a` }));
    expect(of("tidy")).not.toBe(of("review"));
    const option = (name: string) => signatureOf("Bash", failure({ cause: `not a valid option: ${name}` }));
    expect(option("--a")).not.toBe(option("--b"));
  });

  it("a signature is the same for all of the agent's tools that change files", () => {
    const of = (tool: string) =>
      signatureOf(tool, failure({ program: tool, kind: "host", cause: "not read" }));
    expect(of("Write")).toBe(of("Edit"));
    expect(of("Read")).not.toBe(of("Edit"));
  });

  it("the signature of a tool's own failure names the tool once", () => {
    expect(signatureOf("Edit", failure({ program: "Edit", kind: "host", cause: "String not found" }))).toBe(
      "edit::host::string not found",
    );
  });
});
