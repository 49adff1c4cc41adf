import { describe, expect, it } from "vitest";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { allWords, commandByMeaning } from "./command-by-meaning.js";
import { findCommand } from "./find-command.js";
import { run } from "./run.js";
import { tree } from "./tree.js";

const top = { summary: "", commands: tree };
const found = (words: readonly string[]) =>
  findCommand(
    top,
    words.map((value) => ({ value, followsOption: false })),
  );

describe("commandByMeaning", () => {
  it("no word is listed twice among the members of a team or elsewhere, and no word is a command itself", () => {
    const listed = (isTeam: boolean) =>
      allWords(tree).flatMap(([command, own]) => (command.startsWith("team ") === isTeam ? own : []));
    const words = listed(false);
    expect(words.length).toBeGreaterThan(100);
    expect(words).toEqual(expect.arrayContaining(["man", "version"]));
    for (const each of [words, listed(true)]) expect(new Set(each).size).toBe(each.length);
    expect(words.filter((word) => Object.hasOwn(tree, word))).toEqual([]);
  });

  it("a word in capitals means the same", () => {
    expect(commandByMeaning(tree, "Delete")).toBe("lessons forget");
    expect(commandByMeaning(tree, "constructor")).toBeUndefined();
  });
});

describe("another name of a command", () => {
  it.each(["dashboard", "ui"])("%s does what open does", (alias) => {
    expect(found([alias])).toEqual(found(["open"]));
    expect(Object.hasOwn(tree, alias)).toBe(false);
  });
});

describe("an unknown command", () => {
  it.each([
    [["delete"], "unknown command 'delete'. Did you mean 'lessons forget'?"],
    [["gui"], "unknown command 'gui'. Did you mean 'open'?"],
    [["html"], "unknown command 'html'. Did you mean 'report --format html'?"],
    [["logs"], "unknown command 'logs'. Did you mean 'log'?"],
    [["list"], "unknown command 'list'. Did you mean 'lessons list'?"],
    [["show"], "unknown command 'show'. Did you mean 'explain'?"],
    [["undo"], "unknown command 'undo'. Did you mean 'lessons undo'?"],
    [["version"], "unknown command 'version'. Did you mean '--version'?"],
    [["help", "delete"], "unknown command 'delete'. Did you mean 'lessons forget'?"],
    [["lessons", "delete"], "unknown command 'lessons delete'. Did you mean 'lessons forget'?"],
    [["lessons", "log"], "unknown command 'lessons log'.\n"],
    [["errors", "ls"], "unknown command 'errors ls'.\n"],
    [["dashbord"], "unknown command 'dashbord'. Did you mean 'open'?"],
    [["brwoser"], "unknown command 'brwoser'. Did you mean 'open'?"],
    [["help", "all"], "unknown command 'all'. Did you mean 'help --all'?"],
    [["team", "remove"], "unknown command 'team remove'. Did you mean 'team members --remove'?"],
    [["team", "revoke"], "unknown command 'team revoke'. Did you mean 'team keys --revoke'?"],
    [["remove"], "unknown command 'remove'. Did you mean 'lessons forget'?"],
    [["stauts"], "unknown command 'stauts'. Did you mean 'status'?"],
  ])("the words %j are answered by their meaning and exit with 2", async (argv, message) => {
    const { io, written } = memoryIo();
    const program = { name: "whetstone", summary: "a sample", version: "1.2.3", tree };
    expect(await run(argv, program, io)).toBe(2);
    expect(written.stderr).toContain(message);
  });
});
