import { describe, expect, it } from "vitest";
import { commandLine } from "../../../../tests/support/command-line.js";
import { tempFolder } from "../../../../tests/support/temp-folder.js";
import type { MemoryIoOptions } from "../../../base/terminal/memory-io.contract.js";

const open = (options: MemoryIoOptions, ...line: readonly string[]) =>
  commandLine(["open", ...line], { cwd: tempFolder(), ...options });

describe("whetstone open", () => {
  it.each<[string, MemoryIoOptions]>([
    ["without a terminal", {}],
    ["inside an agent, also with a terminal", { tty: true, env: { CLAUDECODE: "1" } }],
    ["as a program that says what it is", { tty: true, env: { WHETSTONE_ORIGIN: "tool:ci" } }],
    ["as an actor of its environment", { tty: true, env: { WHETSTONE_ACTOR: "bot" } }],
  ])("whetstone open is refused %s", async (_where, options) => {
    const { code, stderr, stdout } = await open(options);
    expect(code).toBe(2);
    expect(stderr).toContain("only a person at a terminal may open the pages");
    expect(stdout).toBe("");
  });

  it("whetstone open takes no name in the place of a terminal", async () => {
    for (const option of ["--by", "--yes"])
      expect((await open({}, option, "ada")).stderr).toContain(`unknown option '${option}'`);
  });
});
