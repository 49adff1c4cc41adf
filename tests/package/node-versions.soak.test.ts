import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nodeBinary, promisedVersions } from "../support/node-binary.js";
import { tempFolder } from "../support/temp-folder.js";

const root = resolve(import.meta.dirname, "../..");
const nodes = { programs: [process.execPath], missing: [] as string[] };

function run(program: string, args: readonly string[], home: string, cwd = home): string {
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  return execFileSync(program, args, { cwd, env, encoding: "utf8" });
}

function whetstone(program: string, home: string, ...args: readonly string[]): string {
  return run(program, [join(root, "dist/cli/main.cjs"), ...args], home);
}

function events(program: string, home: string): number {
  return JSON.parse(whetstone(program, home, "status", "--json")).log.events;
}

describe("one database and several versions of Node", () => {
  beforeAll(async () => {
    for (const each of await Promise.all(promisedVersions.map(nodeBinary))) {
      if ("program" in each) nodes.programs.push(each.program);
      else nodes.missing.push(each.missing);
    }
    for (const reason of nodes.missing) console.warn(`NOT TESTED: ${reason}`);
  });

  it("every version of Node that we promise is here to be tested", ({ skip }) => {
    if (nodes.missing.length > 0 && process.env.CI !== "true") skip(nodes.missing.join("; "));
    expect(nodes.missing).toEqual([]);
  });

  it("what one Node records, the command line reads under every other", () => {
    const home = tempFolder();
    const outcome = ["--result", "success", "--duration", "5ms", "--errors", "0", "--retries", "0"];
    for (const [index, writer] of nodes.programs.entries()) {
      whetstone(writer, home, "record", ...outcome);
      const read = nodes.programs.map((reader) => events(reader, home));
      expect(read).toEqual(nodes.programs.map(() => index + 1));
    }
  });

  it("the library opens a store and finds nothing wrong with it under each of them", () => {
    const home = tempFolder();
    const program = `
      import { openWhetstone } from "whetstone";
      const whetstone = await openWhetstone({ root: process.env.HOME });
      const outcome = { result: "failure", durationMs: 1, errorCount: 1, retryCount: 0 };
      await whetstone.record(outcome);
      const { checks } = await whetstone.doctor();
      console.log(JSON.stringify(checks.filter(({ state }) => state === "problem")));
      await whetstone.close();`;
    const script = ["--input-type=module", "-e", program];
    expect(nodes.programs.map((node) => run(node, script, home, root).trim())).toEqual(
      nodes.programs.map(() => "[]"),
    );
    expect(events(process.execPath, home)).toBe(nodes.programs.length);
  });
});
