import { describe, expect, it } from "vitest";
import { type FailedForm, formsOfCall, formsOfFailure, hasArgument, inputChars } from "./call-form.js";

const failed = (changes: Partial<FailedForm> = {}): FailedForm => ({
  ...{ tool: "Bash", input: "gh pr diff 7 --stat", kind: "misuse", program: "gh pr diff" },
  ...{ cause: "unknown flag: --stat", named: "--stat" },
  ...changes,
});
const shell = (input: string) => ({ tool: "Bash", input });
const shared = (failure: FailedForm, input: string) =>
  formsOfCall(shell(input)).filter((form) => formsOfFailure(failure).includes(form));

describe("the forms of a failed call", () => {
  it("hold the very call, also in a shell of another name", () => {
    const [own] = formsOfFailure(failed());
    expect(formsOfCall({ tool: "shell", input: "gh pr diff 7 --stat" })).toContain(own);
  });

  it("hold its program when the cause names an argument", () => {
    expect(shared(failed(), "cd app && gh pr diff 9 --stat | head")).toEqual(["program gh"]);
    expect(shared(failed({ named: "" }), "gh pr diff 9 --stat")).toEqual([]);
  });

  it.each([
    ["zsh:1: command not found: rg"],
    ["bash: line 1: rg: command not found"],
    ["sh: 1: rg: not found"],
  ])("hold the missing program of which the shell says '%s'", (cause) => {
    const missing = failed({ input: "rg foo", kind: "environment", program: "rg", cause, named: "" });
    expect(shared(missing, "ls | rg bar")).toEqual(["program rg"]);
  });

  it.each([
    ["of the agent's own tools", { tool: "Edit", kind: "host" }],
    ["of work in progress", { kind: "work" }],
    ["that was refused", { kind: "refused" }],
  ] as const)("are empty for a failure %s", (_what, changes) => {
    expect(formsOfFailure(failed(changes))).toEqual([]);
  });

  it("hold no call that is cut, since others begin alike", () => {
    const long = `echo ${"a".repeat(inputChars)}`.slice(0, inputChars);
    expect(formsOfFailure(failed({ input: long, named: "" }))).toEqual([]);
  });

  it("hold no program when the cause names a path", () => {
    expect(formsOfFailure(failed({ input: "cat a/b.txt", program: "cat", named: "a/b.txt" }))).toHaveLength(
      1,
    );
  });
});

describe("a call has the argument that failed", () => {
  it.each([
    ["as it is", "gh pr diff 9 --stat"],
    ["with a value", "gh pr diff 9 --stat=full"],
    ["behind another step", "git status; gh pr diff --stat"],
  ])("%s", (_how, input) => {
    expect(hasArgument(shell(input), "gh pr diff", "--stat")).toBe(true);
  });

  it.each([
    ["only in another program", "git diff --stat"],
    ["only in a text", "echo 'gh pr diff --stat'"],
    ["only as the beginning of another", "gh pr diff --statistics"],
  ])("not if it stands %s", (_how, input) => {
    expect(hasArgument(shell(input), "gh pr diff", "--stat")).toBe(false);
  });
});
