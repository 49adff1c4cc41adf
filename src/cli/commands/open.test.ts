import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { type MemoryIoOptions, memoryIo } from "../../terminal/memory-io.contract.js";
import { run } from "../run.js";
import { tree } from "../tree.js";

async function open(options: MemoryIoOptions, ...line: readonly string[]) {
  const home = tempFolder();
  const { io, written } = memoryIo({ cwd: home, ...options, env: { HOME: home, ...options.env } });
  const program = { name: "whetstone", summary: "", version: "0.0.0", tree };
  return { code: await run(["open", ...line], program, io), ...written };
}

describe("whetstone open", () => {
  it.each<[string, MemoryIoOptions]>([
    ["without a terminal", {}],
    ["inside an agent, also with a terminal", { tty: true, env: { CLAUDECODE: "1" } }],
    ["as a program that says what it is", { tty: true, env: { WHETSTONE_ORIGIN: "tool:ci" } }],
    ["as an actor of its environment", { tty: true, env: { WHETSTONE_ACTOR: "bot" } }],
  ])("is refused %s", async (_where, options) => {
    const { code, stderr, stdout } = await open(options);
    expect(code).toBe(2);
    expect(stderr).toContain("only a person at a terminal may open the pages");
    expect(stdout).toBe("");
  });

  it("takes no name in the place of a terminal", async () => {
    for (const option of ["--by", "--yes"])
      expect((await open({}, option, "ada")).stderr).toContain(`unknown option '${option}'`);
  });
});
