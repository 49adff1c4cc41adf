import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../tests/support/temp-folder.js";
import { memoryIo } from "../../base/terminal/memory-io.contract.js";
import { run } from "./run.js";
import { tree } from "./tree.js";

const program = { name: "whetstone", summary: "a sample", version: "1.2.3", tree };

/** Calls the program in a project of its own. */
async function call(cwd: string, argv: readonly string[], stdin = "", tty = false) {
  const env = { HOME: cwd, WHETSTONE_DATA_DIR: join(cwd, "data") };
  const { io, written } = memoryIo({ cwd, env, stdin, tty });
  const code = await run(argv, program, io);
  return { code, ...written };
}

const outcome = ["--result", "success", "--duration", "1m", "--errors", "0", "--retries", "0"];

describe("the command of a verb", () => {
  it.each([
    ["--result", "'--result': it is needed"],
    ["--duration", "'--duration': it is needed"],
    ["--errors", "'--errors': it is needed"],
    ["--retries", "'--retries': it is needed"],
  ])("record without %s names that option and exits with 2", async (option, message) => {
    const place = outcome.indexOf(option);
    const { code, stderr } = await call(tempFolder(), ["record", ...outcome.toSpliced(place, 2)]);
    expect(stderr).toContain(`error: record: ${message}. Nothing was recorded.`);
    expect(stderr).toContain(`next: give '${option}' and call again`);
    expect(code).toBe(2);
  });

  it.each([
    ["status"],
    ["check-tool", "Bash", "--command", "npm test"],
    ["record", ...outcome],
    ["brief", "--role", "coder", "--task", "Add OAuth to the login"],
  ])("%s does not open standard input, which would load Node's streams", async (...argv) => {
    const cwd = tempFolder();
    const { io, written } = memoryIo({ cwd, env: { HOME: cwd } });
    const closed = Object.defineProperty({ ...io }, "stdin", {
      get() {
        throw new Error("standard input was opened");
      },
    });
    expect(await run([...argv, "--json"], program, closed)).toBe(0);
    expect(written.stderr).not.toContain("standard input");
  });

  it.each([
    [["record", "--result", "success", "--task", "bd-1"], "--task", "--task-id"],
    [["decide", "--risk-level", "low"], "--risk-level", "--risk"],
  ])(
    "an option that is part of another one's name is refused with that one: %j",
    async (argv, given, meant) => {
      const { code, stderr } = await call(tempFolder(), argv);
      expect(stderr).toContain(`unknown option '${given}'. Did you mean '${meant}'?`);
      expect(code).toBe(2);
    },
  );

  it("policy with a limit and no reason asks for --reason", async () => {
    const { code, stderr } = await call(tempFolder(), ["policy", "github", "--max-retries", "0"], "", true);
    expect(stderr).toContain("policy set: '--reason': it is needed");
    expect(code).toBe(2);
  });

  it("policy removes a person's limit by the name of the option that set it", async () => {
    const cwd = tempFolder();
    const as = (reason: string) => ["--by", "maintainer", "--reason", reason];
    const set = await call(cwd, ["policy", "deploy", "--require-approval", ...as("production")]);
    expect(set.stdout).toContain("human: maintainer: production");
    expect(set.stdout).toContain("whetstone policy deploy --remove require-approval --by NAME --reason WHY");
    const asked = await call(cwd, ["relax", "deploy", "--by", "ada", "--reason", "it works"]);
    expect(asked.stdout).toContain('maintainer set approval for deploy ("production")');
    expect(asked.code).toBe(0);
    const unknown = await call(cwd, ["policy", "deploy", "--remove", "approval", ...as("x")]);
    expect(unknown.stderr).toContain("name some of: require-approval, max-retries, risk");
    expect(unknown.code).toBe(2);
    const removed = await call(cwd, ["policy", "deploy", "--remove", "require-approval", ...as("over")]);
    expect(removed.code).toBe(0);
    expect((await call(cwd, ["check-tool", "x", "--adapter", "deploy"])).stdout).toContain("allow");
  });

  it("policy refuses a limit that is not a number", async () => {
    const { code, stderr } = await call(tempFolder(), ["policy", "github", "--risk", "high"]);
    expect(stderr).toContain("option '--risk' must be a number, not 'high'");
    expect(code).toBe(2);
  });

  it("reflect names the option of an exit code that is not a number", async () => {
    const { code, stderr } = await call(tempFolder(), ["reflect", "--tool", "Bash", "--exit-code", "x"]);
    expect(stderr).toContain("option '--exit-code' must be a whole number, not 'x'");
    expect(stderr).not.toContain("facts");
    expect(code).toBe(2);
  });

  it("search refuses a kind that does not exist and names those that do", async () => {
    const { code, stderr } = await call(tempFolder(), ["search", "tests", "--kind", "insigt"]);
    expect(stderr).toContain("option '--kind' cannot be 'insigt'. Did you mean 'insight'?");
    expect(code).toBe(2);
  });

  it("errors record takes its message from standard input when none is given", async () => {
    const cwd = tempFolder();
    await call(cwd, ["errors", "record", "bd-1", "--type", "timeout"], "npm test timed out\n");
    const { stdout } = await call(cwd, ["errors", "list", "bd-1"]);
    expect(stdout).toMatch(/timeout +open .* npm test timed out\nerrors of bd-1: 1, unresolved: 1/);
    expect((await call(cwd, ["errors", "context", "bd-1", "--json"])).stdout).toContain('"text"');
  });
});

describe("a stream on the command line", () => {
  it("export prints each line as it comes, and import reads them back", async () => {
    const cwd = tempFolder();
    await call(cwd, ["record", ...outcome]);
    const { stdout } = await call(cwd, ["export"]);
    expect(stdout.split("\n").map((line) => line.slice(0, 12))).toEqual([
      '{"whetstone"',
      expect.stringContaining("{"),
      '{"events":1,',
      "",
    ]);
    expect((await call(cwd, ["import", "-"], stdout)).stdout).toContain("0 appended, 1 known already");
    expect((await call(cwd, ["import"])).code).toBe(2);
  });
});

describe("--out", () => {
  it.each([["report"], ["export"]])("%s --out writes the file", async (verb) => {
    const cwd = tempFolder();
    expect(await call(cwd, [verb, "--out", "made.txt"])).toMatchObject({ code: 0, stderr: "" });
    expect(readFileSync(join(cwd, "made.txt"), "utf8")).not.toBe("");
  });

  it.each([
    ["report", "missing/x.html", "there is no folder"],
    ["export", "missing/x.jsonl", "there is no folder"],
    ["report", "file/x.html", "there is no folder"],
    ["export", "folder", "is a folder"],
    ["report", "", "is a folder"],
  ])("%s --out '%s' exits with 2 and names the path that was given", async (verb, path, reason) => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, "folder"));
    writeFileSync(join(cwd, "file"), "");
    const { code, stderr } = await call(cwd, [verb, `--out=${path}`]);
    expect(stderr).toContain(`option '--out': '${path}' cannot be written: `);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain(".part");
    expect(code).toBe(2);
    expect(existsSync(join(cwd, "missing"))).toBe(false);
  });
});
