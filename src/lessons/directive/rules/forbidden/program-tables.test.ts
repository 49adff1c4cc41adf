import { describe, expect, it } from "vitest";
import { forbiddenPart, readForbiddenAction } from "../forbidden-action.js";
import {
  globalOptions,
  knownPrograms,
  longBehindOneDash,
  withoutSubCommands,
  wordsOfSentences,
} from "./program-tables.js";
import { readCall, withoutSurroundings } from "./read-call.js";

function blocks(action: string, command: string): boolean {
  const read = readForbiddenAction(action);
  const call = readCall({ tool: "Bash", command, files: [] }, read?.forms ?? [], withoutSurroundings);
  return read !== undefined && forbiddenPart(read, call, () => false) !== undefined;
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
    expect(readForbiddenAction(`${name} x`)?.forms?.[0]?.commands[0]?.words).toEqual([name, "x"]);
  });

  it.each([...wordsOfSentences])("a text with the word '%s' reads as prose", (word) => {
    expect(readForbiddenAction(`git push ${word} main`)).toBeUndefined();
  });
});
