import { describe, expect, it } from "vitest";
import { knownFailure } from "./known-failure.js";
import type { FailedCall } from "./remedy.js";
import { remedyIn } from "./remedy-in.js";
import { secondTry } from "./shell-remedy.js";

const bash = (input: string, changes: Partial<FailedCall> = {}): FailedCall => ({
  ...{ tool: "Bash", input, kind: "misuse", program: "", cause: "", named: "", suggested: [] },
  ...changes,
});
const later = (input: string, tool = "Bash") => ({ tool, input });

describe("what a later call has to do with a failure", () => {
  it.each([
    ["rm -f .git/index.lock && git rebase main", "git rebase main", "Unable to create '.git/index.lock'"],
    ["git reset --hard origin/main && git pull", "git pull", "Need to specify how to reconcile"],
    ["git clean -fd && git checkout main", "git checkout main", "untracked files would be overwritten"],
  ])("advises nobody to take something away: %s", (command, failing, cause) => {
    const failed = bash(failing, { kind: "environment", program: failing, cause });
    expect(remedyIn(failed, later(command))?.advice ?? "").toBe("");
  });

  it.each([
    [
      "the flag that the cause names is gone",
      bash("gh pr diff 88 --stat", { program: "gh pr diff", cause: "unknown flag: --stat", named: "--stat" }),
      "gh pr diff 88 --name-only",
      "call `gh pr diff` with `--name-only` instead of `--stat`",
    ],
    [
      "the word stands in quotes",
      bash("gh api repos/o/r/pulls?per_page=9", { program: "gh api", cause: "no matches found: repos/o/r" }),
      'gh api "repos/o/r/pulls?per_page=9"',
      "put the word with `?` or `*` in quotes",
    ],
    [
      "a step stands before it",
      bash("git push origin a", { program: "git push", kind: "environment", cause: "! [rejected] a" }),
      "git pull --rebase && git push origin a",
      "first run `git pull --rebase`",
    ],
    [
      "it starts from the root",
      bash("cd cli && go test -run A", {
        program: "cd",
        cause: "no such file or directory: cli",
        named: "cli",
      }),
      "go test -run A",
      expect.stringContaining("the shell keeps its folder between calls"),
    ],
    [
      "the path is spelled out",
      bash("grep -n a src/b.go", { program: "grep", cause: "grep: src/b.go: No such file or directory" }),
      "grep -n a /srv/shop/src/b.go",
      expect.stringContaining("the shell keeps its folder between calls"),
    ],
  ])("a call is the remedy where %s", (_what, failed, input, advice) => {
    expect(remedyIn(failed, later(input))).toEqual({ relation: "instead", advice });
  });

  it("a call that installs what is missing helps, and the failed one that then works proves it", () => {
    const failed = bash("jqq .", {
      program: "jqq",
      kind: "environment",
      cause: "jqq: not found",
      named: "jqq",
    });
    expect(remedyIn(failed, later("brew install jqq"))).toEqual({
      relation: "helps",
      advice: "first run `brew install jqq`",
    });
    expect(remedyIn(failed, later("jqq . 2>&1 | head -5"))).toEqual({ relation: "again", advice: "" });
  });

  it("a call that the message itself proposes helps", () => {
    const suggested = ["go mod tidy"];
    const failed = bash("go test ./...", { program: "go test", kind: "environment", suggested });
    expect(remedyIn(failed, later("go mod tidy"))).toMatchObject({ relation: "helps" });
  });

  it.each([
    ["of another program", "docker ps"],
    ["of the same program with the same flag", "gh pr diff 90 --stat"],
    ["of the same program for another purpose", "gh pr list"],
  ])("a call %s is no remedy", (_what, input) => {
    const failed = bash("gh pr diff 88 --stat", {
      program: "gh pr diff",
      cause: "unknown flag",
      named: "--stat",
    });
    expect(remedyIn(failed, later(input))).toBeUndefined();
  });

  it("a field of a tool that the cause names is given as it worked", () => {
    const failed = bash('{"skill":"model","args":"x"}', {
      ...{ tool: "Skill", program: "Skill", cause: "Unknown skill: model" },
    });
    expect(remedyIn(failed, later('{"skill":"set-model","args":"x"}', "Skill"))).toEqual({
      relation: "instead",
      advice: "give `skill` as `set-model`, not `model`",
    });
  });

  it("the same call again is a remedy only of trouble that passes by itself", () => {
    const limited = bash("gh api x", {
      kind: "environment",
      program: "gh api",
      cause: "gh: rate limit (HTTP 429)",
    });
    expect(remedyIn(limited, later("gh api x"))).toEqual({ relation: "instead", advice: secondTry });
    const missing = bash("gh api x", {
      kind: "misuse",
      program: "gh api",
      cause: "gh: Not Found (HTTP 404)",
    });
    expect(remedyIn(missing, later("gh api x"))).toEqual({ relation: "again", advice: "" });
  });

  it("a second try that worked is told once two sessions have seen it", () => {
    const seen = (sessions: readonly string[]) => ({
      sessions,
      sessionCount: sessions.length,
      remedies: [{ advice: secondTry, sessions }],
      word: null,
    });
    expect(knownFailure(seen(["s-1"]), "s-9")).toBeUndefined();
    expect(knownFailure(seen(["s-1", "s-2"]), "s-9")).toMatchObject({ advice: secondTry, undoneIn: 2 });
  });

  it("a file that the message proposes is opened instead", () => {
    const cause = "File does not exist. Did you mean lint.yaml?";
    const failed = bash("/srv/shop/lint.yml", { tool: "Read", program: "Read", kind: "host", cause });
    expect(remedyIn(failed, later("/srv/shop/lint.yaml", "Read"))?.advice).toBe(
      "open the file that the message proposes",
    );
  });

  it("a search finds a file that is elsewhere, and one in a file of a similar name finds nothing", () => {
    const cause = "File does not exist.";
    const failed = bash("/srv/shop/cart.ts", { tool: "Read", program: "Read", kind: "host", cause });
    expect(remedyIn(failed, later('{"pattern":"**/cart*.ts"}', "Glob"))).toMatchObject({
      relation: "instead",
    });
    expect(remedyIn(failed, later("/srv/shop/cart_test.ts", "Grep"))).toBeUndefined();
  });

  it.each([
    ["File has not been read yet. Read it first.", "Edit", "read the file before you change it"],
    ["String to replace not found in file.", "Edit", expect.stringContaining("read the file again")],
    ["Found 2 matches of the string to replace", "Edit", expect.stringContaining("more of the lines")],
  ])("an edit of the same file that works later is the remedy of: %s", (cause, tool, advice) => {
    const failed = bash("/srv/shop/a.ts", { tool, program: tool, kind: "host", cause });
    expect(remedyIn(failed, later("/srv/shop/a.ts", "Edit"))).toEqual({ relation: "instead", advice });
    expect(remedyIn(failed, later("/srv/shop/b.ts", "Edit"))).toBeUndefined();
  });
});
