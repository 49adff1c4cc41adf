import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../../tests/support/command-line.js";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import type { MemoryIoOptions } from "../../base/terminal/memory-io.contract.js";

/** A folder whose settings ask for two things, and the command line in it. */
function clone(settings: object = { project: "shop", store: { folder: "./.cache" } }) {
  const cwd = tempFolder();
  writeFileSync(join(cwd, "whetstone.json"), JSON.stringify(settings));
  const call = (line: readonly string[], options?: MemoryIoOptions) => commandLine(line, { cwd, ...options });
  const key = async () => JSON.parse((await call(["status", "--json"])).stdout).project.key as string;
  return { cwd, call, key };
}

describe("whetstone trust", () => {
  it("whetstone trust shows what the file asks for, asks, and accepts it after a yes", async () => {
    const { cwd, call, key } = clone();
    expect(await key()).toMatch(/^dir-/);
    expect((await call(["status"])).stderr).toContain("Warning: whetstone.json names project 'shop' and");
    const asked = await call(["trust"], { tty: true, stdin: "y\n" });
    expect(asked.code).toBe(0);
    expect(asked.stderr).toContain("project 'shop': agents here share the lessons of this project");
    expect(asked.stderr).toContain(`the database in ${join(cwd, ".cache")}, inside the working tree`);
    expect(await key()).toBe("shop");
    expect((await call(["trust"])).stdout).toContain("Accepted already");
  });

  it("whetstone trust changes nothing after a no", async () => {
    const { call, key } = clone();
    expect(await call(["trust"], { tty: true, stdin: "n\n" })).toMatchObject({ code: 1 });
    expect(await key()).toMatch(/^dir-/);
  });

  it("whetstone trust accepts nothing without a terminal", async () => {
    const { call, key } = clone();
    const refused = await call(["trust"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain("only a person at a terminal can accept this");
    expect(await key()).toMatch(/^dir-/);
  });

  it("whetstone trust accepts nothing on the command line of a coding agent, whatever it answers, and init does not either", async () => {
    const { cwd, call, key } = clone();
    const env = { HOME: cwd, CLAUDECODE: "1" };
    const refused = await call(["trust"], { tty: true, stdin: "y\n", env });
    expect(refused.stderr).toContain("only a person at a terminal can accept this");
    await call(["init", "--yes", "--no-mcp"], { env });
    expect(await key()).toMatch(/^dir-/);
  });

  it("--remove takes the acceptance back for a person, and not for an agent", async () => {
    const { call, key } = clone();
    await call(["trust"], { tty: true, stdin: "y\n" });
    const refused = await call(["trust", "--remove"], { env: { CLAUDECODE: "1" } });
    expect(refused.stderr).toContain("only a person may withdraw what was accepted");
    expect(await key()).toBe("shop");
    expect(await call(["trust", "--remove"])).toMatchObject({ code: 0 });
    expect(await key()).toMatch(/^dir-/);
  });

  it("whetstone trust has nothing to ask about settings that stay in their folder", async () => {
    const { call } = clone({ antiPatterns: { minObservations: 4 } });
    expect((await call(["trust"])).stdout).toContain("ask for nothing that you have to accept");
  });
});

describe("whetstone status --config", () => {
  it("whetstone status --config shows the values in force, and not those that a file is refused", async () => {
    const { call } = clone({
      project: "shop",
      model: { enabled: true },
      directives: { predicateCommands: ["make check"] },
      hosts: { mcpProjects: ["*"] },
    });
    const { config } = JSON.parse((await call(["status", "--config", "--json"])).stdout);
    const line = (path: string) => config.find((each: { path: string }) => each.path === path);
    const refused = expect.stringMatching(/^default, not file .*, which cannot set it$/);
    expect(line("directives.predicateCommands")).toMatchObject({ value: [], from: refused });
    expect(line("hosts.mcpProjects")).toMatchObject({ value: [], from: refused });
    expect(line("model.enabled")).toMatchObject({ value: false, from: refused });
    const unaccepted = expect.stringMatching(/^default, not file .*, which you have not accepted$/);
    expect(line("project")).toMatchObject({ value: "", from: unaccepted });
  });
});
