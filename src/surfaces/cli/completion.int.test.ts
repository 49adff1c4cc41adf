import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completionScript } from "./completion.js";
import { sampleProgram } from "./sample-program.contract.js";

describe("completion in a real bash", () => {
  let folder = "";
  let script = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "completion-"));
    mkdirSync(join(folder, "folder"));
    writeFileSync(join(folder, "file.json"), "");
    script = await completionScript("bash", sampleProgram);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The words that bash would offer for the last of `words`. */
  const offered = (...words: string[]) => {
    const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _whetstone; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const args = ["--norc", "-c", `${script}\n${ask}`, "bash", "whetstone", ...words];
    const output = execFileSync("bash", args, { cwd: folder, encoding: "utf8" });
    return output.split("\n").filter((word) => word !== "");
  };

  it("the completion script is accepted by the shell", () => {
    expect(execFileSync("bash", ["-n"], { input: script, encoding: "utf8" })).toBe("");
  });

  it("the completion script serves both names of the program", () => {
    const names = execFileSync("bash", ["--norc", "-c", `${script}\ncomplete -p whetstone wst`], {
      encoding: "utf8",
    });
    expect(names).toBe("complete -F _whetstone whetstone\ncomplete -F _whetstone wst\n");
  });

  it.each([
    [["sta"], ["status"]],
    [[""], ["status", "record", "lessons", "help"]],
    [
      ["lessons", ""],
      ["list", "forget"],
    ],
    [["lessons", "f"], ["forget"]],
    [["help", "lessons", "l"], ["list"]],
    [["status", "--co"], ["--config"]],
    [["--ver"], ["--version"]],
    [["status", "--ver"], []],
    [
      ["record", "--result", ""],
      ["success", "partial", "failure"],
    ],
    [["record", "-r", "s"], ["success"]],
    [["record", "--result", "=", "p"], ["partial"]],
    [
      ["record", "--result", "="],
      ["success", "partial", "failure"],
    ],
    [
      ["record", "--from", "f"],
      ["file.json", "folder"],
    ],
    [["record", "t", "fi"], ["file.json"]],
    [["status", "--root", "f"], ["folder"]],
    [["--root", "status", "rec"], ["record"]],
    [["--root", "=", "status", "rec"], ["record"]],
    [["status", "--set", "s"], []],
  ])("the completion script offers after %j: %j", (words, expected) => {
    expect(offered(...words).sort()).toEqual([...expected].sort());
  });
});
