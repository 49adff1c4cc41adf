import { expect, it } from "vitest";
import { plainCause } from "./plain-cause.js";

it.each([
  ["(eval):cd:1: no such file or directory: cmd/cli/tests", "no such file or directory: <path>"],
  ["(eval):1: command not found: golangci-lint", "command not found: golangci-lint"],
  ["bash: line 3: rg: command not found", "rg: command not found"],
  ["Path does not exist: ~/code/shop/src/commands", "Path does not exist: <path>"],
  ["! [rejected] ann/fix-login -> ann/fix-login (fetch first)", "! [rejected] <branch> (fetch first)"],
  ["! [rejected]    ann/a -> ann/a (fetch first)", "! [rejected]    <branch> (fetch first)"],
  ["Cannot find module '@acme/shop'", "Cannot find module '@acme/shop'"],
  ["unknown flag: --stat", "unknown flag: --stat"],
  ["File does not exist. Did you mean .golangci.yaml?", "File does not exist"],
  ["fatal: unable to read e53647ba1f1e5203bedff558b482f178db045555", "fatal: unable to read <hash>"],
  [
    "jq: error: syntax error, unexpected INVALID_CHARACTER, expecting ';' or ')' (Unix shell quoting issues?) at 1",
    "jq: error: syntax error, unexpected INVALID_CHARACTER, expecting ';' or ')'",
  ],
  [
    "File content (34278 tokens) exceeds maximum allowed tokens (25000)",
    "File content exceeds maximum allowed tokens (25000)",
  ],
  ["go: updates to go.mod needed; to update it:", "go: updates to go.mod needed"],
])("a lesson says the cause '%s' as '%s'", (cause, said) => {
  expect(plainCause(cause, () => false, 90)).toBe(said);
});

it("a lesson names the path that it is about", () => {
  const cause = "cannot open src/generated/api.ts";
  expect(plainCause(cause, (path) => path === "src/generated/api.ts", 90)).toBe(cause);
});

it("a lesson says the first sentence of a long cause", () => {
  const cause = "Found 2 matches of the string to replace, but replace_all is false. To replace all, set it.";
  expect(plainCause(cause, () => false, 80)).toBe(
    "Found 2 matches of the string to replace, but replace_all is false",
  );
});
