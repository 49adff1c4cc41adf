import { describe, expect, it } from "vitest";
import { decidingPrograms } from "../../../../reading/shell/outcome.js";
import { commonToolName, toolFamily, tools } from "../../../../reading/tool-family.js";
import { answerOfExitCode, isPrinting } from "./program-kinds.js";

const programOf = (command: string) => {
  const [program] = decidingPrograms(command).deciding;
  if (program === undefined) throw new Error(`no program in ${command}`);
  return program;
};

describe("kinds of programs", () => {
  it.each([
    ["cat a.log", true],
    ["git log", true],
    ["gh run view 3", true],
    ["kubectl logs a", true],
    ["docker build .", false],
    ["git push", false],
    ["npm test", false],
    ["sudo -u x cat a.log", true],
  ])("what %s prints is content: %s", (command, answer) => {
    expect(isPrinting(programOf(command))).toBe(answer);
  });

  it.each([
    ["grep a b", "nothing"],
    ["[ -f a ]", "nothing"],
    ["git merge-base --is-ancestor a b", "nothing"],
    ["git check-ignore a", "nothing"],
    ["diff a b", "a difference"],
    ["cmp a b", "a difference"],
    ["git diff --exit-code", "a difference"],
    ["git --no-pager diff --quiet HEAD -- src", "a difference"],
    ["git diff", undefined],
    ["git fetch --quiet", undefined],
    ["git push", undefined],
    ["npm test", undefined],
  ])("exit code 1 of %s says that it found %s", (command, answer) => {
    expect(answerOfExitCode(programOf(command))).toBe(answer);
  });
});

describe("families of tools", () => {
  it("a tool is of one family, whatever the case of its name", () => {
    const names = tools.flatMap((tool) => tool.names);
    expect(new Set(names).size).toBe(names.length);
    for (const tool of tools)
      for (const name of tool.names) {
        expect(toolFamily(` ${name.toUpperCase()}`)).toBe(tool.family);
        expect(commonToolName(name)).toBe(tool.name);
      }
  });

  it.each([
    ["str_replace_editor", "edit"],
    ["str_replace", "edit"],
    ["mcp__bash__run", "other"],
    ["", "other"],
  ])("the tool %j is of the family %s", (tool, family) => {
    expect(toolFamily(tool)).toBe(family);
  });
});
