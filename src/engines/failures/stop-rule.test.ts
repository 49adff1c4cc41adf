import { describe, expect, it } from "vitest";
import { type FailingForm, runsInOtherFolder, shouldStop } from "./stop-rule.js";

const form = (changes: Partial<FailingForm>): FailingForm => ({
  ...{ kind: "misuse", cause: "unknown flag: --stat", argument: "--stat" },
  ...{ sessions: 2, worked: false, elsewhere: false, hasRemedy: false },
  ...changes,
});

describe("a call", () => {
  it.each([
    ["has an option that its program does not know", {}],
    [
      "names a script that does not exist",
      { cause: 'npm error Missing script: "tset"', argument: "tset", hasRemedy: true },
    ],
    ["failed for its usage, and a remedy is known", { argument: null, hasRemedy: true }],
    [
      "names a skill that the agent does not have, and a remedy is known",
      { cause: "Unknown skill: commit", argument: null, hasRemedy: true },
    ],
    [
      "starts a missing program, and a remedy is known",
      { kind: "environment", cause: "zsh: command not found: rg", argument: "rg", hasRemedy: true },
    ],
  ] as const)("that %s is stopped after two sessions", (_what, changes) => {
    expect(shouldStop(form(changes), 2)).toBe(true);
  });

  it.each([
    ["failed in one session only", { sessions: 1 }],
    ["has worked since", { worked: true }],
    ["failed for its usage without a known remedy", { argument: null }],
    ["misses a file", { cause: "cat: a.txt: No such file or directory", argument: null, hasRemedy: true }],
    [
      "names a missing script and goes to another folder",
      { cause: 'npm error Missing script: "tset"', argument: "tset", hasRemedy: true, elsewhere: true },
    ],
    ["names a missing script without a known remedy", { cause: "error: no task lint:all found" }],
    [
      "starts a missing program without a known remedy",
      { kind: "environment", cause: "zsh: command not found: rg", argument: "rg" },
    ],
    [
      "met trouble of the network",
      { kind: "environment", cause: "connect ETIMEDOUT", argument: null, hasRemedy: true },
    ],
    ["is of the agent's own tools", { kind: "host", cause: "String not found", hasRemedy: true }],
    ["is work in progress", { kind: "work", cause: "--- FAIL: TestLogin", hasRemedy: true }],
    ["was refused", { kind: "refused", cause: "never push", hasRemedy: true }],
  ] as const)("that %s is not stopped", (_what, changes) => {
    expect(shouldStop(form(changes), 2)).toBe(false);
  });
});

it.each(["cd web && npm run tset", "npm --prefix web run tset", "make -C web all", "ls; (cd web; make all)"])(
  "the call '%s' goes to another folder",
  (command) => expect(runsInOtherFolder(command)).toBe(true),
);

it.each(["npm run tset", "make all", "npm run cd-build"])("the call '%s' stays where it is", (command) =>
  expect(runsInOtherFolder(command)).toBe(false),
);
