import { describe, expect, it } from "vitest";
import { turnedDownCommand } from "./turned-down.js";

describe("the command of a call that words turn down", () => {
  it.each([
    ["no, use pnpm here, never npm", "Bash npm install left-pad", "npm install"],
    ["Do not use npm here.", "Bash cd web && npm install left-pad", "npm install"],
    ["don't run `npm install`, we have pnpm", "Bash npm install left-pad", "npm install"],
    ["use uv here, not pip, for every install", "Bash pip install requests", "pip install"],
    ["please stop using sudo", "Bash sudo apt install jq", "sudo apt"],
    ["never rm anything", "Bash rm -rf build", undefined],
    ["never rm", "Bash rm -rf build", "rm"],
  ])("'%s' about '%s' turns down '%s'", (words, call, command) => {
    expect(turnedDownCommand(words, call)).toBe(command);
  });

  it.each([
    ["always use npm", "Bash npm install left-pad"],
    ["never npm in CI", "Bash npm install left-pad"],
    ["never npm", "Bash pnpm install left-pad"],
    ["never push to main without a review of what npm did", "Bash npm install left-pad"],
    ["use npm, never yarn", "Bash npm install left-pad"],
    ["never npm", "Edit package.json"],
  ])("'%s' about '%s' turns down no command", (words, call) => {
    expect(turnedDownCommand(words, call)).toBeUndefined();
  });
});
