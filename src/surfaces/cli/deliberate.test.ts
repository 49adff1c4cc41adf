import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { MemoryIoOptions } from "../../base/terminal/memory-io.contract.js";

function project() {
  const cwd = tempFolder();
  const call = (line: readonly string[], options?: MemoryIoOptions) => commandLine(line, { cwd, ...options });
  return { cwd, call };
}

describe("whetstone deliberate", () => {
  it.each([
    { what: "an empty answer", args: [], reason: /'text'/ },
    { what: "a file that does not exist", args: ["judge.md"], reason: /there is no file judge\.md/ },
    { what: "a folder", args: ["."], reason: /is a folder/ },
    { what: "a file that is not text", args: ["image.png"], reason: /image\.png is not UTF-8 text/ },
    { what: "an answer that is too long", args: ["long.md"], reason: /'text'/ },
    { what: "a file that is too large", args: ["dump.md"], reason: /dump\.md is larger than/ },
  ])("goes on after $what with exit code 0 and a counted loss", async ({ args, reason }) => {
    const { cwd, call } = project();
    writeFileSync(join(cwd, "image.png"), Buffer.from([0x89, 0x50, 0xff, 0xfe]));
    writeFileSync(join(cwd, "long.md"), "word ".repeat(300_000));
    writeFileSync(join(cwd, "dump.md"), "word ".repeat(900_000));
    const ended = await call(["deliberate", ...args, "--role", "judge"], { stdin: "" });
    expect(ended).toMatchObject({ code: 0, stdout: "No insights this run.\n" });
    expect(ended.stderr).toMatch(/^Nothing was recorded: /);
    expect(ended.stderr).toMatch(reason);
    expect(JSON.parse((await call(["status", "--json"])).stdout)).toMatchObject({ lost: 1 });
    const { stdout } = await call(["doctor"]);
    expect(stdout).toMatch(/losses .*deliberate 1/);
  });

  it.each([
    { what: "a missing role", args: [], reason: /'role': it is needed/ },
    { what: "a role with a path in it", args: ["--role", "../judge"], reason: /role/ },
    { what: "a misspelt option", args: ["--rolle", "judge"], reason: /--rolle/ },
    {
      what: "a phase that is too long",
      args: ["--role", "judge", "--phase", "x".repeat(201)],
      reason: /phase/,
    },
    {
      what: "evidence that does not exist",
      args: ["--role", "judge", "--evidence", "no.txt"],
      reason: /no\.txt/,
    },
    { what: "JSON for a file name", args: ['{"text":"x"}', "--role", "judge"], reason: /name of a file/ },
  ])("refuses $what, also beside an answer that is empty", async ({ args, reason }) => {
    for (const stdin of ["Never log tokens or passwords in the API.\n", ""]) {
      const { call } = project();
      const ended = await call(["deliberate", ...args], { stdin });
      expect(ended.code).not.toBe(0);
      expect(ended.stderr).toMatch(/^error: /);
      expect(ended.stderr).toMatch(reason);
    }
  });
});
