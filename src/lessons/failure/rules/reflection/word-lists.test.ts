import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { decidingPrograms } from "../../../../reading/shell/outcome.js";
import { commonToolName, toolFamily, tools } from "../../../../reading/tool-family.js";
import { failureSigns, signTable } from "./failure-signs.js";
import { hostMessage, hostMessages } from "./host-message.js";
import { nothingToDo, saysNothingToDo } from "./output-lines.js";
import { answerOfExitCode, failureKinds, isPrinting } from "./program-kinds.js";
import { fileTroubles, firstLineSays, lastLineSays, ownMessages, saysItFailed } from "./program-messages.js";
import { messageTables, toolMessage } from "./tool-message.js";

function corpus(name: string): readonly (readonly string[])[] {
  return readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.split(" | "));
}

/** The patterns that none of the lines match: a pattern without an example may be wrong unseen. */
function withoutExample(patterns: readonly RegExp[], lines: readonly string[]): readonly RegExp[] {
  return patterns.filter((pattern) => !lines.some((line) => pattern.test(line.trimStart())));
}

const programOf = (command: string) => {
  const [program] = decidingPrograms(command).deciding;
  if (program === undefined) throw new Error(`no program in ${command}`);
  return program;
};

describe("signs of failure", () => {
  const signs = corpus("failure-signs");

  it.each(signs)("a sign of a %s failure is found in: %s", (kind, line = "") => {
    const kinds = failureSigns([line]).map((sign) => sign.kind);
    if (kind === "none") expect(kinds).toEqual([]);
    else expect(kinds).toContain(kind);
  });

  it("every pattern of the table has an example in the corpus", () => {
    const lines = signs.map(([, ...line]) => line.join(" | ").replace(/^\[(?:lint|build)\] /, ""));
    expect(signTable.flatMap(({ patterns }) => withoutExample(patterns, lines))).toEqual([]);
  });
});

describe("messages", () => {
  const messages = corpus("messages").map(([table = "", verdict = "", ...line]) => {
    return { table, verdict, line: line.join(" | ") };
  });
  const linesOf = (...tables: readonly string[]) =>
    messages.filter(({ table }) => tables.includes(table)).map(({ line }) => line);
  const verdictOf: Readonly<Record<string, (line: string) => string | undefined>> = {
    host: (line) => hostMessage(line)?.result,
    read: (line) => toolMessage("read", line).result,
    edit: (line) => toolMessage("edit", line).result,
    web: (line) => toolMessage("web", line).result,
    other: (line) => toolMessage("other", line).result,
    nothing: (line) => (saysNothingToDo([line]) ? "skipped" : undefined),
    "first line": (line) =>
      saysItFailed(programOf("zap now"), [line, "and more"], false, false) ? "failure" : undefined,
    "last line": (line) =>
      saysItFailed(programOf("zap now"), ["at first", line], false, false) ? "failure" : undefined,
  };

  it.each(messages)("the table of $table messages makes $verdict of: $line", ({ table, verdict, line }) => {
    // A file tool takes "cannot read …" for a complaint before it looks at the kind of file.
    expect(verdictOf[table]?.(line)).toBe(verdict);
  });

  it.each([
    ["host", hostMessages.flatMap(({ patterns }) => patterns), linesOf("host")],
    ["read", messageTables.read.flatMap(({ patterns }) => patterns), linesOf("read")],
    ["edit", messageTables.edit.flatMap(({ patterns }) => patterns), linesOf("edit", "read")],
    ["web", messageTables.web.flatMap(({ patterns }) => patterns), linesOf("web")],
    ["other", messageTables.other.flatMap(({ patterns }) => patterns), linesOf("other")],
    ["nothing", nothingToDo, linesOf("nothing")],
    ["first line", firstLineSays, linesOf("first line")],
    ["last line", lastLineSays, linesOf("last line")],
  ] as const)(
    "every pattern of the table of %s messages has an example in the corpus",
    (_table, patterns, lines) => {
      expect(withoutExample(patterns, lines)).toEqual([]);
    },
  );

  it.each(fileTroubles)("a program that says of a file '%s' failed", (trouble) => {
    expect(saysItFailed(programOf("cat a"), [`cat: a: ${trouble}`], true, false)).toBe(true);
    expect(saysItFailed(programOf("cat a"), [`dog: a: ${trouble}`], true, false)).toBe(false);
  });

  it.each([
    ["git push", " ! [rejected]        main -> main (fetch first)"],
    ["git push", "fatal: no upstream"],
    ["git merge b", "CONFLICT (content): Merge conflict in a"],
    ["git rebase b", "Could not apply 1a2b3c4"],
    ["git merge b", "Aborting"],
    ["git frob", "usage: git [-v]"],
    ["git add x", "The following paths are ignored by one of your .gitignore files:"],
    ["gh api x", "gh: Not Found (HTTP 404)"],
    ["gh pr create", "pull request create failed: no commits"],
    ["gh api x", "it is gone (HTTP 410)"],
    ["gh pr checks 3", "lint\tfail\t3s"],
    ["gh pr checks 3", "no checks reported on the branch"],
    ["curl x", "curl: (7) Failed to connect"],
    ["docker run x", "docker: Error response from daemon: no such image"],
    ["docker run x", "Error: no such object"],
    ["jq .", "jq: error (at <stdin>:1)"],
    ["kubectl get x", "Error from server (NotFound)"],
    ["helm install x", "Error: INSTALLATION FAILED"],
    ["kubectl apply x", "error: no objects passed"],
  ])("%s says that it failed with: %s", (command, line) => {
    expect(saysItFailed(programOf(command), ["so far", line, "the end"], true, true)).toBe(true);
    expect(saysItFailed(programOf("cat log"), ["so far", line, "the end"], true, true)).toBe(false);
  });

  it("every program with messages of its own knows at least one pattern", () => {
    expect(ownMessages.every(({ patterns }) => patterns.length > 0)).toBe(true);
  });

  it.each([
    ["sudo -u x zap now", "sudo: zap: command not found"],
    ["flock LOCK npm test", "flock: cannot open lock file LOCK: Permission denied"],
    ["nice -n 5 zap", "nice: zap: No such file or directory"],
  ])("the wrapper of %s says that it could not start its program: %s", (command, line) => {
    expect(saysItFailed(programOf(command), [line], false, true)).toBe(true);
  });
});

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
    ["npm test", "build run test"],
    ["npx eslint src", "build lint run"],
    ["npm run lint:go", "build lint run"],
    ["py.test -q", "build run test"],
    ["g++ a.cc", "build run"],
    ["frob", "build lint run test"],
    ["rm -r a", ""],
    ["cat test.log", ""],
    ["git commit -m 'fix the test'", "build lint run test"],
    ["git commit -m fix-test", "build run test"],
    ["timeout -s KILL 5 npm run lint", "build lint run"],
    ["latest", "build lint run test"],
  ])("the kinds of failure of %s are: %s", (command, kinds) => {
    expect([...failureKinds(programOf(command))].toSorted().join(" ")).toBe(kinds);
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
