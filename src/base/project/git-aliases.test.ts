import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { gitAliases } from "./git-aliases.js";

function repository(config: string): string {
  const root = tempFolder();
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(root, ".git", "config"), config);
  return root;
}

describe("the aliases in git's settings", () => {
  it("aliases are read as git reads them, and those of the repository come last", () => {
    const home = tempFolder();
    writeFileSync(
      join(home, ".gitconfig"),
      "[alias]\n\tfp = push\n\tst = status -sb ; short\n[user]\n\tx = y\n",
    );
    const root = repository(
      '[core]\n\tbare = false\n[alias]\n\tfp = "push \\"--force\\""\n\tl = log \\\n  -1\n',
    );
    expect([...gitAliases(root, home)]).toEqual([
      ["fp", 'push "--force"'],
      ["st", "status -sb"],
      ["l", "log    -1"],
    ]);
  });

  it("a settings file that never ends, is huge, or is missing gives no aliases", () => {
    const root = repository(`[alias]\n\tfp = push\n${"#".repeat(300_000)}`);
    expect(gitAliases(root, undefined).size).toBe(0);
    const home = tempFolder();
    symlinkSync("/dev/zero", join(home, ".gitconfig"));
    expect(gitAliases(tempFolder(), home).size).toBe(0);
  });
});
