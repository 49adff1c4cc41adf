import { describe, expect, it } from "vitest";
import { isForbidden, readForbiddenAction } from "../forbidden-action.js";
import {
  globalOptions,
  knownPrograms,
  longBehindOneDash,
  withoutSubCommands,
  wordsOfSentences,
} from "./program-tables.js";

function blocks(action: string, command: string): boolean {
  const read = readForbiddenAction(action);
  return read !== undefined && isForbidden(read, { tool: "Bash", command, files: [] }, () => false);
}

describe("the programs that enforcement knows", () => {
  it.each([...globalOptions].map(([name, options]) => [name, [...options]] as const))(
    "the options of %s before its sub-command take the next word: %j",
    (name, options) => {
      for (const option of options) {
        expect(blocks(`Bash(${name} wipe)`, `${name} ${option} x wipe`), option).toBe(true);
        expect(blocks(`Bash(${name} x)`, `${name} ${option} x wipe`), option).toBe(false);
      }
    },
  );

  it.each([...withoutSubCommands])("the operands of %s stand in any place", (name) => {
    expect(blocks(`Bash(${name} secrets)`, `${name} notes secrets`)).toBe(true);
  });

  it.each([...longBehindOneDash])("the option -race of %s is one word", (name) => {
    expect(blocks(`Bash(${name} -r)`, `${name} -race`)).toBe(false);
    expect(blocks("Bash(frob -r)", "frob -race")).toBe(true);
  });

  it.each([...knownPrograms])("'%s x' reads as a command without an option", (name) => {
    expect(readForbiddenAction(`${name} x`)?.commands).toEqual([[name, "x"]]);
  });

  it.each([...wordsOfSentences])("a text with the word '%s' reads as prose", (word) => {
    expect(readForbiddenAction(`git push ${word} main`)).toBeUndefined();
  });
});
