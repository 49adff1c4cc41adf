import { describe, expect, it } from "vitest";
import { plainWords } from "../../../reading/shell/plain-words.js";
import { commandFault, commandWarning, redirectingOptions, runningProjectCode } from "./command-fault.js";

function wordsOf(line: string): readonly string[] {
  const split = plainWords(line);
  if ("error" in split) throw new Error(split.error);
  return split.words;
}

describe("a command that the config names", () => {
  it.each([
    "npm run lint",
    "npm test -- src/verbs/call",
    "npx tsc --noEmit -p .",
    "git status --porcelain",
    "cargo clippy",
    "true",
    "g++ --version",
  ])("the command '%s' may run", (line) => {
    expect(commandFault(wordsOf(line))).toBeUndefined();
  });

  it.each([
    ["/bin/sh run.sh", "plain name"],
    ["./run.sh", "plain name"],
    ["../run.sh", "plain name"],
    ["bin/run", "plain name"],
    ["'bin\\run'", "plain name"],
    ["-c x", "plain name"],
    ["'' x", "plain name"],
    ["'a b'", "plain name"],
    [".hidden", "plain name"],
    ["git -c core.fsmonitor=x status", "git must not"],
    ["git -ccore.fsmonitor=x status", "git must not"],
    ["git status -c", "git must not"],
    ["git -p log", "git must not"],
    ["git --paginate log", "git must not"],
    ["git -C sub status", "git must not"],
    ["git --exec-path=x status", "git must not"],
    ["git --config-env=core.pager=X log", "git must not"],
    ["git --git-dir=x status", "git must not"],
    ["Git.exe -c a=b status", "git must not"],
    ["git diff --output=x", "run or write"],
    ["git diff --ext-diff", "run or write"],
    ["git grep --open-files-in-pager=x a", "run or write"],
    ["git ls-remote --upload-pack=x .", "run or write"],
    ["tar --to-command=x -xf a.tar", "run or write"],
    ["rebase --exec x", "run or write"],
    ["cat /etc/passwd", "leads out"],
    ["cat ../secret", "leads out"],
    ["cat a/../../secret", "leads out"],
    ["cat '~/.ssh/id'", "leads out"],
    ["lint --config=/etc/x", "leads out"],
    ["lint --config=../x", "leads out"],
    ["cc -I/usr/include a.c", "leads out"],
    ["cat 'C:\\x'", "leads out"],
    ["curl file:/etc/passwd", "leads out"],
  ])("the command '%s' never runs: %s", (line, about) => {
    expect(commandFault(wordsOf(line))).toContain(about);
  });

  it("a command that runs the project's own code is warned about", () => {
    expect(commandWarning(["npm", "run", "lint"])).toContain("code of the project");
    expect(commandWarning(["git", "diff"])).toContain("code of the project");
    expect(commandWarning(["shellcheck", "run.sh"])).toBeUndefined();
  });

  it.each([...redirectingOptions])("the option %s is refused, with a value or without", (option) => {
    for (const word of [option, `${option}=x`])
      expect(commandFault(["lint", word])).toContain("run or write");
    expect(commandFault(["lint", `${option}x`])).toBeUndefined();
  });

  it.each([...runningProjectCode, "python3.12", "NPM"])(
    "the program %s is known to run the project's own code",
    (program) => {
      expect(commandWarning([program])).toContain("code of the project");
    },
  );
});
