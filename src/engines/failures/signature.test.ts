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

  it("the signature of a tool's own failure names the tool once", () => {
    expect(signatureOf("Edit", failure({ program: "Edit", kind: "host", cause: "String not found" }))).toBe(
      "edit::host::string not found",
    );
  });
});
