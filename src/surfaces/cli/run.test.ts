import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MemoryIoOptions, memoryIo } from "../../base/terminal/memory-io.contract.js";
import { run } from "./run.js";
import { sampleProgram } from "./sample-program.contract.js";

async function call(line: readonly string[], options?: MemoryIoOptions) {
  const { io, written } = memoryIo(options);
  const code = await run(line, sampleProgram, io);
  return { code, ...written };
}

describe("run", () => {
  it("run calls a command with its options and arguments", async () => {
    const line = ["record", "bd-1", "-r", "success", "--tag=a", "--tag", "b", "x.json", "y.json", "--json"];
    const { code, stdout } = await call(line);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      task: "bd-1",
      files: ["x.json", "y.json"],
      result: "success",
      tag: ["a", "b"],
    });
  });

  it("run takes global options before the verb too, and the last of a repeated option", async () => {
    const { stdout } = await call([
      "--json",
      "--root",
      "sub",
      "status",
      "--set",
      "a=1",
      "--set=b=2",
      "--root",
      "other",
    ]);
    expect(JSON.parse(stdout)).toEqual({ start: "/repo/app/other", config: false, set: ["a=1", "b=2"] });
  });

  it("run reads no option after --, and a lone - as an argument", async () => {
    const { stdout } = await call(["record", "--json", "--", "--help", "-"]);
    expect(JSON.parse(stdout)).toMatchObject({ task: "--help", files: ["-"] });
  });

  it("run passes the command's exit code on", async () => {
    expect(await call(["record", "t", "--result", "failure"])).toMatchObject({
      code: 1,
      stdout: "recorded t\n",
    });
  });

  it.each([
    [["statsu"], "unknown command 'statsu'. Did you mean 'status'?"],
    [["hlep"], "unknown command 'hlep'. Did you mean 'help'?"],
    [["lessons", "lsit"], "unknown command 'lessons lsit'. Did you mean 'lessons list'?"],
    [["help", "statsu"], "unknown command 'statsu'. Did you mean 'status'?"],
    [["qqqqqq"], "unknown command 'qqqqqq'.\n"],
    [["__proto__"], "unknown command '__proto__'."],
    [["toString"], "unknown command 'toString'."],
    [["status", "--jsno"], "unknown option '--jsno'. Did you mean '--json'?"],
    [["status", "--conifg"], "Did you mean '--config'?"],
    [["status", "-x"], "unknown option '-x'."],
    [["status", "--__proto__"], "unknown option '--__proto__'."],
    [["--vresion"], "Did you mean '--version'?"],
    [["status", "--version"], "unknown option '--version'."],
    [["status", "--config=yes"], "option '--config' takes no value"],
    [["status", "--root"], "option '--root' needs a value"],
    [["status", "--root", "--json=1"], "'--root=--json=1'"],
    [["status", "--root="], "option '--root' is empty"],
    [["record", "t", "-r", "-1"], "written '-r-1'"],
    [["record", "t", "--result", "sucess"], "option '--result' cannot be 'sucess'. Did you mean 'success'?"],
    [["status", "surplus"], "unexpected argument 'surplus'"],
    [["record"], "missing argument <task>"],
  ])("run refuses %j with exit code 2", async (line, message) => {
    const { code, stdout, stderr } = await call(line);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^error: .*\n {2}next: .*\n$/);
  });

  it("run shows usage and an example where an argument is missing", async () => {
    const { stderr } = await call(["record"]);
    expect(stderr).toBe(
      "error: missing argument <task>\n" +
        "  next: usage: whetstone record <task> [<files>…] [options], for example: whetstone record bd-1 --result success\n",
    );
  });

  it("run gives a machine exactly one document, also when a command fails after its result", async () => {
    const { code, stdout, stderr } = await call(["lessons", "list", "--json"]);
    expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      error: {
        code: "busy",
        message: "another writer holds the store",
        next: "try again",
        values: { waitedMs: 5 },
      },
    });
    expect(JSON.parse((await call(["statsu", "--json"])).stdout)).toMatchObject({
      error: { code: "invalid_usage" },
    });
    expect(await call(["--json"])).toMatchObject({
      code: 2,
      stdout: expect.stringContaining("needs a command"),
    });
  });

  it("run reports a defect as a defect, and shows its stack on request only", async () => {
    const { code, stderr } = await call(["lessons", "forget"]);
    expect(code).toBe(3);
    expect(stderr).toContain("error: unexpected: x is not a function\n  next: please report this as a bug");
    expect(stderr).not.toContain("at ");
    const debug = await call(["lessons", "forget"], { env: { WHETSTONE_LOG: "debug" } });
    expect(debug.stderr).toMatch(/TypeError: x is not a function\n\s+at /);
  });

  it("run prints no control character that came with the input", async () => {
    expect((await call(["\u001b[2Jboo\r"])).stderr).toContain("unknown command '\ufffd[2Jboo\ufffd'");
  });

  it.each([["--help"], ["-h"], ["help"]])("the line %j is answered with the overview", async (word) => {
    const { code, stdout } = await call([word]);
    expect(code).toBe(0);
    expect(stdout).toContain("START\n  status");
  });

  it("without a command run shows the status of the project, and the commands to start with", async () => {
    const { code, stdout } = await call(["--root", "sub"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Project \/repo\/app\/sub\n\n {2}whetstone status +Show what there is\n/);
    expect(stdout).toContain("'whetstone help' lists the other commands.");
    expect(stdout).not.toContain("record");
  });

  it("run shows help for a verb or a group, whatever else is on the line", async () => {
    const page = (await call(["help", "record"])).stdout;
    expect(page).toContain("whetstone record - Record an outcome");
    for (const line of [
      ["record", "--help"],
      ["record", "-qh"],
      ["--help", "record", "--bogus"],
    ]) {
      expect(await call(line)).toMatchObject({ code: 0, stdout: page });
    }
    const group = (await call(["lessons"])).stdout;
    expect(group).toContain("whetstone lessons <command>");
    expect((await call(["help", "lessons"])).stdout).toBe(group);
  });

  it("run prints the version, for machines too", async () => {
    expect(await call(["--version"])).toMatchObject({ code: 0, stdout: "1.2.3\n" });
    expect(await call(["--version", "--json"])).toMatchObject({ code: 0, stdout: '{"version":"1.2.3"}\n' });
  });

  it("run does not need the current folder when the command does not use it", async () => {
    const { io, written } = memoryIo();
    const gone = Object.defineProperty({ ...io }, "cwd", {
      get: () => expect.unreachable("the current folder is gone"),
    });
    expect(await run(["status", "--root", "/elsewhere"], sampleProgram, gone)).toBe(0);
    expect(written.stdout).toBe("Project /elsewhere\n");
  });

  it("run takes any line without throwing or reporting a defect", async () => {
    const known = [
      "status",
      "record",
      "lessons",
      "help",
      "--",
      "-",
      "--json",
      "-r",
      "success",
      "--root",
      "--set",
      "-qh",
    ];
    const word = fc.oneof(
      fc.constantFrom(...known),
      fc.string(),
      fc.string().map((text) => `-${text}`),
    );
    const odd = fc.constantFrom(
      "__proto__",
      "--__proto__",
      "--constructor=1",
      "--=",
      "-=",
      "--no-json",
      "---",
      "",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(word, odd), { maxLength: 6 }), async (line) => {
        const { code, stdout, stderr } = await call(line);
        expect([0, 2]).toContain(code);
        expect(stdout + stderr).not.toBe("");
      }),
    );
  });
});
